import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { untilCome, untilSo } from "../../PublicTests/workbench/waiting.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The real server, on a free port that it keeps across restarts. */
export class Server {
    port = 0;
    /** The number of lines in its log. */
    logged = 0;
    #kept;
    #music;
    #query;
    #isOpen;
    #options;
    #child;
    #lastWords = "";

    /**
     * @param {{ kept: string, music?: string, query?: string, isOpen?: boolean, options?: string[] }} place its data folder, its music
     * folder, a query for every page's address, whether everybody may change everything, and other options
     */
    constructor({ kept, music, query = "", isOpen = true, options = [] }) {
        this.#kept = kept;
        this.#music = music;
        this.#query = query;
        this.#isOpen = isOpen;
        this.#options = options;
    }

    /** The server process: the guardian's child. */
    get id() {
        return childOf(this.#child.pid);
    }

    /** The guardian's process. */
    get guardian() {
        return this.#child.pid;
    }

    /** What the server has logged lately. */
    get lastWords() {
        return this.#lastWords;
    }

    get address() {
        return `http://127.0.0.1:${this.port}`;
    }

    /** The page's address. */
    pageAddress(query = "") {
        return `${this.address}/?${[query, this.#query].filter(Boolean).join("&")}`;
    }

    async start() {
        if (this.port === 0) this.port = await freePort();
        const program = process.env.DOWNBEAT ?? ["release", "debug"].map((kind) => join(root, ".build", kind, "downbeat")).find(existsSync);
        if (!program) throw new Error("no server: build it, or name it in $DOWNBEAT");
        this.#child = spawn(program, [
            "--bind", "127.0.0.1", "--port", String(this.port), "--public", join(root, "Public"), ...(this.#isOpen ? ["--open-control"] : []),
            ...this.#options, ...(this.#music ? [this.#music] : []),
        ], { env: { ...process.env, DOWNBEAT_DATA: this.#kept }, stdio: ["ignore", "ignore", "pipe"] });
        const child = this.#child;
        const listening = new Promise((ready, reject) => {
            child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${this.#lastWords}`)));
            child.stderr.setEncoding("utf8").on("data", (text) => {
                this.logged += text.split("\n").length - 1;
                this.#lastWords = (this.#lastWords + text).slice(-2000);
                if (this.#lastWords.includes("listening")) ready();
            });
        });
        await untilCome(listening, () => `the server does not start: ${this.#lastWords}`);
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

    /** Sends a command to the room. */
    async command(wish) {
        const response = await fetch(`${this.address}/api/v1/rooms/main/commands`, {
            method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
        });
        if (!response.ok) throw new Error(`${wish.do}: ${response.status} ${await response.text()}`);
        return response.json();
    }

    /** Waits until this many tracks are analyzed, and returns them by title. */
    async analyzed(count) {
        const done = (items) => items.filter(({ analysis }) => analysis.state === "done").length;
        const items = await untilSo(async () => (await this.get("tracks")).items, (items) => done(items) >= count);
        if (done(items) < count) throw new Error(`${done(items)} of ${count} tracks are analyzed`);
        return new Map(items.map((track) => [track.title, track]));
    }
}

/** The living child process of a process. */
function childOf(parent) {
    return Number(readdirSync("/proc").find((id) => {
        if (!/^\d+$/.test(id)) return false;
        try {
            const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1).split(" ");
            return Number(fields[1]) === parent && fields[0] !== "Z";
        } catch {
            return false; // It has ended meanwhile.
        }
    }));
}

/** Below the ports that Linux gives to sockets that ask for any (`ip_local_port_range`), so that nothing takes it while the server restarts. */
let nextPort = 10000 + process.pid % 8000;

async function freePort() {
    for (;;) {
        const port = nextPort++;
        const server = createServer();
        const isFree = await new Promise((tell) => {
            server.once("error", () => tell(false)).listen(port, "127.0.0.1", () => tell(true));
        });
        if (!isFree) continue;
        await new Promise((done) => server.close(done));
        return port;
    }
}
