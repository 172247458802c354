import { iconButton, make, mark, write } from "./elements.js";
import { offerUndo } from "./undo.js";
import { counted } from "./phrases.js";
import { clockTime } from "./words.js";

const repeatModes = ["off", "all", "one"];
const repeatNames = { off: "off", one: "this track", all: "the queue" };

/**
 * When the queue ends, in seconds from now; undefined if it does not end by itself.
 * @param {Record<string, any>[]} entries @param {number | null | undefined} index of what plays
 * @param {Record<string, any> | null | undefined} state of the room @param {number} positionS
 */
export function restS(entries, index, state, positionS) {
    if (index == null || !state?.timeline?.playing || state.repeat !== "off" || state.autoplay !== "off") return undefined;
    const rest = entries.slice(index).filter((entry, at) => at === 0 || !entry.trouble);
    return rest.some((entry) => entry.duration == null) ? undefined : rest.reduce((sum, { duration }) => sum + duration, -positionS);
}

/** What stands above the queue: its size and end, what is done with all of it, and the choice between it, what was played, and how the room plays. */
export class QueueHead {
    #page;
    #count;
    #shuffle;
    #repeat;
    #kinds;
    #save;
    #clear;
    #room;
    #entries = [];
    #choose;

    /** @param {object} page @param {(kind: "next" | "played" | "playback") => void} choose */
    constructor(page, choose) {
        this.#page = page;
        this.#count = make("span", { class: "queue-count" });
        this.#save = make("button", { class: "text-button for-hosts", type: "button", onclick: () => this.#keep() }, "Save");
        this.#save.title = "Save the queue as a playlist";
        this.#clear = make("button", { class: "text-button", type: "button", title: "Remove everything but what plays", onclick: () => this.#empty() }, "Clear");
        this.#shuffle = iconButton("shuffle", "Shuffle", () => page.command({ do: "shuffle", on: !this.#room?.state?.shuffle }));
        this.#repeat = iconButton("repeat", "Repeat", () => page.command({ do: "repeat", mode: this.#nextRepeat() }));
        this.#kinds = [["next", "Queue"], ["played", "History"], ["playback", "Playback"]].map(([kind, name]) => make("button", {
            class: "kind", type: "button", data: { kind }, "aria-pressed": String(kind === "next"), onclick: () => this.choose(kind),
        }, name));
        this.#choose = choose;
        this.element = make("div", {}, make("div", { class: "queue-head" }, this.#count, this.#save, this.#clear),
            make("div", { class: "queue-head kinds-head" }, make("div", { class: "kinds", role: "group", "aria-label": "What to list" }, ...this.#kinds),
                this.#shuffle, this.#repeat));
    }

    /** @param {"next" | "played" | "playback"} kind of what is listed */
    choose(kind) {
        for (const button of this.#kinds) mark(button, "aria-pressed", button.dataset.kind === kind);
        this.#choose(kind);
    }

    /** @param {object} room @param {Record<string, any>[]} entries */
    show(room, entries) {
        this.#room = room;
        this.#entries = entries;
        const { state } = room;
        const repeat = state?.repeat ?? "off";
        mark(this.#shuffle, "aria-pressed", state?.shuffle === true);
        mark(this.#repeat, "aria-pressed", repeat !== "off");
        mark(this.#repeat, "aria-label", `Repeat: ${repeatNames[repeat]}`);
        this.#save.hidden = entries.length === 0;
        this.#clear.hidden = entries.length === 0;
        this.tick();
    }

    /** Brings the time at which the queue ends up to date. */
    tick() {
        const entries = this.#entries;
        const wholeS = entries.reduce((sum, entry) => sum + (entry.duration ?? 0), 0);
        const leftS = restS(entries, this.#room?.state?.queue?.index, this.#room?.state, this.#page.positionS());
        const end = leftS !== undefined && new Date(Date.now() + leftS * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        write(this.#count, entries.length ? [counted(entries.length, "track"), clockTime(wholeS), end && `ends at ${end}`].filter(Boolean).join(" · ") : "");
    }

    #nextRepeat() {
        return repeatModes[(repeatModes.indexOf(this.#room?.state?.repeat ?? "off") + 1) % repeatModes.length];
    }

    async #empty() {
        const answer = await this.#page.command({ do: "queue.clear", all: false });
        if (answer.type === "result") offerUndo("Queue cleared.", () => this.#page.command({ do: "queue.undo", revision: answer.revision }));
    }

    async #keep() {
        const { saveAsPlaylist } = await import("./playlists/choose.js");
        await saveAsPlaylist(this.#page, this.#entries.map(({ track }) => track).filter((track) => track != null));
    }
}
