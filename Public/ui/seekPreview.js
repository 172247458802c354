import { countBefore } from "../waveform/beatLines.js";
import { make, withStyle, write } from "./elements.js";
import { clockTime } from "./words.js";

const staleMs = 10_000; // a grid is asked for again after this time: somebody may have edited it

/** The label over the seek bar where a pointer is: the time there, the bar of the music, and the marker or section. */
export class SeekPreview {
    #bar;
    #api;
    #label = make("output", { class: "seek-preview", "aria-hidden": "true", hidden: true });
    #atS = 0;
    #grid;
    #source;
    #askedMs = -Infinity;

    /** @param {HTMLElement} root @param {import("./seekbar.js").SeekBar} bar @param {ReturnType<import("../net/api.js").makeApi>} api */
    constructor(root, bar, api) {
        this.#bar = bar;
        this.#api = api;
        withStyle("preview.css").then(() => root.append(this.#label), () => {}); // without its style it would be in the way
    }

    /** @param {number} atS @param {{ x: number, y: number }} place in pixels from the left and top of the bar */
    show(atS, { x, y }) {
        this.#atS = atS;
        this.#know();
        this.#write();
        this.#label.style.setProperty("--x", `${x}px`);
        this.#label.style.setProperty("--y", this.#bar.dial ? `${y}px` : "0px");
        this.#label.hidden = false;
    }

    hide() {
        this.#label.hidden = true;
    }

    #write() {
        write(this.#label, previewWords(this.#atS, this.#grid, this.#bar.markers));
    }

    async #know() {
        const { source } = this.#bar;
        if (source === this.#source && performance.now() - this.#askedMs < staleMs) return;
        if (source !== this.#source) this.#grid = undefined;
        this.#source = source;
        this.#askedMs = performance.now();
        const grid = await this.#api.grid(source).catch(() => undefined); // a track may have no analysis yet
        if (source !== this.#source) return;
        this.#grid = grid;
        this.#write();
    }
}

/**
 * @param {number} atS
 * @param {{ downbeats: readonly number[] } | undefined} grid
 * @param {readonly { start: number, end?: number | null, label?: string | null }[]} markers
 * @returns {string} "1:02 · bar 31 · Chorus"
 */
export function previewWords(atS, grid, markers) {
    const bar = grid && !grid.doubtful ? countBefore(grid.downbeats, atS + 1e-6) : 0;
    return [clockTime(atS), bar > 0 && `bar ${bar}`, sectionAt(markers, atS)].filter(Boolean).join(" · ");
}

/** The name of the innermost region around a time or, outside all regions, of the last marker before it. */
function sectionAt(markers, atS) {
    const named = markers.filter(({ label, start }) => label && start <= atS);
    const regions = named.filter(({ end }) => end != null && atS < end).sort((one, other) => (one.end - one.start) - (other.end - other.start));
    return (regions[0] ?? named.filter(({ end }) => end == null).sort((one, other) => one.start - other.start).at(-1))?.label;
}
