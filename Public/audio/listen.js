import { follower, goesOn } from "../session/timeline.js";
import { ClockDistance, planned, plannedAfter } from "./schedule.js";

const leadS = 3;
const fadeS = 0.004; // without a fade, a cut clicks
const rampS = 0.02;
const guessS = 0.5; // from then on, where the browser does not tell what is heard at which moment, its latency must do

/** Plays the room's sound on this device, in sync with the picture and with every other screen. */
export class Listening {
    #socket;
    #clientS;
    #context;
    #volume;
    #level = 1;
    #lessS;
    #subscribed = false;
    #runs = false; // has run since it was started
    #unneeded = false;
    #changed;
    /**
     * By generation; `heldS` is the end of the sound that a course has kept from before a restart of the server.
     * @type {Map<number, { gain: GainNode, timeline: object, cursorS: number | undefined, heldS: number | undefined, endsUs: number }>}
     */
    #courses = new Map();
    /** Number of chunks that arrived too late. */
    late = 0;

    /**
     * @param {import("../net/roomLink.js").RoomLink} socket
     * @param {(serverUs: number) => number | undefined} clientS this page's clock at a server time, including the offset of the device
     * @param {() => void} [changed] called when it starts, stops, or the browser lets it be heard
     */
    constructor(socket, clientS, changed = () => {}) {
        this.#socket = socket;
        this.#clientS = clientS;
        this.#changed = changed;
    }

    get on() {
        return this.#context !== undefined;
    }

    /** Whether the browser waits for a tap before it lets the page sound. */
    get waiting() {
        return this.on && this.#context.state !== "running";
    }

    /** The streams to subscribe to while listening. */
    get stream() {
        return this.#subscribed ? { lead: leadS, click: false } : false; // clicks are made here, by audio/click.js
    }

    /** Where other sounds of this device go, under its volume, and the offset of its clock from the page's; undefined while not listening. */
    get output() {
        return this.on ? { context: this.#context, node: this.#volume, lessS: this.#lessS } : undefined;
    }

    /** Whether the room's sound is not needed here, as while only a metronome plays. */
    set unneeded(unneeded) {
        this.#unneeded = unneeded;
        this.#subscribe();
    }

    /** Output latency of the device; undefined while not listening or if the browser does not know. */
    get latencyMs() {
        const latencyS = this.#context?.outputLatency;
        return latencyS > 0 ? Math.round(latencyS * 1000) : undefined;
    }

    /**
     * Starts. Without a click or key press before it, most browsers wait for one. After an interruption there is a new sound engine,
     * since the old one may belong to a device that is gone.
     * @throws if the browser has no audio output
     */
    async start(wasInterrupted = false) {
        if (this.on && (wasInterrupted || (this.#runs && this.waiting))) this.stop();
        if (this.on) return this.resume();
        const context = new AudioContext({ sampleRate: 48_000, latencyHint: "playback" });
        this.#context = context;
        this.#lessS = outputOffset(context);
        this.#volume = new GainNode(context, { gain: this.#level });
        this.#volume.connect(context.destination);
        context.onstatechange = () => this.#heard(context);
        this.#heard(context);
        await this.resume();
    }

    /** Tries again to be heard, after a tap. */
    async resume() {
        const context = this.#context;
        try {
            await context?.resume();
        } catch (error) {
            if (context === this.#context && error.name !== "NotAllowedError") throw error;
        }
        if (context === this.#context) this.#heard(context);
    }

    #heard(context) {
        if (context !== this.#context) return;
        if (context?.state === "running") this.#runs = true;
        this.#subscribe();
        this.#changed();
    }

    #subscribe() {
        const wanted = this.#runs && !this.#unneeded;
        if (wanted === this.#subscribed) return;
        this.#subscribed = wanted;
        this.#socket.send(wanted ? { type: "subscribe", streams: { audio: this.stream } } : { type: "unsubscribe", streams: ["audio"] });
    }

    stop() {
        this.#runs = false;
        this.#subscribe();
        this.#context?.close();
        this.#context = this.#volume = undefined;
        this.#changed();
        this.#courses.clear();
    }

    /** @param {number} level 0 to 1 */
    setVolume(level) {
        this.#level = level * level; // loudness is perceived logarithmically
        this.#volume?.gain.setTargetAtTime(this.#level, this.#context.currentTime, rampS);
    }

    /**
     * @param {import("../net/messages.js").Packet} packet of sound
     * @param {import("../session/timeline.js").Timeline | undefined} timeline that it belongs to
     */
    take(packet, timeline) {
        const context = this.#context;
        if (!context || context.state !== "running") return;
        const clientS = this.#clientS(packet.dueUs);
        if (clientS === undefined) return;
        const dueS = clientS + this.#deviceLessClientS();
        const course = this.#course(packet.generation, timeline);
        const rate = packet.rate * 1000;
        const durationS = packet.count / rate;
        const nowS = context.currentTime + 0.005;
        const repeats = course.heldS > Math.max(nowS, dueS);
        const plan = repeats ? plannedAfter(course.heldS, dueS, durationS) : planned(course.cursorS, dueS, durationS, nowS);
        if (!plan && repeats) return;
        course.heldS = undefined;
        if (!plan) {
            this.late += 1;
            return;
        }
        const source = new AudioBufferSourceNode(context, { buffer: bufferOf(context, packet, rate), playbackRate: plan.rate });
        source.connect(course.gain);
        source.start(plan.startS, plan.skipS);
        course.cursorS = plan.endS;
    }

    /** Stops sound that newer timelines have replaced. @param {readonly import("../session/timeline.js").Timeline[]} timelines */
    follow(timelines) {
        if (!this.on) return;
        for (const [generation, course] of this.#courses) {
            const next = course.timeline && follower(timelines, course.timeline);
            if (next && goesOn(course.timeline, next) && !this.#courses.has(next.generation)) {
                this.#courses.delete(generation);
                this.#courses.set(next.generation, Object.assign(course, { timeline: next, heldS: course.cursorS }));
                continue;
            }
            let endsUs = Infinity;
            for (const other of timelines) if (other.generation > generation) endsUs = Math.min(endsUs, other.from);
            if (endsUs === course.endsUs) continue;
            course.endsUs = endsUs;
            const clientS = endsUs === Infinity ? undefined : this.#clientS(endsUs);
            if (clientS === undefined) continue;
            const atS = Math.max(this.#context.currentTime, clientS + this.#deviceLessClientS());
            course.gain.gain.cancelScheduledValues(0);
            course.gain.gain.setTargetAtTime(0, atS, fadeS);
            setTimeout(() => {
                course.gain.disconnect();
                this.#courses.delete(generation);
            }, 1000 * (atS - this.#context.currentTime) + 500);
        }
    }

    #course(generation, timeline) {
        let course = this.#courses.get(generation);
        if (!course) {
            course = { gain: new GainNode(this.#context), timeline, cursorS: undefined, heldS: undefined, endsUs: Infinity };
            course.gain.connect(this.#volume);
            this.#courses.set(generation, course);
        }
        return course;
    }

    #deviceLessClientS() {
        return this.#lessS() ?? heardLessPageS(this.#context);
    }
}

/** Whether the browser tells what is heard at which moment; just after a start it does not, and its guess may be tens of milliseconds off. */
export const isKnown = (stamp) => stamp?.performanceTime > 0 && stamp.contextTime > 0;

/** Offset of the audio clock from the page's clock in seconds, output latency included as far as the browser knows it. */
export function heardLessPageS(context) {
    const stamp = context.getOutputTimestamp?.();
    const known = isKnown(stamp);
    const heardS = known ? stamp.contextTime : context.currentTime - (context.outputLatency || context.baseLatency || 0);
    return heardS - (known ? stamp.performanceTime : performance.now()) / 1000;
}

/**
 * The same, smoothed from call to call; undefined until it is sure.
 * @param {AudioContext} context @returns {() => number | undefined}
 */
export function outputOffset(context) {
    const distance = new ClockDistance();
    let last;
    return () => {
        const stamp = context.getOutputTimestamp?.();
        const known = isKnown(stamp);
        if (stamp && !known && context.currentTime < guessS) return undefined;
        const atS = known ? stamp.contextTime : context.currentTime;
        if (atS !== last) distance.add(heardLessPageS(context)); // a stamp that is read twice is still one
        last = atS;
        return distance.value;
    };
}

function bufferOf(context, { view, start, count, bands: channels }, rate) {
    const buffer = context.createBuffer(channels, Math.max(1, count), rate);
    for (let channel = 0; channel < channels; channel += 1) {
        const samples = buffer.getChannelData(channel);
        for (let at = 0, byte = start + 2 * channel; at < count; at += 1, byte += 2 * channels) samples[at] = view.getInt16(byte, true) / 32768;
    }
    return buffer;
}
