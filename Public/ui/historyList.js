import { KeyedList } from "../kernel/list.js";
import { whenChanged } from "../kernel/store.js";
import { addToQueue } from "./adding.js";
import { iconButton, make } from "./elements.js";
import { rowWords } from "./rowWords.js";

/** What was played in the room lately, to play or to add again. */
export class HistoryList {
    element = make("div", { class: "list", hidden: true });
    /** Call with each state of the room: another piece means that the list has grown. */
    show;
    #page;
    #waves;
    #list;

    /** @param {import("../kernel/owner.js").Owner} owner @param {object} page @param {import("./rowWaves.js").RowWaves} waves */
    constructor(owner, page, waves) {
        this.#page = page;
        this.#waves = waves;
        this.#list = new KeyedList({
            owner, scroller: this.element, label: "Recently played", kind: "ol", empty: "Nothing has been played yet.",
            key: ({ endedAt, piece }) => `${endedAt} ${piece}`, row: (item) => this.#row(item),
        });
        this.element.append(this.#list.element);
        this.show = whenChanged(({ state }) => [state?.timeline?.generation, page.roomName], () => this.element.hidden || this.#load());
    }

    /** @param {boolean} shown */
    choose(shown) {
        this.element.hidden = !shown;
        if (shown) this.#load();
    }

    async #load() {
        try {
            const { items } = await this.#page.api.send("GET", `rooms/${encodeURIComponent(this.#page.roomName)}/history`);
            this.#list.show(items);
        } catch (problem) {
            this.#page.notice(problem.message, true);
        }
    }

    #row({ piece, track, title, artist, endedAt }) {
        const name = title ?? "Not in the library";
        const line = artist ?? "Unknown artist";
        const at = new Date(endedAt * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        const isGuest = this.#page.role() === "guest";
        return make("li", { class: "row" },
            make("button", { class: "row-main", type: "button", data: { part: "main" }, disabled: title == null, "aria-label": `${isGuest ? "Add" : "Play"} ${name}, ${line}, played at ${at}`,
                onclick: () => (isGuest ? addToQueue(this.#page, { pieces: [piece] }) : this.#play(piece)) }, rowWords(name, line, this.#waves.row(track), at)),
            title != null && iconButton("add", `Add ${name} to the queue`, () => addToQueue(this.#page, { pieces: [piece] }), { data: { part: "add" } }));
    }

    /** Plays it now; the queue goes on behind it. */
    async #play(piece) {
        this.#page.sounds();
        const added = await this.#page.command({ do: "queue.add", pieces: [piece], next: true });
        if (added.type === "result") await this.#page.command({ do: "next" });
    }
}
