import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceName } from "../../Public/net/deviceName.js";
import { windowNumber } from "../../Public/net/token.js";
import { WindowNumbers } from "../../Public/net/windowNumbers.js";

/** Channels whose messages come before any timer ends, so that nothing waits for time to pass. */
const channels = new Map();
globalThis.BroadcastChannel = class {
    #peers;
    #acts = [];

    constructor(name) {
        if (!channels.has(name)) channels.set(name, []);
        this.#peers = channels.get(name);
        this.#peers.push(this);
    }

    addEventListener(kind, act) {
        this.#acts.push(act);
    }

    postMessage(data) {
        for (const other of this.#peers) if (other !== this) queueMicrotask(() => other.#acts.forEach((act) => act({ data })));
    }
};
globalThis.setTimeout = (act) => setImmediate(act);

const storage = (entries = {}) => ({
    getItem: (name) => entries[name] ?? null, setItem: (name, value) => { entries[name] = String(value); }, removeItem: (name) => { delete entries[name]; },
});

let browsers = 0;

/** A browser whose windows share one storage. `leave` acts as if a window were closed. */
function browser() {
    browsers += 1;
    const kind = `window${browsers}-`; // each browser has a channel of its own
    const shared = storage();
    const listeners = [];
    globalThis.localStorage = shared;
    let windows = 0;
    return {
        kind,
        open(own = storage(), moved = () => {}) {
            globalThis.sessionStorage = own;
            globalThis.addEventListener = (kind, act) => listeners.push({ kind, act });
            const first = listeners.length;
            windows += 1;
            const numbers = Object.assign(new WindowNumbers(kind, `id${windows}`), { moved });
            return { own, numbers, leave: () => listeners.slice(first, first + 1).forEach(({ act }) => act()) };
        },
    };
}

test("each window of a browser has a number, which a later window takes over", async () => {
    const { open } = browser();
    const first = open();
    assert.equal(await first.numbers.take(), 0);
    const second = open();
    assert.equal(await second.numbers.take(), 1);
    first.leave();
    assert.equal(await open().numbers.take(), 0);
});

test("a reload keeps the number, and a duplicate of a window gets another", async () => {
    const { kind, open } = browser();
    await open().numbers.take();
    const second = open();
    assert.equal(await second.numbers.take(), 1);
    const copy = open(storage({ [`downbeat.${kind}`]: "1" }));
    assert.equal(await copy.numbers.take(), 2);
    second.leave();
    assert.equal(await open(second.own).numbers.take(), 1);
});

test("a number that a crash left behind is free again", async () => {
    const { kind, open } = browser();
    globalThis.localStorage.setItem(`downbeat.${kind}s`, '{"0":"gone"}');
    assert.equal(await open().numbers.take(), 0);
    globalThis.localStorage.setItem(`downbeat.${kind}s`, "[broken");
    assert.equal(await new Promise((moved) => open(undefined, moved).numbers.take()), 1);
});

test("two windows that took one number at the same moment part", async () => {
    const { kind, open } = browser();
    await open().numbers.take();
    globalThis.localStorage.removeItem(`downbeat.${kind}s`); // as if the first had not noted it yet
    let second;
    const moved = new Promise((resolve) => { second = open(storage(), resolve); });
    assert.equal(await second.numbers.take(), 0);
    assert.equal(await moved, 1);
});

test("a window whose page is loading keeps its number, for a while", async () => {
    const { kind, open } = browser();
    globalThis.localStorage.setItem(`downbeat.${kind}s`, JSON.stringify({ 0: Date.now() - 500, 1: Date.now() - 60_000 }));
    assert.equal(await open().numbers.take(), 1);
});

test("a window that moved before it could be told still tells", async () => {
    const { kind, open } = browser();
    await open().numbers.take();
    globalThis.localStorage.removeItem(`downbeat.${kind}s`);
    const told = new Promise((moved) => new BroadcastChannel(`downbeat.${kind}s`).addEventListener("message", ({ data }) => data.number === 1 && moved()));
    const second = open();
    assert.equal(await second.numbers.take(), 0);
    await told;
    assert.equal(second.numbers.adopt(0), 1);
});

test("a page notes at once which window it is, also when it is loaded again at once", () => {
    const [one, other] = [{}, {}];
    globalThis.localStorage = {};
    globalThis.sessionStorage = one;
    assert.equal(windowNumber("window"), 0);
    assert.equal(windowNumber("window"), 0);
    globalThis.sessionStorage = other;
    assert.equal(windowNumber("window"), undefined);
});

test("a device is named by its browser and system", () => {
    const named = (userAgent, more, asked) => deviceName({ userAgent, ...more }, asked);
    const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
    assert.equal(named(android), "Chrome on Android");
    assert.equal(named("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"), "Firefox on Linux");
    const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
    assert.equal(named(iphone), "Safari on iPhone");
    const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
    assert.equal(named(mac), "Safari on Mac");
    assert.equal(named(mac, { maxTouchPoints: 5 }), "Safari on iPad");
    assert.equal(named("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"), "Edge on Windows");
    assert.equal(named(android, {}, { kiosk: true }), "Kiosk on Android");
    assert.equal(named("Mozilla/5.0 (Linux; Tizen 7.0) SamsungBrowser/6.0 Chrome/94 TV Safari"), "Samsung Internet on Samsung TV");
    assert.equal(named(""), "Browser");
    assert.ok(named("x".repeat(5000)).length < 80);
});
