import { icon, iconButton, make } from "./elements.js";
import { rowWords } from "./rowWords.js";
import { clockTime, counted } from "./words.js";

const typingMs = 180;
const coverPixels = 96;
const around = 500; // tracks queued together with the chosen one; a message has room for thousands
const kinds = ["albums", "artists", "tracks", "playlists"];
const how = "Put music into the server's folder, and it appears here.";
const empty = { albums: `No albums yet. ${how}`, artists: `No artists yet. ${how}`, tracks: `No music yet. ${how}` };

/** The library: search, albums, artists and tracks, to play and to add. */
export class LibraryPanel {
    #page;
    #api;
    #search;
    #kindBar;
    #list;
    #head;
    #kind = "albums";
    #inside = null;
    #asking;
    #timer = 0;
    #begun = false;
    #current = null;
    #total = 0;
    #items = [];
    #waves;
    #box;
    #playlists;

    /** @param {HTMLElement} box @param {object} page @param {import("./rowWaves.js").RowWaves} waves */
    constructor(box, page, waves) {
        this.#waves = waves;
        this.#box = box;
        this.#page = page;
        this.#api = page.api;
        this.#search = make("input", {
            type: "search", placeholder: "Search", "aria-label": "Search the library", autocomplete: "off", spellcheck: "false",
        });
        this.#search.addEventListener("input", () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#searchFor(), typingMs);
        });
        this.#kindBar = make("div", { class: "kinds", role: "group", "aria-label": "What to list" }, ...kinds.map((kind) => make("button", {
            class: "kind", type: "button", data: { kind }, "aria-pressed": String(kind === this.#kind), onclick: () => this.#choose(kind),
        }, kind[0].toUpperCase() + kind.slice(1))));
        this.#head = make("div", { class: "list-head", hidden: true });
        this.#list = make("ul", { class: "list", "aria-label": "Results" });
        this.#list.addEventListener("scroll", () => this.#scrolled(), { passive: true });
        box.append(make("div", { class: "search" }, icon("search"), this.#search), this.#kindBar, this.#head, this.#list);
    }

    find() {
        this.#search.focus();
        this.#search.select();
    }

    /** The library changed: reloads the list unless it is scrolled far down. */
    refresh() {
        if (this.#begun && this.#list.scrollTop === 0) this.#load({ quiet: true });
    }

    show(room) {
        if (!this.#begun) {
            this.#begun = true;
            this.#load();
        }
        const current = room.state?.track?.id ?? null;
        if (current === this.#current) return;
        this.#current = current;
        for (const row of this.#list.children) row.classList.toggle("current", row.dataset.track === String(current));
    }

    #searchFor() {
        if (this.#search.value.trim() && ["albums", "playlists"].includes(this.#kind) && !this.#inside) this.#kind = "tracks";
        this.#inside = null;
        this.#load();
    }

    #choose(kind) {
        this.#kind = kind;
        this.#inside = null;
        this.#load();
    }

    #enter(inside) {
        this.#inside = inside;
        this.#load();
    }

    /** `more` appends to the list; `quiet` keeps the old list until the answer arrives. */
    async #load({ more = false, quiet = false } = {}) {
        this.#asking?.abort();
        if (await this.#showsPlaylists()) return;
        const asking = new AbortController();
        this.#asking = asking;
        if (!more) {
            this.#items = [];
            this.#total = 0;
            this.#writeHead();
            this.#list.scrollTop = 0;
            if (!quiet) this.#list.replaceChildren(...Array.from({ length: 6 }, () => make("li", { class: "shimmer", "aria-hidden": "true" })));
        }
        try {
            const answer = await this.#ask(asking.signal);
            if (asking !== this.#asking) return;
            if (!more) this.#list.replaceChildren();
            this.#items.push(...answer.items);
            this.#total = answer.total;
            this.#list.append(...answer.items.map((item, index) => this.#row(item, this.#items.length - answer.items.length + index)));
            if (this.#items.length === 0) this.#list.replaceChildren(make("li", { class: "empty" }, this.#nothing()));
        } catch (error) {
            if (asking !== this.#asking || error.name === "AbortError") return;
            const trouble = make("li", { class: "empty" }, make("p", {}, error.message),
                make("button", { class: "wide-button", type: "button", onclick: () => {
                    trouble.remove();
                    this.#load({ more });
                } }, "Try again"));
            if (more) this.#list.append(trouble);
            else this.#list.replaceChildren(trouble);
        } finally {
            if (asking === this.#asking) this.#asking = undefined;
        }
    }

    /** Shows the playlists in the place of the list, or hides them. Returns whether they are shown. */
    async #showsPlaylists() {
        const isShown = this.#kind === "playlists" && !this.#inside;
        this.#list.hidden = isShown;
        if (isShown) this.#writeHead();
        if (isShown && !this.#playlists) {
            const { PlaylistsPanel } = await import("./playlists/panel.js");
            this.#playlists = new PlaylistsPanel({ ...this.#page, playing: () => this.#current }, this.#waves);
            this.#box.append(this.#playlists.element);
        }
        if (this.#playlists) this.#playlists.element.hidden = !isShown;
        if (isShown) this.#playlists.load();
        return isShown;
    }

    #ask(signal) {
        const offset = this.#items.length;
        const q = this.#search.value.trim();
        if (this.#inside) return this.#api.tracks({ ...this.#inside.query, offset, sort: "album" }, signal);
        return this.#api[this.#kind]({ q, offset, ...(this.#kind === "tracks" ? { sort: q ? "relevance" : "title" } : {}) }, signal);
    }

    #nothing() {
        const q = this.#search.value.trim();
        return q ? `No results for “${q}”.` : empty[this.#inside ? "tracks" : this.#kind];
    }

    #scrolled() {
        const { scrollTop, clientHeight, scrollHeight } = this.#list;
        const waits = this.#asking || this.#list.lastElementChild?.matches(".empty"); // after a failure the person retries
        if (!waits && this.#items.length < this.#total && scrollTop + clientHeight * 2 > scrollHeight) this.#load({ more: true });
    }

    #writeHead() {
        const inside = this.#inside;
        this.#head.hidden = !inside;
        this.#kindBar.hidden = inside !== null;
        for (const button of this.#kindBar.children) button.setAttribute("aria-pressed", button.dataset.kind === this.#kind);
        if (!inside) return;
        this.#head.replaceChildren(
            iconButton("back", "Back to the list", () => this.#enter(null)),
            make("h2", {}, inside.name),
            ...(this.#isGuest ? [] : [iconButton("play", `Play ${inside.name}`, () => this.#page.command({ do: "play", ...inside.choice }))]),
            iconButton("add", `Add ${inside.name} to the queue`, () => this.#add(inside.choice)));
    }

    #add(choice) {
        this.#page.command({ do: "queue.add", ...choice }).then((answer) => {
            if (answer.type === "result") this.#page.notice("Added to the queue.");
        });
    }

    #row(item, index) {
        if (this.#inside || this.#kind === "tracks") return this.#trackRow(item, index);
        const album = this.#kind === "albums";
        const name = album ? item.title : item.name;
        const line = album
            ? [item.artist?.name ?? "Various artists", item.year].filter(Boolean).join(" · ")
            : `${counted(item.albums, "album")} · ${counted(item.tracks, "track")}`;
        const choice = album ? { album: item.id } : { artist: item.id };
        return this.#made({
            name, line, choice, side: album ? counted(item.tracks, "track") : undefined,
            art: album ? this.#api.albumArt(item.id, coverPixels) : undefined,
            act: () => this.#enter({ name, choice, query: choice }),
        });
    }

    get #isGuest() {
        return this.#page.role() === "guest";
    }

    /** Plays from a row on; a guest adds its track instead. */
    #play(index, choice) {
        if (this.#isGuest) this.#add(choice);
        else this.#page.command({ do: "play", ...this.#from(index) });
    }

    /** The listed tracks around a row, in list order. */
    #from(index) {
        if (this.#inside) return { ...this.#inside.choice, start: index };
        const first = Math.max(0, index - around);
        return { tracks: this.#items.slice(first, index + around).map(({ id }) => id), start: index - first };
    }

    #trackRow(track, index) {
        const row = this.#made({
            name: track.title, line: track.artist?.name ?? "Unknown artist", side: track.duration ? clockTime(track.duration) : undefined,
            choice: { track: track.id }, art: this.#api.trackArt(track.id, coverPixels),
            act: () => this.#play(index, { track: track.id }), said: `${this.#isGuest ? "Add" : "Play"} ${track.title}`,
            wave: this.#waves.row(track.id, track.analysis),
        });
        row.dataset.track = track.id;
        row.classList.toggle("current", track.id === this.#current);
        return row;
    }

    #made({ name, line, side, choice, art, act, said, wave }) {
        const cover = make("div", { class: "cover row-cover" }, icon("disc"));
        if (art) {
            const picture = make("img", { src: art, alt: "", loading: "lazy", decoding: "async" });
            picture.addEventListener("error", () => picture.remove());
            cover.append(picture);
        }
        return make("li", { class: "row" },
            make("button", { class: "row-main", type: "button", onclick: act, "aria-label": said ? `${said}, ${line}` : undefined }, cover,
                rowWords(name, line, wave, side)),
            // All of an artist is more than a guest may add.
            !(this.#isGuest && choice.artist) && iconButton("add", `Add ${name} to the queue`, () => this.#add(choice)));
    }
}
