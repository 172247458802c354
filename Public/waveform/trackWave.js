import { fillColumns, greatest, readWaveform } from "./pyramid.js";

const overview = 2048; // pixels: more than a bar shows at once
const waitS = 20; // the server may still be at the analysis

/** The waveform of the track that plays: an overview at first, all of it once somebody looks closer. */
export class TrackWave {
    #fetch;
    #tell;
    #pyramid;
    #scale = 1;
    #fine = false;
    #loading;

    /**
     * @param {(track: number, query: object, signal: AbortSignal) => Promise<ArrayBuffer>} fetch
     * @param {(sentence: string | null, again: boolean) => void} tell what goes wrong, or nothing, whenever that or the waveform changes
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

    /** Whatever was known is of another track. */
    forget() {
        this.#loading?.abort();
        this.#loading = this.#pyramid = undefined;
        this.#fine = false;
    }

    /** Fetches it, unless it is here or on its way. */
    want(track) {
        if (!this.#pyramid && !this.#loading) this.#load(track, { pixels: overview, wait: waitS });
    }

    /** From now on every zoom is at hand. @returns {boolean} whether that is new */
    wantFine(track) {
        if (this.#fine || !this.#pyramid) return false;
        this.#fine = true;
        this.#load(track, {});
        return true;
    }

    /** @param {import("./span.js").Span} span @param {Float32Array} peaks written, all of it: 0 where nothing is known */
    fill({ startS, endS }, peaks) {
        if (!this.#pyramid) {
            peaks.fill(0);
            return;
        }
        fillColumns(this.#pyramid, startS, endS, peaks);
        for (let at = 0; at < peaks.length; at += 1) peaks[at] = Math.min(1, peaks[at] * this.#scale) ** 1.2;
    }

    async #load(track, query) {
        this.#loading?.abort();
        const loading = new AbortController();
        this.#loading = loading;
        this.#tell(null, false);
        let trouble = null;
        try {
            const pyramid = readWaveform(await this.#fetch(track, query, loading.signal));
            if (!pyramid) throw new Error("The waveform makes no sense.");
            if (loading !== this.#loading) return;
            this.#pyramid = pyramid;
            this.#scale = 1 / Math.max(0.05, greatest(pyramid));
        } catch (error) {
            if (loading !== this.#loading) return;
            if (this.#pyramid) this.#fine = false; // the overview stands, and the next zoom asks again
            else trouble = error.message;
        }
        this.#loading = undefined;
        this.#tell(trouble, trouble !== null);
    }
}
