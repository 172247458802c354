import { shareOf } from "../waveform/span.js";
import { make, mark } from "./elements.js";
import { counted, markerWords } from "./phrases.js";

/** The name of the seek bar. @param {number} count of markers */
export const sliderWords = (count) => (count === 0 ? "Position" : `Position, ${counted(count, "marker")}`);

/** The markers over the seek bar: a button for each that jumps to its position, even where it is not visible. */
export class MarkerButtons {
    /** @type {readonly { id: number, start: number, end?: number | null, label?: string, colour?: string }[]} */
    markers = [];
    #box;
    #bar;

    /**
     * @param {HTMLElement} box
     * @param {object} bar its `slider`, `seek(atS)`, `reveal(atS)` and `markerAct(marker, act)` for keys
     */
    constructor(box, bar) {
        this.#box = box;
        this.#bar = bar;
    }

    set(markers) {
        const focused = this.markers[[...this.#box.children].indexOf(document.activeElement)]?.id;
        this.markers = markers;
        mark(this.#bar.slider, "aria-label", sliderWords(markers.length));
        this.#box.replaceChildren(...markers.map((marker) => this.#button(marker)));
        if (focused !== undefined) this.#box.children[markers.findIndex(({ id }) => id === focused)]?.focus();
    }

    /** @param {import("../waveform/span.js").Span} span markers outside are hidden, but can still be reached by keyboard */
    place(span) {
        this.markers.forEach((marker, index) => {
            const { classList, style } = this.#box.children[index];
            const from = shareOf(span, marker.start);
            const to = marker.end == null ? from : shareOf(span, marker.end);
            classList.toggle("beyond", to < 0 || from > 1);
            const start = Math.min(1, Math.max(0, from));
            style.setProperty("--at", start);
            style.setProperty("--long", Math.max(0, Math.min(1, to) - start));
        });
    }

    #button(marker) {
        const words = markerWords(marker);
        const button = make("button", {
            class: marker.end == null ? "marker" : "marker region", type: "button", "aria-label": words, title: words,
            onclick: () => this.#bar.seek(marker.start), onfocus: () => this.#bar.reveal(marker.start), onkeydown: (event) => this.#key(marker, event),
        });
        if (marker.colour) button.style.setProperty("--marker", marker.colour);
        return button;
    }

    #key(marker, event) {
        const act = event.shiftKey ? { ArrowLeft: "earlier", ArrowRight: "later" }[event.key]
            : { Delete: "remove", Backspace: "remove", e: "edit" }[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.#bar.markerAct(marker, act);
    }
}
