import { KeyedList, nthOf } from "../../kernel/list.js";
import { addToQueue } from "../adding.js";
import { icon, iconButton, make } from "../elements.js";
import { makeReorder } from "../reorder.js";
import { rowWords } from "../rowWords.js";
import { saveFile } from "../saveFile.js";
import { offerUndo } from "../undo.js";
import { clockTime } from "../words.js";
import { mosaic } from "./mosaic.js";
import { askName } from "./name.js";
import { smartChoice, smartTracks } from "./smart.js";
import { allOf, named, originOf } from "./words.js";

const coverPixels = 256;

/** One playlist: what is done with all of it, and its entries. */
export class PlaylistPage {
    #page;
    #waves;
    #ways;
    #head;
    #scroller = make("div", { class: "list" });
    #list;
    #playlist; // undefined for a list that the server makes
    #entries = [];
    #title = "";

    /**
     * @param {import("../../kernel/owner.js").Owner} owner @param {object} page @param {import("../rowWaves.js").RowWaves} waves
     * @param {{ open: (place: { id: number }) => void, back: () => void }} ways lead to the page of another one, and to all
     */
    constructor(owner, page, waves, ways) {
        [this.#page, this.#waves, this.#ways] = [page, waves, ways];
        this.#head = make("div", { class: "playlist-head" });
        this.#list = new KeyedList({
            owner, scroller: this.#scroller, label: "Tracks of the playlist", kind: "ol", key: ({ key }) => key, row: (entry, at) => this.#row(entry, at),
        });
        makeReorder(owner, this.#list, { move: (from, to) => this.#change("POST", "/moves", { from, to }), done: () => this.#write() });
        this.element = make("div", { class: "playlists-body" }, this.#head, this.#scroller);
    }

    /** @param {{ id?: number, smart?: string }} place */
    async show(place) {
        this.place = place;
        this.#entries = [];
        this.#scroller.replaceChildren(...Array.from({ length: 6 }, () => make("div", { class: "shimmer", "aria-hidden": "true" })));
        this.#head.replaceChildren(iconButton("back", "Back to the playlists", () => this.#ways.back()));
        this.#head.firstElementChild.focus();
        await this.load();
    }

    async load() {
        const { place } = this;
        const { api } = this.#page;
        if (!place) return; // it is being deleted
        try {
            const [playlist, entries] = place.id
                ? await Promise.all([api.send("GET", `playlists/${place.id}`), allOf(api, `playlists/${place.id}/entries`)])
                : [undefined, (await smartTracks(api, place.smart, this.#page.playing())).map((track, position) => ({ position, title: track.title, track }))];
            if (place !== this.place) return;
            [this.#playlist, this.#entries, this.#title] = [playlist, entries, playlist?.name ?? place.smart];
            this.#write();
        } catch (problem) {
            if (place !== this.place) return;
            if (problem.status === 404) return this.#ways.back();
            this.#scroller.replaceChildren(make("div", { class: "empty" }, make("p", {}, problem.message),
                make("button", { class: "wide-button", type: "button", onclick: () => this.load() }, "Try again")));
        }
    }

    get #isEditable() {
        return this.#playlist !== undefined && !this.#playlist.file && this.#page.role() !== "guest" && this.#page.role() !== "viewer";
    }

    #write() {
        this.#writeHead();
        const nameOf = ({ track, location, title }) => track?.id ?? location ?? title; // a playlist may have a track twice
        this.#list.show(nthOf(this.#entries, nameOf).map(({ item: { position, ...entry }, key }) => ({ ...entry, key })));
        const isEmpty = this.#entries.length === 0;
        if (isEmpty) this.#scroller.replaceChildren(make("p", { class: "empty" }, this.#playlist ? "This playlist is empty. Add tracks from the library." : "Nothing here yet."));
        else if (this.#scroller.firstChild !== this.#list.element) this.#scroller.replaceChildren(this.#list.element);
        this.#list.render();
    }

    #writeHead() {
        const list = this.#playlist;
        const size = { entries: this.#entries.length, duration: list?.duration ?? this.#entries.reduce((sum, { track }) => sum + (track?.duration ?? 0), 0) };
        const line = [named(size), list && originOf(list)].filter(Boolean).join(" · ");
        const covers = list?.covers ?? [...new Map(this.#entries.filter(({ track }) => track).map(({ track }) => [track.album?.id ?? track.id, track.id])).values()].slice(0, 4);
        const isGuest = this.#page.role() === "guest";
        const words = (text, act) => make("button", { class: "text-button", type: "button", onclick: act }, text);
        const hadFocus = this.#head.contains(document.activeElement) && [...this.#head.querySelectorAll("button")].indexOf(document.activeElement);
        this.#head.replaceChildren(
            make("div", { class: "list-head" }, iconButton("back", "Back to the playlists", () => this.#ways.back()), make("h2", { dir: "auto" }, this.#title)),
            make("div", { class: "playlist-about" }, mosaic(covers, this.#page.api.trackArt, coverPixels, "playlist-cover"), make("div", {},
                make("p", { class: "row-line" }, line),
                make("div", { class: "playlist-acts", role: "group", "aria-label": `What to do with ${this.#title}` }, ...(isGuest ? [] : [
                    iconButton("play", `Play ${this.#title}`, () => this.#play(0)), iconButton("shuffle", `Shuffle ${this.#title}`, () => this.#shuffle()),
                    iconButton("add", `Add ${this.#title} to the queue`, () => this.#add())])))),
            make("div", { class: "playlist-words" }, ...[
                this.#isEditable && words("Rename", () => this.#rename()),
                (!list || list.file || list.server) && !isGuest && words("Copy to my playlists", () => this.#copy()),
                list && words("M3U8", () => this.#export("m3u8")), list && words("XSPF", () => this.#export("xspf")),
                this.#isEditable && words("Delete", () => this.#delete()),
            ].filter(Boolean)));
        for (const button of this.#head.querySelectorAll(".playlist-words .text-button")) {
            if (/^(M3U8|XSPF)$/.test(button.textContent)) button.setAttribute("aria-label", `Download as ${button.textContent}`);
        }
        if (hadFocus !== false) this.#head.querySelectorAll("button")[hadFocus]?.focus();
    }

    #row(entry, at) {
        const { track } = entry;
        const isThere = track?.available === true;
        const line = isThere ? track.artist?.name ?? "Unknown artist" : `Missing${entry.location ? `: ${entry.location}` : ""}`;
        const isGuest = this.#page.role() === "guest";
        return make("li", { class: isThere ? "row" : "row missing", data: track ? { track: track.id } : {} },
            this.#isEditable && make("button", { class: "icon-button grip", type: "button", title: "Drag to move", data: { part: "grip" },
                "aria-label": `Move ${entry.title}: arrow keys up and down. Place ${at + 1}` }, icon("grip")),
            make("button", { class: "row-main", type: "button", data: { part: "main" }, disabled: !isThere, "aria-label": `${isGuest ? "Add" : "Play"} ${entry.title}, ${line}`,
                onclick: () => (isGuest ? this.#addTrack(track.id) : this.#play(at)) },
            rowWords(entry.title, line, isThere ? this.#waves.row(track.id, track.analysis) : "", track?.duration ? clockTime(track.duration) : "")),
            this.#isEditable && iconButton("close", `Remove ${entry.title} from the playlist`, () => this.#remove(entry, at), { data: { part: "remove" } }));
    }

    /** The command's choice of all tracks. */
    get #choice() {
        return this.#playlist ? { playlist: this.#playlist.id } : { tracks: this.#tracks };
    }

    get #tracks() {
        return this.#entries.filter(({ track }) => track).map(({ track }) => track.id);
    }

    // The server leaves out entries without a track.
    #play(at) {
        return this.#page.command({ do: "play", ...this.#choice, start: this.#entries.slice(0, at).filter(({ track }) => track).length });
    }

    async #shuffle() {
        const answer = await this.#page.command({ do: "shuffle", on: true });
        if (answer.type === "result") await this.#page.command({ do: "play", ...this.#choice, start: Math.floor(Math.random() * this.#tracks.length) });
    }

    // A list of the server may have changed since it was shown. All of it is added as it is now; a row plays what it shows.
    #add(choice = this.#playlist ? this.#choice : smartChoice(this.#title) ?? this.#choice) {
        return addToQueue(this.#page, choice);
    }

    #addTrack(track) {
        return this.#add({ track });
    }

    /** Changes the playlist, and shows it anew. @returns {Promise<boolean>} whether it was changed */
    async #change(method, path, body, query) {
        try {
            await this.#page.allowed(() => this.#page.api.send(method, `playlists/${this.#playlist.id}${path}`, body, query));
            await this.load();
            return true;
        } catch (problem) {
            this.#page.notice(problem.message, true);
            await this.load();
            return false;
        }
    }

    async #remove(entry, at) {
        const { id, server } = this.#playlist;
        if (!await this.#change("DELETE", "/entries", undefined, { from: at })) return;
        if (server) return void this.#page.notice(`Removed “${entry.title}” on ${server}.`);
        offerUndo(`Removed “${entry.title}”.`, () => this.#again(async () => {
            await this.#page.api.send("POST", `playlists/${id}/undo`);
            await this.load();
        }));
    }

    async #rename() {
        await askName(this.#page, { heading: "Rename the playlist", value: this.#playlist.name, button: "Rename" },
            (name) => this.#page.allowed(() => this.#page.api.send("PATCH", `playlists/${this.#playlist.id}`, { name })));
        await this.load();
    }

    async #copy() {
        const copy = this.#playlist ? { copy: this.#playlist.id } : { tracks: this.#tracks };
        await this.#again(async () => {
            const list = await this.#page.api.send("POST", "playlists", { name: this.#title, ...copy });
            this.#page.notice(`Copied to “${list.name}”.`);
            this.#ways.open({ id: list.id });
        });
    }

    async #delete() {
        const { id, name, server } = this.#playlist;
        if (server && !await this.#isSure(name, server)) return;
        this.place = undefined; // so that the news of the deletion does not load it
        await this.#again(async () => {
            await this.#page.api.send("DELETE", `playlists/${id}`);
            this.#ways.back();
            if (server) return void this.#page.notice(`Deleted “${name}” on ${server}.`);
            // News of it show it in the list again.
            offerUndo(`Deleted “${name}”.`, () => this.#again(() => this.#page.api.send("POST", `playlists/${id}/undo`)));
        });
    }

    // What is gone on another server cannot be put back.
    async #isSure(name, server) {
        const { askSure } = await import("../sure.js");
        return askSure({ heading: `Delete ${name}?`, words: `It is deleted on ${server}, too, and cannot be put back.`, button: "Delete" });
    }

    async #again(act) {
        const { place } = this;
        try {
            await this.#page.allowed(act);
        } catch (problem) {
            this.#page.notice(problem.message, true);
            if (!place && this.#playlist) this.place = { id: this.#playlist.id };
        }
    }

    async #export(format) {
        await this.#again(async () => {
            const file = await this.#page.api.send("GET", `playlists/${this.#playlist.id}/export`, undefined, { format });
            saveFile(file, `${this.#playlist.name.replaceAll("/", "-")}.${format}`);
        });
    }
}
