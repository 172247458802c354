import { addToQueue } from "../adding.js";
import { iconButton, make, withStyle } from "../elements.js";
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
    #list;
    #open;

    /**
     * @param {object} page @param {import("../rowWaves.js").RowWaves} waves
     * @param {{ open: (place: { id?: number, smart?: string }) => void, back: () => void }} ways lead to the page of one, and back
     */
    constructor(page, waves, ways) {
        [this.#page, this.#ways] = [page, ways];
        withStyle("playlists.css").catch(() => {}); // it works without
        this.#list = make("ul", { class: "list", "aria-label": "Playlists" });
        const add = make("button", { class: "text-button for-hosts", type: "button", onclick: () => this.#make() }, "New playlist");
        this.#body = make("div", { class: "playlists-body" }, make("div", { class: "queue-head" }, make("span", { class: "queue-count" }), add), this.#list);
        this.#open = new PlaylistPage(page, waves, ways);
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
            this.#list.replaceChildren(
                ...lists.map((list) => this.#row(list.name, [named(list), originOf(list)].filter(Boolean).join(" · "), { id: list.id }, list.covers)),
                ...smartLists.map(({ name, words }) => this.#row(name, words, { smart: name }, [])));
        } catch (problem) {
            this.#list.replaceChildren(make("li", { class: "empty" }, make("p", {}, problem.message),
                make("button", { class: "wide-button", type: "button", onclick: () => this.load() }, "Try again")));
        }
    }

    #row(name, line, place, covers) {
        const choice = place.id ? { playlist: place.id } : smartChoice(place.smart);
        return make("li", { class: "row", data: place.id ? { playlist: place.id } : { smart: place.smart } },
            make("button", { class: "row-main", type: "button", onclick: () => this.#ways.open(place) }, mosaic(this.#page.api, covers, coverPixels), rowWords(name, line)),
            choice && iconButton("add", `Add ${name} to the queue`, () => addToQueue(this.#page, choice), { class: "icon-button for-hosts" }));
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
