import { makeKept } from "./token.js";

const answerMs = 150; // for other windows of this browser to say which numbers they have
const loadingMs = 10_000; // until a window that has noted when it began can answer
const mostWindows = 64;
const idBytes = 8;

const made = new Map();

/** The numbers of this window and others of its kind. @param {"window" | "mini"} kind */
export function numbersOf(kind) {
    if (!made.has(kind)) made.set(kind, new WindowNumbers(kind, makeId()));
    return made.get(kind);
}

/**
 * The number of this window among those of its browser. It stays across reloads, and a window that opens later takes the first free
 * one, so that what was set for it comes back. Each window notes its number in the browser's storage, at first with the time, then with
 * its id; a note that a crash left behind is told from a living window's by asking all.
 */
export class WindowNumbers {
    /** Called with the new number if another window turns out to have this one. @type {(number: number) => void} */
    moved = () => {};

    #id;
    #own;
    #notes;
    #channel;
    #number;
    #living = new Set();

    constructor(kind, id) {
        this.#id = id;
        this.#own = makeKept(globalThis.sessionStorage, `downbeat.${kind}`);
        this.#notes = `downbeat.${kind}s`;
        this.#channel = globalThis.BroadcastChannel && new BroadcastChannel(this.#notes);
        this.#channel?.addEventListener("message", ({ data }) => this.#hear(data));
        globalThis.addEventListener?.("pagehide", () => this.#note(undefined));
        globalThis.addEventListener?.("pageshow", ({ persisted }) => persisted && this.#comeBack());
        globalThis.document?.addEventListener("visibilitychange", () => document.hidden || this.#comeBack());
    }

    /** Takes the number that this window had, or the first that is free. */
    async take() {
        const kept = Number.parseInt(this.#own.get() ?? "", 10);
        const wished = Number.isInteger(kept) && kept >= 0 && kept < mostWindows ? kept : undefined;
        const notes = this.#read();
        const first = wished ?? firstFree((number) => notes[number] !== undefined);
        // The numbers before it may be free as well, if their windows crashed.
        if (notes[first] !== undefined || (wished === undefined && first > 0)) await this.#roll();
        const isTaken = (number) => this.#living.has(number) || (typeof notes[number] === "number" && Date.now() - notes[number] < loadingMs);
        this.adopt(wished !== undefined && !isTaken(wished) ? wished : firstFree(isTaken));
        return this.#number;
    }

    /** Takes this number, which was free when the page began, if it has none. Returns the number that it has. */
    adopt(number) {
        if (this.#number !== undefined) return this.#number;
        this.#number = Number(number);
        this.#own.set(String(this.#number));
        this.#note(this.#id);
        this.#say("has");
        return this.#number;
    }

    async #roll() {
        this.#living.clear();
        this.#channel?.postMessage({ say: "who", from: this.#id });
        await new Promise((later) => setTimeout(later, this.#channel ? answerMs : 0));
    }

    #hear({ say, from, number }) {
        if (from === this.#id) return;
        if (say === "has") this.#living.add(number);
        if (say === "who" && this.#number !== undefined) this.#say("has");
        // Two windows took one number at the same moment.
        if (say === "has" && number === this.#number) {
            if (this.#id > from) this.#move();
            else this.#say("has");
        }
    }

    #say(say) {
        this.#channel?.postMessage({ say, from: this.#id, number: this.#number });
    }

    /** A window that slept could not answer, so another may have its number now. */
    #comeBack() {
        const holder = this.#read()[this.#number];
        if (this.#number === undefined || holder === this.#id) return;
        if (holder === undefined) this.#note(this.#id);
        else this.#move();
    }

    async #move() {
        this.#number = undefined;
        this.moved(await this.take());
    }

    #read() {
        try {
            const notes = JSON.parse(globalThis.localStorage.getItem(this.#notes) ?? "{}");
            return notes !== null && typeof notes === "object" ? notes : {};
        } catch {
            return {}; // storage is disabled, or not written by this page
        }
    }

    #note(id) {
        const notes = this.#read();
        if (this.#number === undefined || (id === undefined && notes[this.#number] !== this.#id)) return;
        notes[this.#number] = id;
        try {
            globalThis.localStorage.setItem(this.#notes, JSON.stringify(notes));
        } catch {
            // Then windows only ask each other.
        }
    }
}

function firstFree(isTaken) {
    let number = 0;
    while (number < mostWindows && isTaken(number)) number += 1;
    return number;
}

function makeId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(idBytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
