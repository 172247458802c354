import { Owner } from "../kernel/owner.js";
import { moveByArrows } from "../kernel/spatial.js";
import { makeKept } from "../net/token.js";
import { mark } from "./elements.js";
import { LibraryPanel } from "./library/panel.js";
import { placeOf } from "./library/places.js";
import { LookPanel } from "./look.js";
import { QueuePanel } from "./queue.js";
import { RowWaves } from "./rowWaves.js";
import { ScreensPanel } from "./screens.js";

const playedEveryMs = 500;
const mostCovered = 0.6; // of the page: what is left of it is no place for a picture
const kept = makeKept(globalThis.localStorage, "downbeat.whole");

/** The drawer at the right with its panels. The library also fills the whole window, where that is larger than the drawer. */
export class Drawer {
    #page;
    #root;
    #body;
    #opener;
    #tabs;
    #panels;
    #shown = "library";
    #back;
    #waves;
    #while; // owns what is there while it is open
    #small = matchMedia("(max-width: 44rem) and (min-height: 30.01rem), (max-width: 40rem)"); // where it fills the window in any case
    #isAsked = false; // whether the whole window is asked for, this time
    #isStep = false; // whether it has a step of its own in the browser's history

    constructor(document, page) {
        const owner = new Owner();
        owner.listen(window, "popstate", () => { // before the library hears of it, which then rests
            if (this.#isStep && depthBelow() === undefined && !placeOf(location.hash)) this.close(true);
        });
        this.#page = page;
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
        for (const tab of this.#tabs) owner.listen(tab, "click", () => this.#choose(nameOf(tab)));
        owner.listen(this.#root, "keydown", (event) => this.#key(event));
        owner.listen(this.#small, "change", () => this.#lay());
    }

    get open() {
        return !this.#root.hidden;
    }

    /** Whether the library fills the window. */
    get isWhole() {
        return this.#body.classList.contains("whole");
    }

    /** Whether the list of the room's screens is visible. */
    get showsScreens() {
        return this.#panels.screens.shown;
    }

    toggle(name) {
        if (this.open && (this.#shown === name || name === undefined)) this.close();
        else this.#open(name);
    }

    /** Opens a panel at a part of it. @param {string} name @param {import("./library/places.js").Place | "playback"} [part] */
    lead(name, part) {
        if (!this.open || this.#shown !== name) this.#open(name);
        if (part === "playback") this.#panels.queue.showPlayback();
        else if (part) this.#panels.library.go(part);
    }

    /** Opens the library in the whole window, or makes it a drawer again. */
    toggleWhole() {
        const isWhole = this.isWhole;
        kept.set(isWhole ? undefined : "yes");
        this.#isAsked = false;
        if (!this.open || this.#shown !== "library") return this.#open("library");
        this.#lay();
        if (isWhole) this.#tabs[0].focus();
    }

    /** The one key of a remote control that the page itself has no use for: it leads into the library. */
    enter() {
        this.#isAsked ||= !this.open;
        if (!this.open) this.#open("library");
        else if (this.isWhole) this.#panels.library.focusList();
    }

    /** Something is to be seen that the library would lie over. */
    makeRoom() {
        if (this.isWhole) this.close();
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
        this.#isAsked = false;
        this.#while.end();
        this.#lay();
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
        const wasOpen = this.open;
        if (!wasOpen) {
            this.#back = this.#body.ownerDocument.activeElement;
            this.#root.hidden = false;
            mark(this.#opener, "aria-expanded", true);
            this.#step();
            this.#while = new Owner();
            this.#while.observe(new ResizeObserver(() => this.#cover()), this.#root, this.#body);
            this.#while.listen(this.#body, "keydown", (event) => { // a remote control has lost the focus
                if (!this.isWhole || event.target !== this.#body || event.defaultPrevented || !event.key.startsWith("Arrow")) return;
                event.preventDefault();
                this.#panels.library.focusList();
            });
            this.#keepPlayer();
            moveByArrows(this.#while, this.#root, () => this.#shown === "library" && this.#body.dataset.remote !== "on");
        }
        this.#choose(name);
        if (this.isWhole) this.#panels.library.focusList();
        else this.#tabs.find((tab) => nameOf(tab) === name).focus();
    }

    /** Where the drawer fills the window, a small player stays below it: it tells how far the track is, and leads back to the picture. */
    #keepPlayer() {
        const bar = this.#body.querySelector(".bar");
        const cover = bar.querySelector(".cover");
        const isSmall = () => this.#small.matches;
        const tell = () => {
            const durationS = this.#page.room().state?.track?.duration;
            bar.style.setProperty("--played", durationS > 0 ? Math.min(1, Math.max(0, this.#page.positionS() / durationS)).toFixed(4) : 0);
        };
        tell();
        this.#while.every(playedEveryMs, () => isSmall() && tell());
        this.#while.listen(bar.querySelector(".now"), "click", (event) => {
            if (!isSmall() || event.target.closest(".now > .icon-button")) return;
            event.stopPropagation(); // the title card would be behind the drawer
            this.close();
        }, { capture: true });
        const words = cover.ariaLabel;
        if (!isSmall()) return;
        cover.ariaLabel = cover.title = "Show the picture";
        this.#while.own(() => { cover.ariaLabel = cover.title = words; });
    }

    /** Where the drawer covers the window, the browser's Back closes it. */
    #step() {
        if (depthBelow() === undefined) { // else it was open before a reload
            if (!(matchMedia("(max-width: 44rem)").matches || this.#body.dataset.remote) || placeOf(location.hash)) return;
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
        this.#lay();
        if (this.#last) this.show(...this.#last);
    }

    /** Beside the picture, or over all of it. */
    #lay() {
        const isWhole = this.open && this.#shown === "library" && (this.#isAsked || kept.get() === "yes") && !this.#small.matches;
        const changes = isWhole !== this.isWhole;
        this.#body.classList.toggle("whole", isWhole);
        this.#body.classList.toggle("open", this.open && !isWhole);
        for (const button of document.querySelectorAll("[data-act=whole]")) mark(button, "aria-pressed", isWhole);
        this.#cover();
        if (changes && this.open && this.#shown === "library") {
            this.#panels.library.fit();
            if (isWhole) this.#panels.library.focusList();
        }
    }

    /** Leaves the picture what is not covered at the right. */
    #cover() {
        const wide = this.#body.clientWidth;
        const covered = this.open && !this.isWhole ? wide - this.#root.offsetLeft : 0;
        const px = covered < mostCovered * wide ? covered : 0;
        this.#body.style.setProperty("--covered", `${px}px`);
        this.#page.stage.covered = px;
    }

    #key(event) {
        if (event.key === "Escape" && !event.defaultPrevented && this.isWhole && this.#panels.library.leave()) {
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        const at = this.#tabs.indexOf(event.target);
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (at < 0 || !step || this.isWhole) return;
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
