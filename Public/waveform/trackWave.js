import { fillColumns, greatest, readWaveform } from "./pyramid.js";

const overview = 2048; // pixels: more than a bar shows at once
const mostPixels = 1_000_000; // of an answer
const finest = 190; // pixels a second, at most
const waitS = 20; // the analysis may still be running

/** The waveform of what plays: an overview at first, full resolution after the first zoom. */
export class TrackWave {
    #fetch;
    #tell;
    #pyramid;
    #scale = 1;
    #fine = false;
    #loading;

    /**
     * @param {(source: string, query: object, signal: AbortSignal) => Promise<ArrayBuffer>} fetch
     * @param {(sentence: string | null, again: boolean) => void} tell called with an error or null, whenever that or the waveform changes
     */
    constructor(fetch, tell) {
        this.#fetch = fetch;
        this.#tell = tell;
    }

    get here() {
        return this.#pyramid !== undefined;
    }

    get coming() {
        return this.#pyramid === undefined && this.#loading !== undefined;
    }

    /** Clears the data of the last one. */
    forget() {
        this.#loading?.abort();
        this.#loading = this.#pyramid = undefined;
        this.#fine = false;
    }

    /** Loads it, unless it is loaded or loading. */
    want(source) {
        if (!this.#pyramid && !this.#loading) this.#load(source, { pixels: overview, wait: waitS });
    }

    /** Switches to full resolution. @returns {boolean} whether this changed anything */
    wantFine(source) {
        if (this.#fine || !this.#pyramid) return false;
        this.#fine = true;
        const { pixelS, levels } = this.#pyramid;
        this.#load(source, pixelS * levels[0].length * finest > mostPixels ? { pixels: mostPixels } : {});
        return true;
    }

    /** @param {import("./span.js").Span} span @param {Float32Array} peaks output, filled completely: 0 where unknown */
    fill({ startS, endS }, peaks) {
        if (!this.#pyramid) {
            peaks.fill(0);
            return;
        }
        fillColumns(this.#pyramid, startS, endS, peaks);
        for (let at = 0; at < peaks.length; at += 1) peaks[at] = Math.min(1, peaks[at] * this.#scale) ** 1.2;
    }

    async #load(source, query) {
        this.#loading?.abort();
        const loading = new AbortController();
        this.#loading = loading;
        this.#tell(null, false);
        let trouble = null;
        try {
            const pyramid = readWaveform(await this.#fetch(source, query, loading.signal));
            if (!pyramid) throw new Error("The waveform is invalid.");
            if (loading !== this.#loading) return;
            this.#pyramid = pyramid;
            this.#scale = 1 / Math.max(0.05, greatest(pyramid));
        } catch (error) {
            if (loading !== this.#loading) return;
            if (this.#pyramid) this.#fine = false; // keep the overview; the next zoom tries again
            else trouble = error.message;
        }
        this.#loading = undefined;
        this.#tell(trouble, trouble !== null);
    }
}
