import { nextClickState } from "./clickState.js";
import { headroomOf } from "./headroom.js";
import { madeKit } from "./kits.js";
import { outputOffset } from "./listen.js";

const aheadS = 1.2; // a few beats
const mostAheadS = 3; // where the page pauses for long
const hiddenAheadS = 2.5; // browsers wake hidden pages once a second
const pausesAhead = 3; // of the longest pause of late
const fading = 0.99; // of that pause, with each call
const everyMs = 100;
const soonMs = 20; // while the offset of the audio clock is not sure
const keptS = 1; // a click that has sounded is remembered so long, since clocks may step back a little
const sameUs = 500; // a click whose time changes by more is another one
const mostOffS = 0.002; // one that would be heard further from its time is scheduled anew: the clocks or the device's offset have changed
const leastMoveS = 0.067; // unless it is about to be heard
const stallMs = 1000; // a sound engine whose clock stands still for so long has lost its device
const stuckMs = 4000; // longer than an engine takes to begin
const suspendedMs = 5000; // a page that was not called for so long was suspended

/**
 * Schedules clicks on the audio clock by the room's clock. What is due is asked again and again, and what was scheduled and is due no
 * longer, is cancelled: so the clicks of a generation that has been replaced never sound, and none sounds twice.
 */
export class Click {
    /** @type {import("./clickState.js").ClickState} */
    state = "idle";
    /** How many were scheduled, cancelled, and too late to be scheduled. */
    counts = { scheduled: 0, cancelled: 0, late: 0 };

    #place;
    #changed;
    #context;
    #output;
    #lessS;
    #kit;
    /** How much softer the clicks of a rhythm are with this kit. */
    #headroom = new WeakMap();
    #level = 1;
    #timer;
    #soon;
    #calledMs;
    #pauseMs = 0;
    #clock = { atS: 0, atMs: 0 };
    /** By key. @type {Map<string, { source: AudioBufferSourceNode, atS: number, dueUs: number, voice: string }>} */
    #scheduled = new Map();

    /**
     * @param {object} place
     * @param {() => number | undefined} place.serverUs
     * @param {(serverUs: number) => number | undefined} place.clientS as Listening has it
     * @param {(fromUs: number, untilUs: number, nowUs: number) => { key: string, dueUs: number, voice: string, rhythm?: object }[] | undefined} place.due undefined while nothing clicks; those of one rhythm get headroom for all of them
     * @param {() => void} [changed] called when the state changes
     */
    constructor(place, changed = () => {}) {
        this.#place = place;
        this.#changed = changed;
    }

    get on() {
        return this.#context !== undefined;
    }

    /**
     * Starts to schedule, unless it does so already. Returns whether it was started.
     * @param {{ context: AudioContext, node: AudioNode, lessS?: () => number | undefined }} output where it sounds; `lessS` is the offset of its clock from the page's, undefined until it is sure
     */
    start({ context, node, lessS }) {
        if (this.#context === context) return false;
        this.stop();
        this.#context = context;
        this.#lessS = lessS ?? outputOffset(context);
        this.#output = new GainNode(context, { gain: this.#level });
        this.#output.connect(node);
        this.#kit ??= madeKit(context);
        this.#calledMs = performance.now();
        this.#clock = { atS: context.currentTime, atMs: this.#calledMs };
        context.addEventListener("statechange", this.schedule);
        this.#timer = setInterval(this.schedule, everyMs);
        this.schedule();
        return true;
    }

    stop() {
        clearInterval(this.#timer);
        clearTimeout(this.#soon);
        this.#context?.removeEventListener("statechange", this.schedule);
        this.#cancel(() => true);
        this.#output?.disconnect();
        this.#context = undefined;
        this.#step("end");
        this.state = "idle";
    }

    /** A person wants to hear it, after an interruption. */
    tap() {
        this.#calledMs = performance.now();
        this.#clock = { atS: this.#context?.currentTime ?? 0, atMs: this.#calledMs };
        this.#step("tap");
    }

    fail() {
        this.#step("fail");
    }

    /** @param {Record<string, AudioBuffer>} kit by voice; clicks that are scheduled keep theirs */
    set kit(kit) {
        this.#kit = kit;
        this.#headroom = new WeakMap();
    }

    /** @param {number} level a factor */
    set level(level) {
        if (level === this.#level) return;
        this.#level = level;
        this.#output?.gain.setTargetAtTime(level, this.#context.currentTime, 0.01);
    }

    /** Schedules what is due in the next moments. Call it at once when what is due changes. */
    schedule = () => {
        const context = this.#context;
        if (!context) return;
        clearTimeout(this.#soon);
        const nowMs = performance.now();
        this.#watch(nowMs);
        const serverUs = this.#place.serverUs();
        const clientS = serverUs === undefined ? undefined : this.#place.clientS(serverUs);
        if (clientS === undefined) return;
        const isRunning = context.state === "running";
        const lessS = isRunning ? this.#lessS() : undefined; // a clock that stands tells nothing of its offset
        const isSure = lessS !== undefined;
        if (isRunning && !isSure && this.state !== "interrupted") this.#soon = setTimeout(this.schedule, soonMs);
        const nowUs = isSure ? serverUs + (context.currentTime - lessS - clientS) * 1e6 : serverUs; // what is handed over now is heard then
        const untilUs = nowUs + 1e6 * (this.#aheadS());
        const due = this.#place.due(nowUs - 1e6 * keptS, untilUs, nowUs);
        this.#step(due ? "begin" : "end");
        const wanted = new Map(due?.map((click) => [click.key, click]));
        this.#adopt(wanted);
        this.#cancel((key, { dueUs }) => !(Math.abs(wanted.get(key)?.dueUs - dueUs) <= sameUs));
        if (!isSure || this.state === "interrupted" || this.state === "failed") return;
        for (const click of wanted.values()) {
            if (click.dueUs < nowUs) continue;
            const atS = this.#place.clientS(click.dueUs) + lessS;
            const known = this.#scheduled.get(click.key);
            if (known && (Math.abs(known.atS - atS) <= mostOffS || Math.min(known.atS, atS) < context.currentTime + leastMoveS)) continue;
            if (known) this.#cancel((key) => key === click.key);
            this.#sound(click, atS);
        }
    };

    #aheadS() {
        const least = globalThis.document?.hidden ? hiddenAheadS : aheadS;
        return Math.min(mostAheadS, Math.max(least, (pausesAhead * this.#pauseMs) / 1000));
    }

    #sound(click, atS) {
        const context = this.#context;
        if (atS < context.currentTime) {
            this.counts.late += 1;
            return;
        }
        const source = new AudioBufferSourceNode(context, { buffer: this.#kit[click.voice] });
        const gain = this.#gainOf(click);
        if (gain < 1) source.connect(new GainNode(context, { gain })).connect(this.#output);
        else source.connect(this.#output);
        source.start(atS);
        this.counts.scheduled += 1;
        this.#scheduled.set(click.key, { source, atS, dueUs: click.dueUs, voice: click.voice });
    }

    #gainOf({ rhythm }) {
        if (!rhythm) return 1;
        if (!this.#headroom.has(rhythm)) this.#headroom.set(rhythm, headroomOf(this.#kit, rhythm));
        return this.#headroom.get(rhythm);
    }

    /** A server that has started again announces what plays under other numbers: clicks at the same moment are the same. */
    #adopt(wanted) {
        for (const [key, one] of this.#scheduled) {
            if (wanted.has(key)) continue;
            for (const click of wanted.values()) {
                if (click.voice !== one.voice || Math.abs(click.dueUs - one.dueUs) > sameUs || this.#scheduled.has(click.key)) continue;
                this.#scheduled.delete(key);
                this.#scheduled.set(click.key, one);
                break;
            }
        }
    }

    #cancel(isVoid) {
        const nowS = this.#context?.currentTime ?? 0;
        for (const [key, one] of this.#scheduled) {
            if (!isVoid(key, one)) continue;
            this.#scheduled.delete(key);
            if (one.atS <= nowS) continue;
            one.source.stop();
            one.source.disconnect();
            this.counts.cancelled += 1;
        }
    }

    /** Tells a running sound engine from one that was taken away. */
    #watch(nowMs) {
        const context = this.#context;
        const isRunning = context.state === "running";
        if (context.currentTime > this.#clock.atS) this.#clock = { atS: context.currentTime, atMs: nowMs, moved: true };
        else if (!isRunning) this.#clock.atMs = nowMs;
        const standsMs = nowMs - this.#clock.atMs;
        const isStalled = standsMs > stallMs;
        const wasSuspended = nowMs - this.#calledMs > suspendedMs;
        this.#pauseMs = Math.max(nowMs - this.#calledMs, this.#pauseMs * fading);
        this.#calledMs = nowMs;
        if (!isRunning || isStalled || wasSuspended) this.#step("lost");
        else if (this.#clock.moved) this.#step("heard");
        if (isRunning && standsMs > stuckMs) this.#step("stuck");
        if (this.state === "interrupted") this.#cancel(() => true);
    }

    #step(event) {
        const state = nextClickState(this.state, event);
        if (state === this.state) return;
        this.state = state;
        this.#changed();
    }
}
