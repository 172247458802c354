// Sends files to the server in parts, one file after the other, and goes on after a break of either side.

const partBytes = 4 << 20; // what is lost when a connection breaks
const askMs = 500; // while the server checks a file
const remembered = 200; // uploads that may go on after the page was reloaded
const mostFiles = 2000;
const besides = /\.(jpe?g|png|gif|webp|bmp|pdf|txt|nfo|log|cue|md5|sfv|ini|db|url|html?|m3u8?|pls|xspf|lrc)$/i; // what lies beside music

/**
 * @typedef {{ file: File, name: string, size: number, sent: number, state: "waiting" | "sending" | "paused" | "checking" | "done" | "failed", trouble?: string, outcome?: object, id?: string }} Entry
 */

/** The uploads of this page. */
export class Uploading {
    /** @type {Entry[]} */
    entries = [];
    /** Files that are no music by their names. */
    leftOut = 0;
    #send;
    #kept;
    #changed;
    #wait;
    #runs = false;

    /**
     * @param {object} ways
     * @param {(method: string, path: string, headers?: object, body?: Blob) => Promise<Response>} ways.send asks the server; throws an error with `status`, 0 if it does not answer
     * @param {Storage} ways.kept where unfinished uploads are remembered
     * @param {() => void} ways.changed something of the entries is other than before
     * @param {(ms: number) => Promise<void>} [ways.wait]
     */
    constructor({ send, kept, changed, wait = (ms) => new Promise((later) => setTimeout(later, ms)) }) {
        this.#send = send;
        this.#kept = kept;
        this.#changed = changed;
        this.#wait = wait;
    }

    /** @param {Iterable<File>} files */
    add(files) {
        for (const file of files) {
            if (besides.test(file.name) || file.name.startsWith(".") || file.size === 0) this.leftOut += 1;
            else if (this.entries.length < mostFiles) this.entries.push({ file, name: file.name, size: file.size, sent: 0, state: "waiting" });
        }
        this.#changed();
        this.#run();
    }

    /** Ends an upload, or takes one that has ended from the list. @param {Entry} entry */
    async remove(entry) {
        this.entries = this.entries.filter((one) => one !== entry);
        this.#changed();
        const { id, state } = entry;
        if (!id || !["waiting", "sending", "paused"].includes(state)) return;
        this.#forget(entry);
        await this.#send("DELETE", id).catch(() => {}); // otherwise it ends by itself after a day
    }

    /** Tries an upload again that failed. @param {Entry} entry */
    again(entry) {
        Object.assign(entry, { state: "waiting", trouble: undefined });
        this.#changed();
        this.#run();
    }

    /** Takes those from the list that are done. */
    clear() {
        this.entries = this.entries.filter(({ state }) => state !== "done");
        this.leftOut = 0;
        this.#changed();
    }

    /** The share of all that has been sent. @returns {number} 0 to 1 */
    get share() {
        const all = this.entries.reduce((sum, { size }) => sum + size, 0);
        return all === 0 ? 1 : this.entries.reduce((sum, { sent }) => sum + sent, 0) / all;
    }

    async #run() {
        if (this.#runs) return;
        this.#runs = true;
        for (let entry; (entry = this.entries.find(({ state }) => state === "waiting"));) await this.#upload(entry);
        this.#runs = false;
    }

    async #upload(entry) {
        for (let breaks = 0; this.entries.includes(entry);) {
            try {
                this.#set(entry, "sending");
                await this.#begin(entry);
                while (entry.sent < entry.size && this.entries.includes(entry)) {
                    await this.#part(entry);
                    breaks = 0;
                }
                if (this.entries.includes(entry)) await this.#outcome(entry);
                return;
            } catch (problem) {
                const { status = 0 } = problem;
                if (status === 404) this.#forget(entry); // the server knows it no more: from the start
                else if (status >= 400 && status < 500 && ![408, 409, 429].includes(status)) return this.#fail(entry, problem.message);
                this.#set(entry, "paused");
                breaks += 1;
                await this.#wait(Math.min(250 * 2 ** breaks, 15_000));
            }
        }
    }

    /** Begins an upload, or learns how much of it is there. */
    async #begin(entry) {
        entry.id ??= this.#memory()[mark(entry)];
        if (entry.id) {
            const known = await (await this.#send("GET", entry.id)).json();
            if (known.length === entry.size && known.state === "receiving") {
                entry.sent = known.offset;
                return;
            }
            if (known.state === "checking" || known.state === "done") {
                entry.sent = entry.size;
                return;
            }
            this.#forget(entry);
        }
        const words = `filename ${base64(entry.name)}`;
        const made = await this.#send("POST", "", { "upload-length": String(entry.size), "upload-metadata": words });
        entry.id = made.headers.get("location").split("/").at(-1);
        entry.sent = 0;
        this.#remember(entry);
    }

    async #part(entry) {
        const end = Math.min(entry.sent + partBytes, entry.size);
        const answer = await this.#send("PATCH", entry.id, { "content-type": "application/offset+octet-stream", "upload-offset": String(entry.sent) }, entry.file.slice(entry.sent, end));
        entry.sent = Number(answer.headers.get("upload-offset"));
        this.#changed();
    }

    /** Waits until the server has checked a file. */
    async #outcome(entry) {
        this.#set(entry, "checking");
        while (true) {
            entry.outcome = await (await this.#send("GET", entry.id)).json();
            const { state, detail } = entry.outcome;
            if (state === "done" || state === "failed") {
                this.#forget(entry);
                return state === "done" ? this.#set(entry, "done") : this.#fail(entry, detail);
            }
            this.#changed();
            await this.#wait(askMs);
        }
    }

    #fail(entry, trouble) {
        entry.trouble = trouble;
        this.#set(entry, "failed");
    }

    #set(entry, state) {
        entry.state = state;
        this.#changed();
    }

    #memory() {
        try {
            return JSON.parse(this.#kept.getItem("uploads") ?? "{}");
        } catch {
            return {};
        }
    }

    #keep(memory) {
        try {
            this.#kept.setItem("uploads", JSON.stringify(Object.fromEntries(Object.entries(memory).slice(-remembered))));
        } catch {
            // A browser that keeps nothing begins again after a reload.
        }
    }

    #remember(entry) {
        this.#keep({ ...this.#memory(), [mark(entry)]: entry.id });
    }

    #forget(entry) {
        const { [mark(entry)]: _, ...others } = this.#memory();
        this.#keep(others);
        entry.id = undefined;
        entry.sent = entry.state === "checking" ? entry.size : 0;
    }
}

/** By what a file is known again after a reload. */
const mark = ({ name, size, file }) => `${name}/${size}/${file.lastModified}`;

function base64(text) {
    let bytes = "";
    for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
    return btoa(bytes);
}
