import { mark } from "./elements.js";
import { LibraryPanel } from "./library/panel.js";
import { placeOf } from "./library/places.js";
import { LookPanel } from "./look.js";
import { QueuePanel } from "./queue.js";
import { RowWaves } from "./rowWaves.js";
import { ScreensPanel } from "./screens.js";

/** The drawer at the right with its panels. */
export class Drawer {
    #root;
    #body;
    #opener;
    #tabs;
    #panels;
    #shown = "library";
    #back;
    #waves;
    #isStep = false; // whether it has a step of its own in the browser's history

    constructor(document, page) {
        addEventListener("popstate", () => { // before the library hears of it, which then rests
            if (this.#isStep && depthBelow() === undefined && !placeOf(location.hash)) this.close(true);
        });
        this.#body = document.body;
        this.#root = document.querySelector(".drawer");
        this.#opener = document.querySelector(".sound [data-act=library]");
        this.#tabs = [...this.#root.querySelectorAll("[role=tab]")];
        const box = (name) => this.#root.querySelector(`#panel-${name}`);
        this.#waves = new RowWaves(page.api, page.colours);
        this.#panels = {
            library: new LibraryPanel(box("library"), page, this.#waves),
            queue: new QueuePanel(box("queue"), page, this.#waves),
            look: new LookPanel(box("look"), page),
            screens: new ScreensPanel(box("screens"), page),
        };
        for (const tab of this.#tabs) tab.addEventListener("click", () => this.#choose(nameOf(tab)));
        this.#root.addEventListener("keydown", (event) => this.#key(event));
    }

    get open() {
        return !this.#root.hidden;
    }

    /** Whether the list of the room's screens is visible. */
    get showsScreens() {
        return this.#panels.screens.shown;
    }

    toggle(name) {
        if (this.open && (this.#shown === name || name === undefined)) this.close();
        else this.#open(name);
    }

    find() {
        this.#open("library");
        this.#panels.library.find();
    }

    libraryChanged(change) {
        this.#panels.library.refresh(change);
        if (change === "looks") this.#panels.look.looksChanged();
    }

    tellAnalysis(analysis) {
        this.#waves.tellAnalysis(analysis);
    }

    /** @param {boolean} isBack whether the browser has gone back already */
    close(isBack = false) {
        if (!this.open) return;
        this.#panels[this.#shown].rest?.();
        this.#root.hidden = true;
        this.#body.classList.remove("open");
        mark(this.#opener, "aria-expanded", false);
        (this.#back?.isConnected ? this.#back : this.#opener).focus();
        if (this.#isStep && !isBack && depthBelow() !== undefined) history.go(depthBelow() - depthNow() - 1);
        this.#isStep = false;
    }

    /** @param {import("../session/room.js").Room} room @param {import("../session/settings.js").Settings} settings */
    show(room, settings) {
        this.#panels.library.follow(room);
        if (this.open) {
            this.#panels[this.#shown].show(room, settings);
            this.#waves.show(settings);
        }
        this.#last = [room, settings];
    }

    #last;

    #open(name) {
        if (!this.open) {
            this.#back = this.#body.ownerDocument.activeElement;
            this.#root.hidden = false;
            this.#body.classList.add("open");
            mark(this.#opener, "aria-expanded", true);
            this.#step();
        }
        this.#choose(name);
        this.#tabs.find((tab) => nameOf(tab) === name).focus();
    }

    /** Where the drawer covers the window, the browser's Back closes it. */
    #step() {
        if (depthBelow() === undefined) { // else it was open before a reload
            if (!matchMedia("(max-width: 44rem)").matches || placeOf(location.hash)) return;
            history.pushState({ ...history.state, drawer: depthNow() }, "");
        }
        this.#isStep = true;
    }

    #choose(name) {
        if (name !== this.#shown) this.#panels[this.#shown].rest?.();
        this.#shown = name;
        for (const tab of this.#tabs) {
            const chosen = nameOf(tab) === name;
            mark(tab, "aria-selected", chosen);
            tab.tabIndex = chosen ? 0 : -1;
            this.#root.querySelector(`#panel-${nameOf(tab)}`).hidden = !chosen;
        }
        if (this.#last) this.show(...this.#last);
    }

    #key(event) {
        const at = this.#tabs.indexOf(event.target);
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (at < 0 || !step) return;
        const tab = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length];
        this.#choose(nameOf(tab));
        tab.focus();
        event.preventDefault();
    }
}

// How many views of the library Back leads through: now, and where the drawer's own step was made.
const depthNow = () => history.state?.library ?? 0;
const depthBelow = () => history.state?.drawer;

function nameOf(tab) {
    return tab.id.replace("tab-", "");
}
