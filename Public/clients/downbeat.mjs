// A small client of Downbeat's rooms for node 18 and newer: nothing to install, copy it beside your script.
//
//   import { follow } from "./downbeat.mjs";
//   follow({ server: "http://localhost:8080", streams: { beats: true } }, (event) => {
//       if (event.type === "beat") console.log(event.beat);
//   });
//
// Beats and frames are delivered when they are due by the server's clock, a timeline when it takes effect, everything else as it
// arrives. What a pause, a seek or another track has replaced is not delivered. A lost connection is reopened.

import { createHash, randomBytes } from "node:crypto";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

const latestUs = 250_000; // beats and frames that are later than this are dropped
const silenceUs = 5_000_000; // the server answers every second: after this long the connection is dead
const largest = 1 << 24; // bytes of a message; the server's are far smaller

/** This computer's clock in microseconds. */
const localUs = () => Math.round(performance.now() * 1000);

/** The server's time by the fastest of the last answers; two clocks drift apart by about 50 us a second. */
class Clock {
    #answers = [];

    get isKnown() {
        return this.#answers.length > 0;
    }

    hear({ t1, t2, t3 }, heard) {
        const answer = { heard, doubt: (heard - t1 - (t3 - t2)) / 2, offset: (t2 + t3 - t1 - heard) / 2 };
        const hasSlept = this.isKnown && Math.abs(heard + answer.offset - this.nowUs()) > 2 * answer.doubt + 50_000;
        this.#answers = hasSlept ? [] : this.#answers.filter((other) => heard - other.heard < 30_000_000);
        this.#answers.push(answer);
    }

    nowUs() {
        const local = localUs();
        const doubt = (answer) => answer.doubt + (local - answer.heard) * 50e-6;
        return local + this.#answers.reduce((best, answer) => (doubt(answer) < doubt(best) ? answer : best)).offset;
    }
}

/**
 * Delivers what a room sends, each event when it is due, until the returned function is called.
 * @param {{ server: string, streams: object, room?: string, name?: string }} wish
 * @param {(event: object) => void} show
 * @param {(problem: string, isFinal: boolean) => void} [complain] called when the connection is lost, or refused for good
 * @returns {() => void} leaves the room
 */
export function follow({ server, streams, room = "main", name = "" }, show, complain = console.error) {
    const address = `${server.replace(/^http/, "ws").replace(/\/$/, "")}/ws`;
    let [clock, queue, timelines, attempt] = [new Clock(), [], new Map(), 0];
    let [socket, timer, retry, hasLeft] = [undefined, undefined, undefined, false];

    function connect() {
        socket = new (globalThis.WebSocket ?? SmallWebSocket)(address);
        socket.binaryType = "arraybuffer";
        let [asking, asked, heard, joined] = [undefined, 0, 0, false];
        const ask = () => {
            if (localUs() - heard > silenceUs) return void socket.close();
            socket.send(JSON.stringify({ type: "time", t1: localUs() }));
            asked += 1;
            asking = setTimeout(ask, asked < 20 ? 50 : 1000);
        };
        socket.onopen = () => {
            [clock, queue, timelines, heard] = [new Clock(), [], new Map(), localUs()];
            socket.send(JSON.stringify({ type: "hello", protocol: 1, kind: "script", name, room, streams }));
            ask();
        };
        socket.onmessage = ({ data }) => {
            heard = localUs();
            const message = typeof data === "string" ? JSON.parse(data) : undefined;
            if (message?.type === "time") clock.hear(message, heard);
            else if (message?.type === "error" && !joined) complain(message.message, true);
            else if (message) take(message);
            else for (const frame of framesIn(new DataView(data))) announce(frame.due, frame);
            if (message?.type === "welcome") [joined, attempt] = [true, 0];
            showDue();
        };
        socket.onerror = () => {}; // the close event that follows has the reason
        socket.onclose = ({ reason }) => {
            clearTimeout(asking);
            if (hasLeft) return;
            complain(`${address}: ${reason || "no connection"}; trying again`, false);
            retry = setTimeout(connect, Math.min(250 * 2 ** attempt, 2500) * (1 + Math.random() / 5));
            attempt += 1;
        };
    }

    function take(message) {
        const timeline = message.type === "timeline" ? message : message.timeline;
        if (timeline) timelines.set(timeline.generation, timeline.from);
        const due = message.type === "timeline" ? message.from : message.due;
        if (due === undefined) show(message);
        else announce(due, message);
    }

    function announce(due, event) {
        const after = queue.findIndex((other) => other.due > due);
        queue.splice(after < 0 ? queue.length : after, 0, { due, event });
    }

    function showDue() {
        clearTimeout(timer);
        if (!clock.isKnown) return;
        const now = clock.nowUs();
        while (queue.length > 0 && queue[0].due <= now) {
            const { due, event } = queue.shift();
            // The current generation is the greatest whose time has come; events of smaller ones are dropped.
            const inForce = Math.max(0, ...[...timelines].filter(([, begin]) => begin <= now).map(([generation]) => generation));
            if (event.generation < inForce || (event.type === "beat" && now - due > latestUs)) continue;
            timelines = new Map([...timelines].filter(([generation]) => generation >= inForce));
            show(event);
        }
        if (queue.length > 0) timer = setTimeout(showDue, (queue[0].due - now) / 1000);
    }

    connect();
    return () => {
        hasLeft = true;
        for (const waiting of [timer, retry]) clearTimeout(waiting);
        queue = [];
        socket.close();
    };
}

function* framesIn(view) {
    if (view.getUint16(0, true) !== 0x0101) return; // frames, version 1
    const [generation, rate, bands, stride] = [view.getUint32(4, true), view.getUint8(20), view.getUint8(21), view.getUint16(22, true)];
    for (let number = 0; number < view.getUint16(2, true); number += 1) {
        const [start, tail] = [24 + number * stride, 24 + number * stride + bands];
        const beat = view.getUint8(tail + 2);
        yield {
            type: "frame", generation, due: Number(view.getBigInt64(8, true)) + Math.round((number * 1e6) / rate),
            bands: new Uint8Array(view.buffer, start, bands), phase: beat === 255 ? null : view.getUint16(tail, true) / 65536, beat,
            loudness: view.getUint8(tail + 3), onset: view.getUint8(tail + 4), top: view.getUint8(tail + 5),
        };
    }
}

/**
 * The height to draw for each band of a frame, 0 to 1, so that treble and quiet music are visible too.
 * @param {{ bands: ArrayLike<number>, top: number }} frame
 */
export function heights({ bands, top }) {
    const low = Math.max(6, top - 134);
    const height = (band, index) => (band - 70 * (1 - index / bands.length) - low) / (top - low);
    return Array.from(bands, (band, index) => Math.min(Math.max(height(band, index), 0), 1));
}

/** A WebSocket for node before 22, which has none: the part of the browser's interface that `follow` uses (RFC 6455). */
export class SmallWebSocket {
    onopen = () => {};
    onmessage = () => {};
    onclose = () => {};
    #buffer = Buffer.alloc(0);
    #pieces = [];
    #isText = false;
    #socket;

    constructor(address) {
        const url = new URL(address);
        const key = randomBytes(16).toString("base64");
        const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        const secure = url.protocol === "wss:";
        url.protocol = secure ? "https:" : "http:";
        const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": key, "sec-websocket-version": "13" };
        const question = (secure ? secureRequest : plainRequest)(url, { headers, agent: false });
        question.on("upgrade", (answer, socket, head) => {
            if (answer.headers["sec-websocket-accept"] !== accept) return void socket.destroy(new Error("no WebSocket there"));
            this.#socket = socket;
            socket.setNoDelay(true);
            socket.on("data", (bytes) => this.#read(bytes));
            socket.on("error", () => {}); // the close event that follows reports it
            socket.on("close", () => this.#end("closed"));
            this.onopen();
            this.#read(head);
        });
        question.on("response", (answer) => {
            answer.resume();
            this.#end(`answers ${answer.statusCode}`);
        });
        question.on("error", (error) => this.#end(error.message));
        question.end();
    }

    send(text) {
        this.#write(1, Buffer.from(text));
    }

    close() {
        this.#socket?.destroy();
    }

    #end(reason) {
        this.#socket?.destroy();
        const { onclose } = this;
        this.onclose = () => {};
        onclose({ reason });
    }

    #write(opcode, payload) {
        const mask = randomBytes(4);
        const length = payload.length < 126 ? [128 | payload.length] : [254, payload.length >> 8, payload.length & 255];
        this.#socket.write(Buffer.concat([Buffer.from([128 | opcode, ...length]), mask, payload.map((byte, at) => byte ^ mask[at % 4])]));
    }

    #read(bytes) {
        this.#buffer = Buffer.concat([this.#buffer, bytes]);
        for (;;) {
            const have = this.#buffer;
            if (have.length < 2) return;
            let [size, start] = [have[1] & 127, 2];
            if (size > 125) {
                start = size === 126 ? 4 : 10;
                if (have.length < start) return;
                size = start === 4 ? have.readUInt16BE(2) : Number(have.readBigUInt64BE(2));
            }
            if (size > largest) return void this.#end("a message that is too long");
            if (have.length < start + size) return;
            this.#buffer = have.subarray(start + size);
            this.#take(have[0] >> 7, have[0] & 15, have.subarray(start, start + size));
        }
    }

    #take(isLast, opcode, payload) {
        if (opcode === 8) return void this.#end(`closed with ${payload.length > 1 ? payload.readUInt16BE(0) : 1005} ${payload.subarray(2)}`);
        if (opcode === 9) return void this.#write(10, payload);
        if (opcode > 2) return;
        if (opcode) this.#isText = opcode === 1;
        this.#pieces.push(payload);
        if (!isLast) return;
        const whole = Buffer.concat(this.#pieces);
        this.#pieces = [];
        this.onmessage({ data: this.#isText ? whole.toString() : new Uint8Array(whole).buffer });
    }
}
