import { countBefore } from "../waveform/beatLines.js";
import { heardLessPageS } from "./listen.js";
import { ClockDistance } from "./schedule.js";

const aheadS = 0.35; // how far ahead clicks are scheduled; timers of busy pages are late by less
const everyMs = 80;
const clickS = 0.03;
const barHz = 1600;
const beatHz = 1000;

/**
 * The clicks that are due in a stretch of server time.
 * @param {readonly import("../session/timeline.js").Timeline[]} timelines by generation
 * @param {number | null} track whose grid it is
 * @param {{ beats: readonly number[], positions: readonly number[] }} grid
 * @param {number} fromUs @param {number} untilUs
 * @returns {{ key: string, dueUs: number, opens: boolean }[]} `opens` tells that it starts a bar
 */
export function clicksDue(timelines, track, { beats, positions }, fromUs, untilUs) {
    const due = [];
    timelines.forEach((timeline, index) => {
        if (!timeline.playing || timeline.track !== track) return;
        const first = Math.max(fromUs, timeline.from);
        const last = Math.min(untilUs, ...timelines.slice(index + 1).map(({ from }) => from));
        for (let beat = countBefore(beats, timeline.position + (first - timeline.at) / 1e6 - 1e-6); beat < beats.length; beat += 1) {
            const dueUs = timeline.at + (beats[beat] - timeline.position) * 1e6;
            if (dueUs >= last) break;
            due.push({ key: `${timeline.generation}/${beat}`, dueUs, opens: positions[beat] === 1 });
        }
    });
    return due;
}

/** Clicks on the beats, on this device, by the room's clock: to hear whether they are right. */
export class Click {
    #place;
    #context;
    #volume;
    #level = 0.5;
    #distance = new ClockDistance();
    #scheduled = new Map(); // by key
    #timer;
    #sounds;

    /**
     * @param {object} place `serverUs()`, `clientS(serverUs)` as Listening has it, `timelines()`, and `grid()` with its `track`; no grid while there is none
     */
    constructor(place) {
        this.#place = place;
    }

    get on() {
        return this.#context !== undefined;
    }

    /** Starts; call this from a click or key handler. */
    async start() {
        if (this.on) return;
        const context = this.#context = new AudioContext({ sampleRate: 48_000 });
        this.#volume = new GainNode(context, { gain: this.#level });
        this.#volume.connect(context.destination);
        this.#sounds = { bar: clickOf(context, barHz, 1), beat: clickOf(context, beatHz, 0.7) };
        this.#timer = setInterval(() => this.#schedule(), everyMs);
        await context.resume();
    }

    stop() {
        clearInterval(this.#timer);
        this.#context?.close();
        this.#context = undefined;
        this.#scheduled.clear();
        this.#distance = new ClockDistance();
    }

    /** @param {number} level 0 to 1 */
    setVolume(level) {
        this.#level = level * level;
        if (this.#volume) this.#volume.gain.value = this.#level;
    }

    /** The beats have changed: clicks that are scheduled may be wrong. */
    changed() {
        for (const { source } of this.#scheduled.values()) source.stop();
        this.#scheduled.clear();
        if (this.on) this.#schedule();
    }

    #schedule() {
        const context = this.#context;
        const serverUs = this.#place.serverUs();
        const grid = this.#place.grid();
        if (context.state !== "running" || serverUs === undefined) return;
        const lessS = this.#distance.add(heardLessPageS(context));
        const heardUs = serverUs + (context.currentTime - lessS - this.#place.clientS(serverUs)) * 1e6; // what is handed over now is heard then
        const due = grid ? clicksDue(this.#place.timelines(), grid.track, grid, heardUs, heardUs + aheadS * 1e6) : [];
        const keys = new Set(due.map(({ key }) => key));
        for (const [key, { source, atS }] of this.#scheduled) {
            if (keys.has(key)) continue;
            if (atS > context.currentTime) source.stop(); // the room has paused or jumped
            this.#scheduled.delete(key);
        }
        for (const { key, dueUs, opens } of due) {
            const clientS = this.#place.clientS(dueUs);
            const atS = clientS === undefined ? -1 : clientS + lessS;
            if (this.#scheduled.has(key) || atS < context.currentTime) continue;
            const source = new AudioBufferSourceNode(context, { buffer: opens ? this.#sounds.bar : this.#sounds.beat });
            source.connect(this.#volume);
            source.start(atS);
            this.#scheduled.set(key, { source, atS });
        }
    }
}

function clickOf(context, hz, level) {
    const buffer = context.createBuffer(1, Math.round(clickS * context.sampleRate), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) {
        samples[at] = level * Math.sin((2 * Math.PI * hz * at) / context.sampleRate) * Math.exp((-8 * at) / samples.length);
    }
    return buffer;
}
