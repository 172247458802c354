import { addToQueue } from "./adding.js";
import { iconButton, make } from "./elements.js";
import { rowWords } from "./rowWords.js";

/** What was played in the room lately, to play or to add again. */
export class HistoryList {
    #page;
    #waves;
    #track; // what plays: another one means that the list has grown
    #shown = false;

    /** @param {object} page @param {import("./rowWaves.js").RowWaves} waves */
    constructor(page, waves) {
        this.#page = page;
        this.#waves = waves;
        this.element = make("ol", { class: "list", "aria-label": "Recently played", hidden: true });
    }

    /** @param {boolean} shown */
    choose(shown) {
        this.#shown = shown;
        this.element.hidden = !shown;
        if (shown) this.#load();
    }

    show(room) {
        const track = room.state?.timeline?.generation;
        if (track === this.#track) return;
        this.#track = track;
        if (this.#shown) this.#load();
    }

    async #load() {
        try {
            const { items } = await this.#page.api.send("GET", `rooms/${encodeURIComponent(this.#page.roomName)}/history`);
            const focused = [...this.element.children].findIndex((row) => row.contains(document.activeElement));
            this.element.replaceChildren(...(items.length ? items.map((item) => this.#row(item))
                : [make("li", { class: "empty" }, "Nothing has been played yet.")]));
            if (focused >= 0) (this.element.children[focused] ?? this.element.lastElementChild)?.querySelector("button")?.focus();
        } catch (problem) {
            this.element.replaceChildren(make("li", { class: "empty" }, problem.message));
        }
    }

    #row({ piece, track, title, artist, endedAt }) {
        const name = title ?? "Not in the library";
        const line = artist ?? "Unknown artist";
        const at = new Date(endedAt * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        const isGuest = this.#page.role() === "guest";
        return make("li", { class: "row" },
            make("button", { class: "row-main", type: "button", disabled: title == null, "aria-label": `${isGuest ? "Add" : "Play"} ${name}, ${line}, played at ${at}`,
                onclick: () => (isGuest ? addToQueue(this.#page, { pieces: [piece] }) : this.#play(piece)) }, rowWords(name, line, this.#waves.row(track), at)),
            title != null && iconButton("add", `Add ${name} to the queue`, () => addToQueue(this.#page, { pieces: [piece] })));
    }

    /** Plays it now; the queue goes on behind it. */
    async #play(piece) {
        const added = await this.#page.command({ do: "queue.add", pieces: [piece], next: true });
        if (added.type === "result") await this.#page.command({ do: "next" });
    }
}
