import { waveformStyles } from "../renderers/waveform/index.js";
import { greatest, readWaveform } from "../waveform/pyramid.js";
import { make } from "./elements.js";

const pixels = 64; // of a small waveform
const atOnce = 4; // concurrent requests
const kept = 400; // tracks whose peaks are kept
const fine = 0.6; // scale of bars and lines, relative to the seek bar

/** Small waveforms in lists, in the current style and colours. Only visible ones are loaded, a few at a time, and drawn. */
export class RowWaves {
    #api;
    #colours;
    #peaks = new Map(); // LRU cache by track, the last used at the end
    #seen = new Map(); // visible canvases and their tracks
    #wanted = []; // visible canvases whose peaks are not loaded
    #analyzed = new Map(); // which tracks are analyzed, as far as known
    #coming = 0;
    #style;
    #draw;
    #palette;
    #observer;

    /**
     * @param {ReturnType<import("../net/api.js").makeApi>} api
     * @param {() => import("../session/palette.js").Palette} colours the current colours
     */
    constructor(api, colours) {
        this.#api = api;
        this.#colours = colours;
        this.#observer = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) {
                if (isIntersecting) this.#see(target);
                else this.#seen.delete(target);
                if (!target.isConnected) this.#observer.unobserve(target);
            }
            this.#fetch();
        });
    }

    /** A picture for a row. @param {number | null} track null if there is none @param {{ state: string }} [analysis] of the track, if known */
    row(track, analysis) {
        if (analysis) this.#analyzed.set(track, analysis.state === "done");
        const canvas = make("canvas", { class: "row-wave", width: 1, height: 1, "aria-hidden": "true", data: { track } });
        if (track !== null) this.#observer.observe(canvas);
        return canvas;
    }

    /** @param {import("../session/settings.js").Settings} settings */
    async show({ waveform }) {
        const palette = this.#colours();
        if (waveform === this.#style && palette === this.#palette) return;
        this.#palette = palette;
        if (waveform !== this.#style) {
            this.#style = waveform;
            const module = await waveformStyles.find(({ id }) => id === waveform).load().catch(() => undefined); // the seek bar reports it
            if (waveform !== this.#style || !module) return;
            this.#draw = module.draw;
        }
        for (const canvas of this.#seen.keys()) this.#paint(canvas);
    }

    /** The analysis of a track has progressed. @param {{ track: number, state: string }} news */
    tellAnalysis({ track, state }) {
        if (state !== "done") return;
        this.#analyzed.set(track, true);
        for (const [canvas, of] of this.#seen) if (of === track) this.#wanted.push(canvas);
        this.#fetch();
    }

    #see(canvas) {
        const track = Number(canvas.dataset.track);
        this.#seen.set(canvas, track);
        if (this.#peaks.has(track)) this.#paint(canvas);
        else this.#wanted.push(canvas);
    }

    #fetch() {
        while (this.#coming < atOnce && this.#wanted.length > 0) {
            const track = this.#seen.get(this.#wanted.shift()); // undefined if it is no longer visible
            if (track === undefined || this.#peaks.has(track) || this.#analyzed.get(track) === false) continue;
            this.#coming += 1;
            this.#ask(track).finally(() => {
                this.#coming -= 1;
                this.#fetch();
            });
        }
    }

    async #ask(track) {
        this.#keep(track, undefined);
        try {
            if (!this.#analyzed.has(track)) this.#analyzed.set(track, (await this.#api.track(track)).analysis.state === "done");
            if (!this.#analyzed.get(track)) return this.#peaks.delete(track);
            const pyramid = readWaveform(await this.#api.waveform(track, { pixels, bits: 8 }));
            const scale = 1 / Math.max(0.05, greatest(pyramid));
            this.#keep(track, pyramid.levels[0].map((height) => Math.min(1, height * scale) ** 1.2));
        } catch {
            return this.#peaks.delete(track); // the row works without it and asks again when it is visible again
        }
        for (const [canvas, of] of this.#seen) if (of === track) this.#paint(canvas);
    }

    #keep(track, peaks) {
        this.#peaks.delete(track);
        this.#peaks.set(track, peaks);
        if (this.#peaks.size > kept) this.#peaks.delete(this.#peaks.keys().next().value);
    }

    #paint(canvas) {
        const peaks = this.#peaks.get(this.#seen.get(canvas));
        if (!peaks || !this.#draw) return;
        const ratio = Math.min(2, devicePixelRatio || 1);
        canvas.width = Math.round(canvas.clientWidth * ratio);
        canvas.height = Math.round(canvas.clientHeight * ratio);
        const colours = this.#palette;
        this.#draw(canvas.getContext("2d"), {
            width: canvas.width, height: canvas.height, unit: fine * ratio, peaks, progress: 0, playing: false, timeS: 0,
            levels: new Float32Array(0), loudness: 0, colours, css: colours.css, movement: "still",
        });
    }
}
