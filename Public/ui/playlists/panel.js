import { KeyedList } from "../../kernel/list.js";
import { addToQueue } from "../adding.js";
import { iconButton, make, withStyle } from "../elements.js";
import { rowsShape } from "../library/shapes.js";
import { rowWords } from "../rowWords.js";
import { mosaic } from "./mosaic.js";
import { askName } from "./name.js";
import { PlaylistPage } from "./playlistPage.js";
import { smartChoice, smartLists } from "./smart.js";
import { allOf, named, originOf } from "./words.js";

const coverPixels = 96;

/** All playlists, those that the server makes by itself among them, or the page of one. */
export class PlaylistsPanel {
    #page;
    #ways;
    #body;
    #scroller = make("div", { class: "list" });
    #list;
    #open;

    /**
     * @param {import("../../kernel/owner.js").Owner} owner @param {object} page @param {import("../rowWaves.js").RowWaves} waves
     * @param {{ open: (place: { id?: number, smart?: string }) => void, back: () => void }} ways lead to the page of one, and back
     */
    constructor(owner, page, waves, ways) {
        [this.#page, this.#ways] = [page, ways];
        withStyle("playlists.css").catch(() => {}); // it works without
        this.#list = new KeyedList({
            owner, scroller: this.#scroller, label: "Playlists", shape: rowsShape, key: ({ id, smart }) => id ?? smart, row: (list) => this.#row(list),
        });
        const add = make("button", { class: "text-button for-hosts", type: "button", onclick: () => this.#make() }, "New playlist");
        this.#body = make("div", { class: "playlists-body" }, make("div", { class: "queue-head" }, make("span", { class: "queue-count" }), add), this.#scroller);
        this.#open = new PlaylistPage(owner, page, waves, ways);
        this.#open.element.hidden = true;
        this.element = make("div", { class: "playlists" }, this.#body, this.#open.element);
    }

    /** Loads what is shown. */
    async load() {
        if (!this.#open.element.hidden) return this.#open.load();
        const { api } = this.#page;
        try {
            const lists = await allOf(api, "playlists");
            this.#body.querySelector(".queue-count").textContent = lists.length === 1 ? "1 playlist" : `${lists.length} playlists`;
            this.#scroller.replaceChildren(this.#list.element);
            this.#list.show([
                ...lists.map((list) => ({ id: list.id, name: list.name, line: [named(list), originOf(list)].filter(Boolean).join(" · "), covers: list.covers })),
                ...smartLists.map(({ name, words }) => ({ smart: name, name, line: words, covers: [] })),
            ]);
        } catch (problem) {
            this.#scroller.replaceChildren(make("div", { class: "empty" }, make("p", {}, problem.message),
                make("button", { class: "wide-button", type: "button", onclick: () => this.load() }, "Try again")));
        }
    }

    #row({ id, smart, name, line, covers }) {
        const choice = id ? { playlist: id } : smartChoice(smart);
        return make("li", { class: "row", data: id ? { playlist: id } : { smart } },
            make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: () => this.#ways.open(id ? { id } : { smart }) }, mosaic(covers, this.#page.api.trackArt, coverPixels), rowWords(name, line)),
            choice && iconButton("add", `Add ${name} to the queue`, () => addToQueue(this.#page, choice), { class: "icon-button for-hosts", data: { part: "add" } }));
    }

    /** Shows the page of one. @param {{ id?: number, smart?: string }} place */
    async show(place) {
        this.#body.hidden = true;
        this.#open.element.hidden = false;
        await this.#open.show(place);
    }

    async #make() {
        const { folders } = await this.#page.api.send("GET", "library").catch(() => ({ folders: [] }));
        const servers = folders.filter(({ server }) => server).map(({ path }) => path.slice(path.indexOf(":") + 1)); // hosts are told
        const list = await askName(this.#page, { heading: "New playlist", value: "", button: "Create", servers },
            (name, server) => this.#page.allowed(() => this.#page.api.send("POST", "playlists", { name, ...(server ? { server } : {}) })));
        if (list) this.#ways.open({ id: list.id });
    }
}
