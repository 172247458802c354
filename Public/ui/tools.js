import { drawLoop } from "../waveform/loop.js";
import { drawOverview } from "../waveform/overview.js";
import { BeatTools } from "./beatTools.js";
import { makeExports } from "./exports.js";
import { icon, iconButton, make, mark } from "./elements.js";
import { MarkerTools } from "./markerTools.js";

const nudgeS = 0.1;

/**
 * The panel over the seek bar, for editing beats and markers. Made when it is first opened.
 *
 * @typedef {object} ToolsPage
 * @property {ReturnType<import("../net/api.js").makeApi>} api
 * @property {import("./seekbar.js").SeekBar} seekbar
 * @property {(sentence: string, trouble?: boolean) => void} notice
 * @property {<T>(act: () => Promise<T>) => Promise<T>} allowed asks for the token if an action needs it
 * @property {() => number} positionS the shown position in the track
 * @property {(command: object) => Promise<unknown>} command
 * @property {() => object} room
 * @property {{ here?: ReturnType<import("./sound.js").makeSound> }} sound of this device
 * @property {() => number | undefined} serverUs
 * @property {(serverUs: number) => number | undefined} clientS this page's clock when sound of a server time is to be heard
 * @property {(clientMs: number) => number | undefined} heardS the position that is heard at a time; undefined while nothing plays
 */
export class SeekTools {
    #page;
    #body;
    #root;
    #tabs;
    #tools;
    #shown;
    #back;
    #wasWhole = false; // zoom state before it was opened

    /** @param {Document} document @param {ToolsPage} page */
    constructor(document, page) {
        this.#page = page;
        this.#body = document.body;
        this.#tools = { beats: new BeatTools(page), markers: new MarkerTools(page) };
        this.#tabs = { beats: this.#tab("beats", "Beats"), markers: this.#tab("markers", "Markers") };
        const close = iconButton("close", "Close the tools", () => this.close());
        this.#root = make("section", { class: "tools glass", "aria-label": "Beats and markers", hidden: true,
            onkeydown: (event) => this.#key(event) },
            make("div", { class: "tools-head" },
                make("div", { class: "tabs", role: "tablist", "aria-label": "Tools of the seek bar" }, this.#tabs.beats, this.#tabs.markers),
                makeExports(page), close),
            ...Object.entries(this.#tools).map(([name, tool]) => {
                Object.assign(tool.root, { id: `tools-${name}`, hidden: true });
                mark(tool.root, "role", "tabpanel");
                mark(tool.root, "aria-label", this.#tabs[name].textContent);
                return tool.root;
            }));
        document.querySelector(".bar").append(this.#root);
        page.seekbar.over = {
            draw: (context, strip, span) => {
                if (!page.seekbar.showsWhole && !page.seekbar.dial) drawOverview(context, strip, span, page.seekbar.durationS);
                drawLoop(context, strip, span, page.room().state?.loop);
                this.#tools.beats.draw(context, strip, span);
                if (this.#shown === "markers") this.#tools.markers.draw(context, strip, span);
            },
            grab: (atS, reachS) => this.#tool?.grab(atS, reachS) ?? false,
            drag: (byS) => this.#tool?.drag(byS),
            drop: (done, atS, dragged) => this.#tool?.drop(done, atS, dragged),
        };
        page.seekbar.changed = () => this.#follow();
        this.#follow();
    }

    /** Opens one of the two, or closes it if it is open. @param {"beats" | "markers"} name */
    toggle(name) {
        if (this.#shown === name) this.close();
        else this.#open(name);
    }

    close() {
        if (!this.#shown) return;
        this.#choose(undefined);
        this.#tools.beats.closed();
        if (this.#wasWhole) this.#page.seekbar.showWhole();
        this.#root.hidden = true;
        this.#body.classList.remove("tooling");
        if (this.#back?.isConnected) this.#back.focus();
    }

    /** Handles a tap along with the music while the beats panel is open. @param {number} clientMs when */
    tap(clientMs) {
        if (this.#shown === "beats") this.#tools.beats.tap(clientMs);
    }

    /** The room's state has changed. */
    told() {
        this.#tools.markers.told();
        this.#page.seekbar.touch();
    }

    /** The track's grid changed on the server. */
    gridChanged() {
        this.#tools.beats.load();
    }

    /** Handles keys on a marker's button. @param {object} marker @param {"remove" | "edit" | "earlier" | "later"} act */
    markerAct(marker, act) {
        const { markers } = this.#tools;
        if (act === "remove") markers.remove(marker);
        else if (act === "earlier") markers.move(marker, -nudgeS);
        else if (act === "later") markers.move(marker, nudgeS);
        else {
            markers.choose(marker.id);
            this.#open("markers");
        }
    }

    get #tool() {
        return this.#tools[this.#shown];
    }

    #follow() {
        this.#tools.beats.follow();
        this.#tools.markers.follow();
        if (this.#page.seekbar.source === null) this.close();
    }

    #open(name) {
        if (this.#page.seekbar.source === null) {
            this.#page.notice("Play something first.");
            return;
        }
        if (!this.#shown) {
            this.#back = this.#body.ownerDocument.activeElement;
            this.#wasWhole = this.#page.seekbar.showsWhole;
        }
        this.#root.hidden = false;
        this.#body.classList.add("tooling");
        this.#choose(name);
        this.#tabs[name].focus({ focusVisible: false });
    }

    #choose(name) {
        this.#shown = name;
        for (const [other, tool] of Object.entries(this.#tools)) {
            tool.root.hidden = other !== name;
            tool.shown = other === name;
            mark(this.#tabs[other], "aria-selected", other === name);
            this.#tabs[other].tabIndex = other === name ? 0 : -1;
        }
        this.#page.seekbar.straight = name !== undefined;
        this.#tool?.opened();
    }

    #tab(name, word) {
        return make("button", { class: "tab", type: "button", role: "tab", "aria-controls": `tools-${name}`, onclick: () => this.#choose(name) },
            icon(name === "beats" ? "beats" : "flag"), word);
    }

    #key(event) {
        if (event.key === "Escape") {
            this.close();
        } else if (event.target.getAttribute("role") === "tab" && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
            this.#choose(this.#shown === "beats" ? "markers" : "beats");
            this.#tabs[this.#shown].focus();
        } else {
            return;
        }
        event.preventDefault();
    }
}
