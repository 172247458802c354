import { ClockFilter, errorBoundUs, serverTimeUs } from "../clock/clockFilter.js";
import { pingDelayMs } from "../clock/pingSchedule.js";
import { ShownClock } from "../clock/shownClock.js";
import { delayMs } from "./backoff.js";
import { readPacket, readText } from "./messages.js";

const silenceMs = 2500; // no answer for so long: the way is dead even if the socket does not know yet
const longJumpUs = 1_000_000; // further back than this the server itself began anew: nobody waits for the old time

/**
 * A socket that joins a room, comes back when it is lost, and knows the server's time.
 * Whoever needs what comes sets `heard` and `packet`.
 */
export class RoomSocket {
    /** @type {(message: { type: string } & Record<string, any>) => void} of every text, and of `opened` and `closed` */
    heard = () => {};
    /** @type {(packet: import("./messages.js").Packet) => void} */
    packet = () => {};
    /** Questions for the time since the page opened, and how many were answered. */
    probes = { asked: 0, answered: 0 };

    #address;
    #hello;
    #socket;
    #attempt = 0;
    #retry = 0;
    #ask = 0;
    #asked = 0;
    #answeredMs = 0;
    #jumps = 0;
    #filter = new ClockFilter();
    #clock = new ShownClock();
    #readMs = 0;
    #commands = 0;
    #waiting = new Map();
    #ended = false;

    /**
     * @param {string} address of the socket
     * @param {() => object} hello the fields of the hello message, asked on each connection
     */
    constructor(address, hello) {
        this.#address = address;
        this.#hello = hello;
    }

    /** Connects and stays connected. @returns {() => void} ends it for good */
    start() {
        const comeBack = () => {
            if (this.#retry && document.visibilityState === "visible") this.#open();
        };
        window.addEventListener("online", comeBack);
        document.addEventListener("visibilitychange", comeBack);
        this.#open();
        return () => {
            this.#ended = true;
            window.removeEventListener("online", comeBack);
            document.removeEventListener("visibilitychange", comeBack);
            clearTimeout(this.#retry);
            clearTimeout(this.#ask);
            this.#socket?.close();
        };
    }

    get open() {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    /** @param {object} message */
    send(message) {
        if (this.open) this.#socket.send(JSON.stringify(message));
    }

    /** Says hello once more, with what has changed. */
    greet() {
        this.send({ type: "hello", protocol: 1, ...this.#hello() });
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

    /** The server's time to draw for a moment of this page's clock. @returns {number | undefined} microseconds */
    serverUs(clientMs) {
        this.#readMs = Math.max(this.#readMs, clientMs);
        return this.#clock.timeUs(clientMs * 1000);
    }

    /** This page's clock when the server's shows a time. @returns {number | undefined} milliseconds */
    clientMs(serverUs) {
        const { estimate } = this.#filter;
        if (!estimate) return undefined;
        return (serverUs - estimate.offsetUs + estimate.skew * estimate.madeAtUs) / (1 + estimate.skew) / 1000;
    }

    /** How far the clock may be wrong, what it stands at and how long the way is. @returns {object | undefined} in microseconds */
    clockState(clientMs) {
        const { estimate } = this.#filter;
        if (!estimate) return undefined;
        const clientUs = clientMs * 1000;
        return {
            offsetUs: serverTimeUs(estimate, clientUs) - clientUs,
            boundUs: errorBoundUs(estimate, clientUs),
            driftUs: (this.#clock.timeUs(clientUs) ?? 0) - serverTimeUs(estimate, clientUs),
            roundTripUs: estimate.roundTripUs,
            skew: estimate.skew,
        };
    }

    #open() {
        clearTimeout(this.#retry);
        this.#retry = 0;
        const socket = new WebSocket(this.#address);
        socket.binaryType = "arraybuffer";
        this.#socket = socket;
        socket.onopen = () => {
            this.#filter = new ClockFilter();
            this.#jumps = 0;
            this.#asked = 0;
            this.#answeredMs = performance.now();
            this.greet();
            this.heard({ type: "opened" });
            this.#askTime();
        };
        socket.onmessage = (event) => {
            if (socket === this.#socket) this.#take(event.data, performance.now());
        };
        socket.onclose = () => {
            if (socket === this.#socket) this.#lost();
        };
    }

    #lost() {
        this.#socket = undefined;
        clearTimeout(this.#ask);
        for (const resolve of this.#waiting.values()) {
            resolve({ type: "error", code: "offline", message: "The connection was lost." });
        }
        this.#waiting.clear();
        this.heard({ type: "closed" });
        if (this.#ended) return;
        this.#retry = setTimeout(() => this.#open(), delayMs(this.#attempt, Math.random()));
        this.#attempt += 1;
    }

    #take(data, nowMs) {
        if (typeof data !== "string") {
            const packet = readPacket(data);
            if (!packet) return;
            this.#learn(() => this.#filter.message(packet.dueUs - packet.leadUs, Math.round(nowMs * 1000)), nowMs);
            this.packet(packet);
            return;
        }
        const message = readText(data);
        if (!message) return;
        if (message.type === "time") {
            this.#answered(message, nowMs);
            return;
        }
        if (message.type === "welcome") this.#attempt = 0;
        if (message.sent !== undefined) this.#learn(() => this.#filter.message(message.sent, Math.round(nowMs * 1000)), nowMs);
        if (message.id !== undefined && (message.type === "result" || message.type === "error")) {
            this.#waiting.get(message.id)?.(message);
            this.#waiting.delete(message.id);
        }
        this.heard(message);
    }

    #answered({ t1, t2, t3 }, nowMs) {
        this.#answeredMs = nowMs;
        this.probes.answered += 1;
        this.#learn(() => this.#filter.ping(t1, t2, t3, Math.round(nowMs * 1000)), nowMs);
    }

    #learn(add, nowMs) {
        const before = this.#filter.estimate;
        add();
        const { estimate } = this.#filter;
        if (!estimate || estimate === before) return;
        // From the last frame on: the next one's stamp may be earlier than now, and must not read the clock before its newest course.
        const clientUs = Math.round((this.#readMs || nowMs) * 1000);
        const shown = this.#clock.timeUs(clientUs);
        if (shown !== undefined && shown - serverTimeUs(estimate, clientUs) > longJumpUs) this.#clock = new ShownClock();
        this.#clock.follow(estimate, clientUs);
    }

    #askTime() {
        if (!this.open) return;
        const nowMs = performance.now();
        if (nowMs - this.#answeredMs > silenceMs && this.#asked > 3) {
            const silent = this.#socket;
            this.#lost();
            silent.close();
            return;
        }
        if (this.#filter.jumps !== this.#jumps) {
            this.#jumps = this.#filter.jumps;
            this.#asked = 0;
        }
        this.send({ type: "time", t1: Math.round(nowMs * 1000) });
        this.#asked += 1;
        this.probes.asked += 1;
        this.#ask = setTimeout(() => this.#askTime(), pingDelayMs(this.#asked));
    }
}
