import { clientTimeUs, errorBoundUs, forClockBehind, serverTimeUs } from "../clock/clockEstimate.js";
import { ClockGap } from "../clock/clockGap.js";
import { ShownClock } from "../clock/shownClock.js";

const longJumpUs = 1_000_000; // further back than this the server itself began anew: nobody waits for the old time
const gapAnswers = 50; // among so many messages some are as fast as any

/**
 * The page's end of the room's socket: says and hears what the room says, and knows the server's time in the page's own clock.
 * Whoever needs what comes sets `heard`, `packet` and `learned`.
 */
export class RoomLink {
    /** @type {(message: { type: string } & Record<string, any>) => void} of every text, and of `opened` and `closed` */
    heard = () => {};
    /** @type {(packet: import("./messages.js").Packet) => void} */
    packet = () => {};
    /** Called when more is known of the clock. */
    learned = () => {};
    /** Questions for the time since the page opened, and how many were answered. */
    probes = { asked: 0, answered: 0 };

    #hello;
    #port;
    #connection;
    /** @type {import("../clock/clockEstimate.js").ClockEstimate | undefined} */
    #estimate;
    #clock = new ShownClock();
    #gap;
    #gapAnswers = 0;
    #frameMs = 0;
    #commands = 0;
    #waiting = new Map();

    /** @param {() => object} hello the fields of the hello message, asked on each connection */
    constructor(hello) {
        this.#hello = hello;
    }

    /** Speaks through a port from now on, and through no other. @param {MessagePort | Worker} port to a RoomSocket */
    start(port) {
        if (this.#port) this.#port.onmessage = null;
        if (this.open) this.#lost();
        this.#port = port;
        this.#gap = undefined;
        port.onmessage = ({ data }) => this.#take(data, performance.now());
        this.#say("here");
    }

    get open() {
        return this.#connection !== undefined;
    }

    /** @param {object} message */
    send(message) {
        // With the connection's number: what was meant for one that is lost must not reach the next, where no hello was said yet.
        if (this.open) this.#say("send", { connection: this.#connection, message });
    }

    /** Says hello once more, with what has changed. */
    greet() {
        this.send({ type: "hello", protocol: 1, ...this.#hello() });
    }

    /** A lost connection is tried again at once, instead of when its time comes. */
    comeBack() {
        this.#say("back");
    }

    /**
     * @param {Record<string, unknown>} command with its name in `do`
     * @returns {Promise<Record<string, any>>} the result, or the error that the server answered
     */
    command(command) {
        if (!this.open) return Promise.resolve({ type: "error", code: "offline", message: "The server does not answer." });
        const id = (this.#commands += 1);
        this.send({ type: "command", id, ...command });
        return new Promise((resolve) => this.#waiting.set(id, resolve));
    }

    /** The server's time to draw in the frame of a stamp, never less than in the last. @returns {number | undefined} microseconds */
    frameUs(stampMs) {
        this.#frameMs = Math.max(this.#frameMs, stampMs);
        return this.#clock.timeUs(stampMs * 1000);
    }

    /** The server's time as it is shown, for any moment of this page's clock. @returns {number | undefined} microseconds */
    serverUs(clientMs) {
        return this.#clock.timeUs(clientMs * 1000);
    }

    /** This page's clock when the server's shows a time. @returns {number | undefined} milliseconds */
    clientMs(serverUs) {
        return this.#estimate && clientTimeUs(this.#estimate, serverUs) / 1000;
    }

    /** How far the clock may be wrong, what it stands at and how long the way is. @returns {object | undefined} in microseconds */
    clockState(clientMs) {
        if (!this.#estimate) return undefined;
        const clientUs = clientMs * 1000;
        const serverUs = serverTimeUs(this.#estimate, clientUs);
        const { roundTripUs, skew } = this.#estimate;
        return {
            offsetUs: serverUs - clientUs,
            boundUs: errorBoundUs(this.#estimate, clientUs),
            driftUs: (this.#clock.timeUs(clientUs) ?? 0) - serverUs,
            roundTripUs,
            skew,
        };
    }

    #say(type, rest) {
        this.#port?.postMessage({ type, atMs: performance.now(), ...rest });
    }

    #take(told, nowMs) {
        switch (told.type) {
        case "opened":
            this.#connection = told.connection;
            this.#estimate = undefined;
            this.greet(); // before anything else: this connection knows nothing of what was said on another
            this.heard({ type: "opened" });
            break;
        case "closed":
            this.#lost();
            break;
        case "message":
            this.#answer(told.message);
            this.heard(told.message);
            break;
        case "packet":
            this.packet(told.packet);
            break;
        case "clock":
            this.#learn(told, nowMs);
            break;
        }
    }

    #answer(message) {
        if (message.id === undefined || (message.type !== "result" && message.type !== "error")) return;
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
    }

    #lost() {
        this.#connection = undefined;
        for (const resolve of this.#waiting.values()) {
            resolve({ type: "error", code: "offline", message: "The connection was lost." });
        }
        this.#waiting.clear();
        this.heard({ type: "closed" });
    }

    #learn({ estimate, probes, originMs, moreMs, atMs }, nowMs) {
        this.probes = probes;
        this.#gap ??= new ClockGap(performance.timeOrigin - originMs);
        this.#gap.heardHere(atMs, nowMs);
        this.#gap.heardThere(moreMs);
        if (this.#gapAnswers < gapAnswers) {
            this.#gapAnswers += 1;
            this.#say("heard");
        }
        this.#estimate = estimate && forClockBehind(estimate, 1000 * this.#gap.ms);
        if (estimate) this.#follow(nowMs);
        this.learned();
    }

    #follow(nowMs) {
        // From the last frame on: the next one's stamp may be far earlier than now, and must not read the clock before its newest course.
        const clientUs = Math.round((this.#frameMs || nowMs) * 1000);
        const shown = this.#clock.timeUs(clientUs);
        if (shown !== undefined && shown - serverTimeUs(this.#estimate, clientUs) > longJumpUs) this.#clock = new ShownClock();
        this.#clock.follow(this.#estimate, clientUs);
    }
}
