import { clientTimeUs, errorBoundUs, forClockBehind, serverTimeUs } from "../clock/clockEstimate.js";
import { ClockGap } from "../clock/clockGap.js";
import { ShownClock } from "../clock/shownClock.js";

const longJumpUs = 1_000_000; // if the clock goes back by more, the server's clock restarted: do not wait for the old time
const obeyedMs = 2000; // a command is obeyed within this time or never
const gapAnswers = 50; // among this many messages some have the shortest delay

const offline = { type: "error", code: "offline", message: "Server not responding." };

/**
 * The page's side of the room's socket: sends and receives messages, and converts between the page's clock and the server's.
 * Set `heard`, `packet` and `learned` to receive what comes.
 */
export class RoomLink {
    /** @type {(message: { type: string } & Record<string, any>) => void} called with every text message, and with `opened` and `closed` */
    heard = () => {};
    /** @type {(packet: import("./messages.js").Packet) => void} */
    packet = () => {};
    /** Called when the estimate of the clock changes. */
    learned = () => {};
    /** The number of pings since the page opened, and of answers. */
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
    /** Commands without an answer, by number, in the order in which they were sent. @type {Map<number, { message: object, answer: (answer: object) => void }>} */
    #waiting = new Map();
    /** Runs while a server that another one replaces is gone: what is commanded meanwhile waits. */
    #restart;

    /** @param {() => object} hello returns the fields of the hello message; called on each connection */
    constructor(hello) {
        this.#hello = hello;
    }

    /** Uses this port from now on, instead of any other. @param {MessagePort | Worker} port to a RoomSocket */
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
        // With the connection's number: a message for a lost connection must not reach the next one before its hello.
        if (this.open) this.#say("send", { connection: this.#connection, message });
    }

    /** Sends hello again with the changes. */
    greet() {
        this.send({ type: "hello", protocol: 1, ...this.#hello() });
    }

    /** Disconnects until the page goes on. */
    goAway() {
        this.#say("away");
    }

    /** Reconnects at once instead of after the delay. */
    comeBack() {
        this.#say("back");
    }

    /**
     * @param {Record<string, unknown>} command with its name in `do`
     * @returns {Promise<Record<string, any>>} the result, or the error that the server answered
     */
    command(command) {
        if (!this.open && !this.#restart || !this.#estimate) return Promise.resolve(offline); // without the server's time there is no deadline
        const id = (this.#commands += 1);
        const until = Math.round(serverTimeUs(this.#estimate, (performance.now() + obeyedMs) * 1000));
        const message = { type: "command", id, until, ...command };
        this.send(message);
        return new Promise((answer) => this.#waiting.set(id, { message, answer }));
    }

    /** The server's time to draw for an animation timestamp, never less than for the last. @returns {number | undefined} microseconds */
    frameUs(stampMs) {
        this.#frameMs = Math.max(this.#frameMs, stampMs);
        return this.#clock.timeUs(stampMs * 1000);
    }

    /** The smoothed server time at any time of this page's clock. @returns {number | undefined} microseconds */
    serverUs(clientMs) {
        return this.#clock.timeUs(clientMs * 1000);
    }

    /** This page's clock at a server time. @returns {number | undefined} milliseconds */
    clientMs(serverUs) {
        return this.#estimate && clientTimeUs(this.#estimate, serverUs) / 1000;
    }

    /** The clock's error bound, offset, drift and round trip. @returns {object | undefined} in microseconds */
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
            if (!this.#restart) this.#estimate = undefined; // the next server of the same machine has the same clock
            this.greet(); // first, since a new connection has no state
            this.heard({ type: "opened" });
            if (this.#restart) for (const { message } of this.#waiting.values()) this.send(message);
            this.#endRestart();
            break;
        case "closed":
            if (told.restarts && this.open) this.#awaitRestart();
            else this.#lost();
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
        this.#waiting.get(message.id)?.answer(message);
        this.#waiting.delete(message.id);
    }

    /** Another server is there in a moment: until then nothing is different for the page. */
    #awaitRestart() {
        this.#connection = undefined;
        this.#restart = setTimeout(() => this.#lost(), obeyedMs);
    }

    #endRestart() {
        clearTimeout(this.#restart);
        this.#restart = undefined;
    }

    #lost() {
        this.#endRestart();
        this.#connection = undefined;
        for (const { answer } of this.#waiting.values()) answer(offline);
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
        // Follow from the last frame on: the next frame's timestamp may be much earlier than now, but must not be before the new estimate.
        const clientUs = Math.round((this.#frameMs || nowMs) * 1000);
        const shown = this.#clock.timeUs(clientUs);
        if (shown !== undefined && shown - serverTimeUs(this.#estimate, clientUs) > longJumpUs) this.#clock = new ShownClock();
        this.#clock.follow(this.#estimate, clientUs);
    }
}
