import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const startMs = 15_000;

/** The real server, on a port of its own that it keeps when it is started again. */
export class Server {
    port = 0;
    #folder;
    #child;
    #lastWords = "";

    /** @param {string} folder with the music in `music`; what the server keeps goes beside it */
    constructor(folder) {
        this.#folder = folder;
    }

    get address() {
        return `http://127.0.0.1:${this.port}`;
    }

    async start() {
        if (this.port === 0) this.port = await freePort();
        const program = process.env.DOWNBEAT ?? ["release", "debug"].map((kind) => join(root, ".build", kind, "downbeat")).find(existsSync);
        if (!program) throw new Error("no server: build it, or name it in $DOWNBEAT");
        this.#child = spawn(program, [
            "--bind", "127.0.0.1", "--port", String(this.port), "--public", join(root, "Public"), "--open-control", join(this.#folder, "music"),
        ], { env: { ...process.env, DOWNBEAT_DATA: join(this.#folder, "kept") }, stdio: ["ignore", "ignore", "pipe"] });
        const child = this.#child;
        await new Promise((ready, reject) => {
            const late = setTimeout(() => reject(new Error(`the server does not start: ${this.#lastWords}`)), startMs);
            child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${this.#lastWords}`)));
            child.stderr.setEncoding("utf8").on("data", (text) => {
                this.#lastWords = (this.#lastWords + text).slice(-2000);
                if (!this.#lastWords.includes("listening")) return;
                clearTimeout(late);
                ready();
            });
        });
    }

    async stop() {
        const child = this.#child;
        if (!child || child.exitCode !== null) return;
        this.#lastWords = "";
        const gone = new Promise((done) => child.once("exit", done));
        child.kill("SIGTERM");
        await gone;
    }

    async get(path) {
        const response = await fetch(`${this.address}/api/v1/${path}`);
        if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
        return response.json();
    }

    /** Has the room do something. */
    async command(wish) {
        const response = await fetch(`${this.address}/api/v1/rooms/main/commands`, {
            method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
        });
        if (!response.ok) throw new Error(`${wish.do}: ${response.status} ${await response.text()}`);
        return response.json();
    }

    /** Waits until so many tracks are analyzed, and gives them by their names. */
    async analyzed(count, most = 60_000) {
        for (const started = performance.now(); performance.now() - started < most;) {
            const { items } = await this.get("tracks");
            if (items.filter(({ analysis }) => analysis.state === "done").length >= count) return new Map(items.map((track) => [track.title, track]));
            await new Promise((again) => setTimeout(again, 200));
        }
        throw new Error("the music is not analyzed in time");
    }
}

async function freePort() {
    const server = createServer();
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    return port;
}
