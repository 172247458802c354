import { errorBoundUs } from "../clock/clockEstimate.js";
import { ClockFilter } from "../clock/clockFilter.js";
import { pingDelayMs } from "../clock/pingSchedule.js";
import { delayMs } from "./backoff.js";
import { readPacket, readText } from "./messages.js";

const silenceMs = 2500; // a question unanswered for so long: the way is dead even if the socket does not know yet
const openingMs = 5000; // a server that was switched off answers nothing at all, and the browser would wait for minutes

/**
 * The room's socket: connects, comes back when it is lost, and finds out the server's time. It runs where nothing keeps it from
 * noting when a message came, in a worker, and speaks through a port with the page's RoomLink:
 *
 * | from the page | |
 * |---|---|
 * | `here` | from now on the page hears what is told |
 * | `send` | a message for the server, of the connection by that number and no other |
 * | `back` | now is a good moment to connect, if need be |
 * | `heard` | a clock has come: like all the others it tells how far apart both sides' clocks are |
 *
 * | to the page | |
 * |---|---|
 * | `opened` | with the connection's number: time to say hello |
 * | `closed` | |
 * | `message`, `packet` | from the server, in its order |
 * | `clock` | another estimate, in this side's clock, or that there is none |
 *
 * What the page says has its clock's `atMs` with it, and so has `clock` this side's: RoomLink makes out their difference.
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

    /** Connects and stays connected: the page may come later. @returns {() => void} ends it for good */
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
        if (type !== "here") return;
        this.#hasPage = true;
        if (this.#isOpen) this.#tell({ type: "opened", connection: this.#connection });
        else if (this.#attempt > 0) this.#tell({ type: "closed" });
        if (this.#filter.estimate) this.#tellClock();
    }

    #tell(message, moved) {
        if (this.#hasPage) this.#port.postMessage(message, moved);
    }

    #tellClock() {
        const { timeOrigin: originMs } = performance;
        this.#tell({ type: "clock", estimate: this.#filter.estimate, probes: this.#probes, originMs, moreMs: this.#moreMs, atMs: performance.now() });
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
        socket.onclose = () => {
            if (socket === this.#socket) this.#lost();
        };
    }

    #giveUp() {
        const silent = this.#socket;
        this.#lost();
        silent.close();
    }

    #lost() {
        this.#socket = undefined;
        clearTimeout(this.#ask);
        this.#tell({ type: "closed" });
        if (this.#ended) return;
        this.#retry = setTimeout(() => this.#open(), delayMs(this.#attempt, Math.random()));
        this.#attempt += 1;
    }

    #take(data, nowMs) {
        const nowUs = Math.round(nowMs * 1000);
        if (typeof data !== "string") {
            const packet = readPacket(data);
            if (!packet) return;
            this.#learn(() => this.#filter.message(packet.dueUs - packet.leadUs, nowUs));
            this.#tell({ type: "packet", packet }, [data]);
            return;
        }
        const message = readText(data);
        if (!message) return;
        if (message.type === "time") {
            this.#unansweredMs = undefined;
            this.#probes.answered += 1;
            this.#learn(() => this.#filter.ping(message.t1, message.t2, message.t3, nowUs));
            return;
        }
        if (message.type === "welcome") this.#attempt = 0;
        if (message.sent !== undefined) this.#learn(() => this.#filter.message(message.sent, nowUs));
        this.#tell({ type: "message", message });
    }

    #learn(add) {
        const before = this.#filter.estimate;
        add();
        if (this.#filter.estimate !== before) this.#tellClock();
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
