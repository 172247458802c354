import { errorBoundUs, serverTimeUs } from "../clock/clockEstimate.js";
import { ClockFilter } from "../clock/clockFilter.js";
import { pingDelayMs } from "../clock/pingSchedule.js";
import { delayMs } from "./backoff.js";
import { readPacket, readText } from "./messages.js";

const silenceMs = 2500; // timeout of a ping: after it the connection is dead, even if the socket is still open
const restarted = 1012; // the close code of a server that another one replaces: it is there at once
const spreadMs = 100; // so that many screens do not come back in the same instant
const openingMs = 5000; // timeout of connecting: for a host that is down, the browser would wait for minutes

/**
 * The room's socket: connects, reconnects, and estimates the server's time. It runs in a worker, so that drawing does not delay the
 * timestamps of messages, and communicates with the page's RoomLink through a port:
 *
 * | from the page | |
 * |---|---|
 * | `here` | the page is listening |
 * | `send` | a message for the server, on the connection with that number only |
 * | `back` | reconnect now if necessary |
 * | `away` | disconnect: the browser keeps the page for its Back button, and may stop it at any moment |
 * | `heard` | a clock was received; like all messages it helps to measure the offset of the two sides' clocks |
 *
 * | to the page | |
 * |---|---|
 * | `opened` | with the connection's number; the page must send hello |
 * | `closed` | with `restarts` if another server takes this one's place: then what it has not answered was not done |
 * | `message`, `packet` | from the server, in the order in which it sent them |
 * | `clock` | a new estimate by this side's clock, or none |
 *
 * Messages of the page carry its clock as `atMs`, and `clock` carries this side's, from which RoomLink computes their offset.
 */
export class RoomSocket {
    #port;
    #address;
    #socket;
    #connection = 0;
    #hasPage = false;
    #attempt = 0;
    #retry;
    #ask;
    #asked = 0;
    #unansweredMs;
    #jumps = 0;
    #filter = new ClockFilter();
    /** The estimate of an earlier connection, while it is the better one. @type {import("../clock/clockEstimate.js").ClockEstimate | undefined} */
    #earlier;
    #probes = { asked: 0, answered: 0 };
    #moreMs = Infinity;
    #ended = false;

    /**
     * @param {MessagePort | DedicatedWorkerGlobalScope} port to the page
     * @param {string} address of the socket
     */
    constructor(port, address) {
        this.#port = port;
        this.#address = address;
    }

    /** Connects and stays connected; the page may attach later. @returns {() => void} disconnects for good */
    start() {
        this.#port.onmessage = ({ data }) => this.#heed(data, performance.now());
        this.#open();
        return () => {
            this.#ended = true;
            this.#port.onmessage = null;
            clearTimeout(this.#retry);
            clearTimeout(this.#ask);
            this.#socket?.close();
        };
    }

    get #isOpen() {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    #heed({ type, atMs, connection, message }, nowMs) {
        this.#moreMs = Math.min(this.#moreMs, nowMs - atMs);
        if (type === "send" && connection === this.#connection) this.#send(message);
        if (type === "back" && this.#retry !== undefined) this.#open();
        if (type === "away") this.#leave();
        if (type !== "here") return;
        this.#hasPage = true;
        if (this.#isOpen) this.#tell({ type: "opened", connection: this.#connection });
        else if (this.#attempt > 0) this.#tell({ type: "closed" });
        if (this.#estimate) this.#tellClock();
    }

    get #estimate() {
        return this.#earlier ?? this.#filter.estimate;
    }

    #tell(message, moved) {
        if (this.#hasPage) this.#port.postMessage(message, moved);
    }

    #tellClock() {
        const { timeOrigin: originMs } = performance;
        this.#tell({ type: "clock", estimate: this.#estimate, probes: this.#probes, originMs, moreMs: this.#moreMs, atMs: performance.now() });
    }

    #send(message) {
        if (this.#isOpen) this.#socket.send(JSON.stringify(message));
    }

    #open() {
        clearTimeout(this.#retry);
        this.#retry = undefined;
        const socket = new WebSocket(this.#address);
        socket.binaryType = "arraybuffer";
        this.#socket = socket;
        this.#ask = setTimeout(() => this.#giveUp(), openingMs);
        socket.onopen = () => {
            if (socket !== this.#socket) return;
            clearTimeout(this.#ask);
            this.#earlier = this.#estimate;
            this.#filter = new ClockFilter();
            this.#jumps = 0;
            this.#asked = 0;
            this.#unansweredMs = undefined;
            this.#connection += 1;
            this.#tell({ type: "opened", connection: this.#connection });
            this.#askTime();
        };
        socket.onmessage = ({ data }) => {
            if (socket === this.#socket) this.#take(data, performance.now());
        };
        socket.onclose = ({ code }) => {
            if (socket === this.#socket) this.#lost(code === restarted);
        };
    }

    #giveUp() {
        const silent = this.#socket;
        this.#lost();
        silent.close();
    }

    /** Disconnects, and waits for `back` before it connects again. */
    #leave() {
        if (this.#socket) this.#giveUp();
        clearTimeout(this.#retry);
    }

    #lost(restarts = false) {
        this.#socket = undefined;
        clearTimeout(this.#ask);
        this.#tell({ type: "closed", restarts });
        if (this.#ended) return;
        this.#retry = setTimeout(() => this.#open(), restarts ? spreadMs * Math.random() : delayMs(this.#attempt, Math.random()));
        this.#attempt += 1;
    }

    #take(data, nowMs) {
        const nowUs = Math.round(nowMs * 1000);
        if (typeof data !== "string") {
            const packet = readPacket(data);
            if (!packet) return;
            this.#learn(nowUs, () => this.#filter.message(packet.dueUs - packet.leadUs, nowUs));
            this.#tell({ type: "packet", packet }, [data]);
            return;
        }
        const message = readText(data);
        if (!message) return;
        if (message.type === "time") {
            this.#unansweredMs = undefined;
            this.#probes.answered += 1;
            this.#learn(nowUs, () => this.#filter.ping(message.t1, message.t2, message.t3, nowUs));
            return;
        }
        if (message.type === "welcome") this.#attempt = 0;
        if (message.sent !== undefined) this.#learn(nowUs, () => this.#filter.message(message.sent, nowUs));
        this.#tell({ type: "message", message });
    }

    #learn(nowUs, add) {
        const before = this.#filter.estimate;
        add();
        const { estimate } = this.#filter;
        if (estimate === before) return;
        if (!isBetter(this.#earlier, estimate, nowUs)) this.#earlier = undefined;
        this.#tellClock();
    }

    #askTime() {
        const nowMs = performance.now();
        if (nowMs - this.#unansweredMs > silenceMs) {
            this.#giveUp();
            return;
        }
        if (this.#filter.jumps !== this.#jumps) {
            this.#jumps = this.#filter.jumps;
            this.#asked = 0;
        }
        this.#send({ type: "time", t1: Math.round(nowMs * 1000) });
        this.#unansweredMs ??= nowMs;
        this.#asked += 1;
        this.#probes.asked += 1;
        const { estimate } = this.#filter;
        const boundUs = estimate ? errorBoundUs(estimate, nowMs * 1000) : Infinity;
        this.#ask = setTimeout(() => this.#askTime(), pingDelayMs(this.#asked, boundUs));
    }
}

/**
 * Whether an earlier connection's estimate is more exact than a new one: the first answers of a server that has just started are slow. It
 * is of no use if the two contradict each other, since then it is of another clock.
 */
function isBetter(earlier, estimate, nowUs) {
    if (!earlier || !estimate) return false;
    const [old, young] = [errorBoundUs(earlier, nowUs), errorBoundUs(estimate, nowUs)];
    return old < young && Math.abs(serverTimeUs(earlier, nowUs) - serverTimeUs(estimate, nowUs)) <= old + young;
}
