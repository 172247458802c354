import { Owner } from "../../kernel/owner.js";
import { icon, iconButton, make, withStyle, write } from "../elements.js";
import { Deeds } from "./deeds.js";
import { addIcons } from "./icons.js";
import { makeNowMenu } from "./nowMenu.js";
import { hashOf, home, placeOf } from "./places.js";
import { Rows, dragged, listenForMenus } from "./rows.js";
import { views } from "./views.js";

const kinds = [["home", "Home"], ["albums", "Albums"], ["artists", "Artists"], ["tracks", "Tracks"], ["playlists", "Playlists"], ["genres", "Genres"]];
const sayMs = 600; // after the last change of what is said

/** The library: one view at a time, each with an address, so that the browser's own Back button works too. */
export class LibraryPanel {
    #page;
    #box;
    #search;
    #kindBar;
    #head;
    #heading;
    #tools;
    #status;
    #scroller;
    #frame = make("div", { class: "list-frame" }); // the list, and the letters beside it
    #bar; // of the selection
    #deeds;
    #rows;
    #place;
    #view;
    #viewOwner = new Owner();
    #depth = history.state?.library ?? 0; // views that Back leads through before the first
    #left = new Map(); // how far views were scrolled, and which of their rows had the focus, by address
    #sayTimer = 0;
    #nowMenu;
    #waves;
    #whole = make("div", {}); // in place of the list
    #isResting = false;

    /** @param {HTMLElement} box @param {object} page @param {import("../rowWaves.js").RowWaves} waves */
    constructor(box, page, waves) {
        this.#page = page;
        this.#box = box;
        this.#waves = waves;
        addIcons(document);
        withStyle("library.css").catch(() => {}); // it works without
        const go = (place) => this.go(place);
        this.#deeds = new Deeds(page, go, (kind, id, favourite) => this.#showFavourite(kind, id, favourite));
        this.#rows = new Rows(page, this.#deeds, go, waves);
        this.#nowMenu = makeNowMenu(document, page, this.#deeds);
        this.#search = make("input", {
            type: "search", placeholder: "Search", "aria-label": "Search the library", autocomplete: "off", spellcheck: "false", maxlength: 200,
            oninput: () => this.#searchFor(),
        });
        this.#kindBar = make("div", { class: "kinds", role: "group", "aria-label": "What to list" }, ...kinds.map(([kind, words]) => make("button", {
            class: "kind", type: "button", data: { kind }, onclick: () => this.go({ view: kind }),
        }, words)));
        this.#heading = make("h2", { dir: "auto", tabindex: -1 });
        this.#head = make("div", { class: "list-head", hidden: true }, iconButton("back", "Back", () => this.back()), this.#heading);
        this.#tools = make("div", { class: "list-tools" });
        this.#status = make("p", { class: "heard-only", role: "status" });
        this.#scroller = make("div", { class: "list" });
        this.#frame.append(this.#scroller);
        this.#bar = make("div", {});
        box.append(make("div", { class: "search" }, icon("search"), this.#search, iconButton("full", "Library in the whole window", undefined, { "aria-pressed": "false", data: { act: "whole" } })), this.#kindBar, this.#head, this.#tools, this.#frame, this.#whole, this.#bar, this.#status);
        box.addEventListener("keydown", (event) => this.#key(event));
        box.addEventListener("focusin", ({ target }) => { this.#used = target.closest("li"); });
        addEventListener("popstate", () => this.#popped()); // also when somebody changes the address by hand
        takeDrops(document.querySelector("#tab-queue"), (tracks) => this.#deeds.add({ tracks }));
    }

    find() {
        this.#search.focus();
        this.#search.select();
    }

    /** Something in the library changed: reloads a view that is not scrolled, unless somebody is busy in it. */
    refresh(change = "tracks") {
        this.#nowMenu.refresh(change);
        if (!this.#place || this.#scroller.scrollTop > 0 || this.#view?.selection?.isOn || document.querySelector(".menu")) return;
        if (change === "tracks" || (change === "playlist" && this.#place.view === "playlists") || ["favourite", "rating"].includes(change) || (change === "plays" && this.#place.view === "home")) this.#load(true);
    }

    /** Learns what plays, also while the panel is hidden. */
    follow(room) {
        const track = room.state?.track ?? null;
        this.#nowMenu.show(track);
        this.#deeds.playing = track;
    }

    show(room) {
        const current = room.state?.track?.id ?? null;
        if (!this.#place) this.#open(placeOf(location.hash) ?? home);
        else if (this.#isResting) history.replaceState(history.state, "", hashOf(this.#place));
        this.#isResting = false;
        if (current === this.#rows.current) return;
        this.#rows.current = current;
        for (const row of this.#scroller.querySelectorAll("li[data-track]")) this.#rows.markCurrent(row);
    }

    /** The panel is hidden: a reload should not open it. */
    rest() {
        this.#isResting = true;
        if (placeOf(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    }

    /** Shows another view; Back leads here again. @param {import("./places.js").Place} place */
    go(place) {
        this.#remember();
        this.#depth += 1;
        history.pushState({ ...history.state, library: this.#depth }, "", hashOf(place));
        this.#open(place);
        if (!this.#box.checkVisibility()) this.#page.act("library"); // asked from the bar
        if (document.body.dataset.remote === "on") this.focusList();
        else if (place.view !== "search") this.#heading.focus({ preventScroll: true });
    }

    /** Sorts or filters what is shown. */
    #replace(place) {
        history.replaceState(history.state, "", hashOf(place));
        this.#open(place);
    }

    back() {
        if (this.#depth > 0) history.back();
        else this.#replace(home);
    }

    #popped() {
        const place = placeOf(location.hash) ?? home;
        this.#depth = history.state?.library ?? 0;
        if (this.#isResting) return this.rest();
        if (!this.#place || hashOf(place) === hashOf(this.#place)) return;
        this.#remember();
        const { top, at } = this.#left.get(hashOf(place)) ?? {};
        this.#open(place, top);
        this.#focusAgain(at);
    }

    /** The focus was in what is gone: it goes to the row that led away, or to the heading. */
    async #focusAgain(at) {
        if (this.#box.hidden || this.#box.contains(document.activeElement)) return;
        this.#heading.focus({ preventScroll: true });
        await this.#loaded;
        await new Promise(requestAnimationFrame); // the list has rows where it is scrolled to
        if (at === undefined || (document.activeElement !== document.body && document.activeElement !== this.#heading)) return;
        const rows = [...this.#scroller.querySelectorAll("li")];
        const row = rows.find(({ dataset }) => dataset.at === at) ?? rows[Number(at)];
        (row?.querySelector("[data-part=main]") ?? row)?.focus({ preventScroll: true });
    }

    /** Shows the view anew after the panel has got another size, where it was. */
    fit() {
        if (this.#place && this.#scroller.clientWidth !== this.#wide) this.#open(this.#place, this.#scroller.scrollTop);
    }

    /** Lets the arrows begin in the list. */
    async focusList() {
        await this.#loaded;
        const rows = [...this.#box.querySelectorAll("li [data-part=main]")].filter((row) => row.checkVisibility());
        (this.#scroller.querySelector(".page-play") ?? rows.find(({ tabIndex }) => tabIndex === 0) ?? this.#kindBar.querySelector("[aria-pressed=true]"))?.focus();
    }

    /** Leads to the view before, if this one is not where the library begins. @returns {boolean} whether there was one */
    leave() {
        const isTop = !this.#place || kinds.some(([kind]) => kind === this.#place.view && !this.#place.id);
        if (!isTop) this.back();
        return !isTop;
    }

    #remember() {
        if (!this.#place) return;
        const row = this.#used?.isConnected ? this.#used : undefined;
        const at = row && (row.dataset.at ?? String([...this.#scroller.querySelectorAll("li")].indexOf(row)));
        this.#left.set(hashOf(this.#place), { top: this.#scroller.scrollTop, at });
    }

    #open(place, top = 0) {
        this.#viewOwner.end();
        this.#viewOwner = new Owner();
        this.#place = place;
        const scroller = make("div", { class: "list" });
        this.#scroller = scroller;
        this.#frame.replaceChildren(scroller);
        this.#frame.hidden = false;
        listenForMenus(scroller);
        if (place.view !== "search" && document.activeElement !== this.#search) this.#search.value = "";
        else if (place.view === "search" && document.activeElement !== this.#search) this.#search.value = place.query?.q ?? "";
        const isTop = kinds.some(([kind]) => kind === place.view);
        this.#kindBar.hidden = !isTop && place.view !== "search";
        this.#head.hidden = isTop || place.view === "search";
        for (const button of this.#kindBar.children) {
            button.setAttribute("aria-pressed", String(button.dataset.kind === place.view));
            if (button.dataset.kind === place.view) button.scrollIntoView({ block: "nearest", inline: "nearest" });
        }
        const lib = {
            page: this.#page, api: this.#page.api, deeds: this.#deeds, rows: this.#rows, waves: this.#waves, scroller, place, owner: this.#viewOwner,
            go: (next) => this.go(next), replace: (next) => this.#replace(next), back: () => this.back(), say: (words) => this.#say(words),
            title: (words) => write(this.#heading, words),
        };
        lib.title("");
        this.#view = views[place.view](lib);
        this.#tools.replaceChildren(...(this.#view.tools ?? []));
        scroller.append(...(this.#view.body ?? []));
        if (this.#view.rail) this.#frame.append(this.#view.rail);
        this.#frame.hidden = this.#view.whole !== undefined;
        const whole = this.#view.whole ?? make("div", {});
        this.#whole.replaceWith(whole);
        this.#whole = whole;
        const bar = this.#view.selection?.bar ?? make("div", {});
        this.#bar.replaceWith(bar);
        this.#bar = bar;
        this.#wide = scroller.clientWidth;
        this.#loaded = this.#load(false, top);
    }

    #loaded;
    #used; // the row that had the focus last
    #wide = 0; // the list, when the view was made

    async #load(quiet, top = 0) {
        const view = this.#view;
        const controls = () => [...this.#scroller.querySelectorAll("button, input")];
        const focused = quiet ? controls().indexOf(document.activeElement) : -1;
        const shimmer = quiet ? [] : Array.from({ length: 6 }, () => make("div", { class: "shimmer", "aria-hidden": "true" }));
        this.#scroller.append(...shimmer);
        try {
            await view.load();
            if (view === this.#view && top) this.#scroller.scrollTop = top;
            if (view === this.#view && focused >= 0) controls()[focused]?.focus({ preventScroll: true });
        } catch (problem) {
            if (view !== this.#view || problem.name === "AbortError" || quiet) return;
            const trouble = make("div", { class: "empty", role: "alert" }, make("p", {}, problem.message),
                make("button", { class: "wide-button", type: "button", onclick: () => {
                    trouble.remove();
                    this.#load(false, top);
                } }, "Try again"));
            this.#scroller.append(trouble);
        } finally {
            for (const line of shimmer) line.remove();
        }
    }

    #searchFor() {
        const q = this.#search.value.trim();
        const place = { view: "search", query: { q } };
        if (!q) {
            if (this.#place.view === "search") this.back();
        } else if (this.#place.view !== "search") this.go(place);
        else {
            history.replaceState(history.state, "", hashOf(place));
            this.#place = place;
            this.#view.find(q);
        }
    }

    /** @returns {boolean} whether there was something to clear */
    #clearSearch(target) {
        if (target !== this.#search || this.#search.value === "") return false;
        this.#search.value = "";
        this.#searchFor();
        return true;
    }

    #showFavourite(kind, id, favourite) {
        this.#nowMenu.favourite(kind, id, favourite);
        for (const row of this.#scroller.querySelectorAll(`li[data-${kind}="${id}"], .page-facts[data-${kind}="${id}"]`)) this.#rows.markHeart(row, favourite);
    }

    /** Says something to screen readers when it has stood for a moment. */
    #say(words) {
        clearTimeout(this.#sayTimer);
        this.#sayTimer = setTimeout(() => write(this.#status, words), sayMs);
    }

    #key(event) {
        if (event.key === "Escape" && (this.#view?.selection?.clear() || this.#clearSearch(event.target))) {
            event.stopPropagation();
            event.preventDefault();
        } else if (event.key === "ArrowDown" && event.target === this.#search) {
            event.preventDefault();
            this.#scroller.querySelector("li [data-part=main]")?.focus();
        }
    }
}

/** Lets tracks be dropped on a tab. */
function takeDrops(tab, add) {
    const isTracks = (event) => event.dataTransfer?.types.includes(dragged);
    tab.addEventListener("dragover", (event) => {
        if (!isTracks(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        tab.classList.add("drop");
    });
    tab.addEventListener("dragleave", () => tab.classList.remove("drop"));
    tab.addEventListener("drop", (event) => {
        tab.classList.remove("drop");
        if (!isTracks(event)) return;
        event.preventDefault();
        let tracks;
        try {
            tracks = JSON.parse(event.dataTransfer.getData(dragged));
        } catch {
            return; // not from this page
        }
        if (Array.isArray(tracks) && tracks.length > 0) add(tracks);
    });
}
