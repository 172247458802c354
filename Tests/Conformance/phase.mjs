// How well two clients agree on the phase, measured with the page's own clock on a running server:
//
//   node --experimental-websocket Tests/Conformance/phase.mjs ws://127.0.0.1:9001/ws ws://127.0.0.1:9002/ws [seconds] [connections]
//
// The addresses are the same server's through two ways, a delay simulator's for one. Both clients run here, so that one true clock is
// known: the system's monotonic one, which is the server's too. One client's clock runs 50 ppm fast, and both stamp in steps of 1 ms.
// The first half second and the second second are measured on so many connections in a row, the rest on the last.

import { errorBoundUs } from "../../Public/clock/clockEstimate.js";
import { ClockFilter } from "../../Public/clock/clockFilter.js";
import { pingDelayMs } from "../../Public/clock/pingSchedule.js";
import { ShownClock } from "../../Public/clock/shownClock.js";

const [addressA, addressB = addressA, seconds = "60", connections = "20"] = process.argv.slice(2);
const sampleMs = 50;
const headerBytes = 24;

const trueUs = () => Number(process.hrtime.bigint() / 1000n);

class Client {
    #filter = new ClockFilter();
    #shown = new ShownClock();
    #asked = 0;

    constructor(address, { drift = 0, offsetUs = 0 }) {
        this.localUs = (us) => us * (1 + drift) + offsetUs;
        this.stamp = () => Math.floor(this.localUs(trueUs()) / 1000) * 1000;
        this.socket = new WebSocket(address);
        this.socket.binaryType = "arraybuffer";
        this.opened = new Promise((resolve, reject) => {
            this.socket.onopen = resolve;
            this.socket.onerror = () => reject(new Error(`no connection to ${address}`));
        });
        this.socket.onmessage = ({ data }) => this.#hear(data, this.stamp());
    }

    begin() {
        this.socket.send(JSON.stringify({ type: "hello", protocol: 1, streams: { frames: { lead: 3 }, beats: true } }));
        this.#ask();
    }

    #ask() {
        this.socket.send(JSON.stringify({ type: "time", t1: this.stamp() }));
        this.#asked += 1;
        this.asking = setTimeout(() => this.#ask(), pingDelayMs(this.#asked, this.#filter.estimate ? errorBoundUs(this.#filter.estimate, this.stamp()) : Infinity));
    }

    #hear(data, heardUs) {
        if (typeof data === "string") {
            const message = JSON.parse(data);
            if (message.type === "time") this.#filter.ping(message.t1, message.t2, message.t3, heardUs);
            else if (message.sent) this.#filter.message(message.sent, heardUs);
        } else {
            const view = new DataView(data, 0, headerBytes);
            this.#filter.message(Number(view.getBigInt64(8, true)) - view.getInt32(16, true), heardUs);
        }
        const { estimate } = this.#filter;
        if (estimate) this.#shown.follow(estimate, estimate.madeAtUs);
    }

    /** What it would draw at a true moment, and how far that may be wrong by its own account. */
    at(us) {
        const localUs = this.localUs(us);
        const timeUs = this.#shown.timeUs(localUs);
        return timeUs === undefined ? undefined : { timeUs, boundUs: errorBoundUs(this.#filter.estimate, localUs) };
    }

    end() {
        clearTimeout(this.asking);
        this.socket.close();
    }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function pair() {
    const clients = [
        new Client(addressA, { offsetUs: 5e12 }), new Client(addressB, { drift: 50e-6, offsetUs: 7e11 }),
    ];
    await Promise.all(clients.map((client) => client.opened));
    for (const client of clients) client.begin();
    return clients;
}

/** The clients' difference at every sample of a stretch of time since they began. */
async function watch(clients, startUs, fromS, throughS, found) {
    await wait(fromS * 1000 - (trueUs() - startUs) / 1000);
    while (trueUs() - startUs <= throughS * 1e6) {
        const now = trueUs();
        const [a, b] = clients.map((client) => client.at(now));
        if (a && b) {
            found.apart.push(Math.abs(a.timeUs - b.timeUs));
            for (const { timeUs, boundUs } of [a, b]) found.covered.push(Math.abs(timeUs - now) <= boundUs);
        } else {
            found.apart.push(Infinity);
        }
        await wait(sampleMs);
    }
}

const nothing = () => ({ apart: [], covered: [] });
const [early, soon, late] = [nothing(), nothing(), nothing()];
let clients;
for (let number = 0; number < Number(connections); number += 1) {
    for (const client of clients ?? []) client.end();
    clients = await pair();
    const startUs = trueUs();
    await watch(clients, startUs, 0.5, 0.5 + sampleMs / 1000, early);
    await watch(clients, startUs, 1.95, 2.05, soon);
    clients.startUs = startUs;
}
await watch(clients, clients.startUs, 30, Math.max(31, Number(seconds)), late);
for (const client of clients) client.end();

function row(name, { apart, covered }) {
    const sorted = apart.sort((a, b) => a - b);
    const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] / 1000).toFixed(2);
    const share = (100 * covered.filter(Boolean).length) / Math.max(1, covered.length);
    console.log([name.padEnd(12), String(sorted.length).padStart(7), at(0.5), at(0.95), at(0.99), at(1), share.toFixed(1)].join("\t"));
}
console.log("after\tsamples\tp50 ms\tp95 ms\tp99 ms\tmax ms\twithin bound %");
row("0.5 s", early);
row("2 s", soon);
row(`30-${seconds} s`, late);
