// A client of Downbeat's rooms for node 18 and newer and for browsers: one file, nothing to install. Copy it beside your script.
//
//   import { connect } from "./downbeat.mjs";
//
//   const room = await connect("http://localhost:8080");
//   for await (const beat of room.beats()) console.log(beat.bar, beat.position, beat.tempo);
//
// `beats` yields each beat at the moment it sounds, `frames` the spectrum, `events` everything. `state` tells what plays, and
// `command` changes it: for that, connect with a control link, or with a `token`. A pause or a seek replaces what was announced, so
// those beats do not come. If the connection is lost, the loop reconnects by itself and goes on; the server's clock and the beats that
// are already known are kept. What cannot be cured by waiting throws a `Problem`, whose message says what to do.
// Times are whole microseconds of the server's clock, as in all messages.

const latestUs = 250_000; // beats and frames that are later than this are dropped
const silenceUs = 5_000_000; // the server answers every second: after this long the connection is dead
const patienceMs = 10_000; // how long commands wait for an answer
const largest = 1 << 24; // bytes of a message; the server's are far smaller
const largestSent = 65_535; // bytes of a message to the server
const mostWaiting = 4096; // events that wait to become due, or to be read
const mostTimelines = 64;

/** Node's own modules; browsers have a WebSocket instead. */
const node = globalThis.process?.versions?.node
    ? { crypto: await import("node:crypto"), http: await import("node:http"), https: await import("node:https") } : undefined;

/**
 * @typedef {Record<string, any>} Event a message of the server, or a frame
 * @typedef {object} Beat a beat, at its moment
 * @property {number} number from 0, in the track
 * @property {number | null} bar from 1; 0 before the first downbeat, null where bars are not known
 * @property {number | null} position in the bar, 1 for the downbeat; null where bars are not known
 * @property {boolean} isDownbeat whether it is the first of its bar
 * @property {number} tempo beats a minute around this beat
 * @property {number | null} confidence of the track's beats, 0 to 1; null while not known
 * @property {number} due when it sounds, by the server's clock
 * @property {number} lateMs how long after its moment it was yielded
 *
 * @typedef {object} Frame the spectrum of a moment
 * @property {number[]} heights of each point from low to high, 0 to 1, to draw as they are
 * @property {number | null} phase how much of the current beat has passed, 0 to 1; null without beats
 * @property {number | null} position of the current beat in its bar, from 1; null where not known
 * @property {number} loudness 0 to 1
 * @property {number} onset how strongly something begins, 0 to 1
 * @property {number} due when it sounds, by the server's clock
 * @property {number} lateMs how long after its moment it was yielded
 *
 * @typedef {object} Wish
 * @property {string} server its address, or a link to it, of which the room and the token count
 * @property {Event} streams as in a hello
 * @property {string} [room] another room than the link's (default: main)
 * @property {string} [token] what controls the room, if the link does not have it; not needed to watch
 * @property {string} [name] what the server's list of screens calls this
 * @property {number} [earlyMs] deliver beats and frames so much before their moment, for lamps that are slow
 */

/** Something that does not pass by itself. The message says what to do; `code` is for programs. */
export class Problem extends Error {
    /** @param {string} message @param {string} [code] */
    constructor(message, code = "problem") {
        super(message);
        this.name = "Problem";
        this.code = code;
    }
}

const advice = new Map([
    ["token-needed", "Connect with the control link, which the server prints at its start, or with a token."],
    ["token-wrong", "Copy the link or the token of this server again; the owner's is the file named token in its data folder."],
    ["token-ended", "Ask the host for a new link."],
    ["role-needed", "Ask the host for a link that allows this."],
    ["http-401", "Connect with a link of this server, or with a token."],
    ["http-421", "Start the server with --allow-host and the name in this address, or use its numeric address."],
    ["http-301", "Use https:// in the address."], ["http-308", "Use https:// in the address."],
]);

/** @param {string} sentence @param {string} code */
const advised = (sentence, code) => new Problem(`${sentence} ${advice.get(code) ?? ""}`.trim(), code);

/** This computer's clock in microseconds. */
const localUs = () => Math.round(performance.now() * 1000);

/** @param {unknown} number @returns {number} if it is one that the server may send */
function whole(number) {
    if (!Number.isSafeInteger(number)) throw new TypeError("not a number of microseconds");
    return /** @type {number} */ (number);
}

/**
 * Keeps the newest entries of a map by their numbers.
 * @param {Map<number, any>} map
 */
function bound(map) {
    while (map.size > mostTimelines) map.delete(Math.min(...map.keys()));
}

/**
 * What an address or a link says.
 * @param {string} address
 */
function placeOf(address) {
    const shown = String(address).split("#")[0];
    let url;
    try {
        url = new URL(address);
    } catch {
        throw new Problem(`${shown} is no address: it begins with http:// or https://`, "address");
    }
    if (!/^https?:$/.test(url.protocol)) throw new Problem(`${shown} is no address: it begins with http:// or https://`, "address");
    const server = `${url.origin}${url.pathname.replace(/\/(index\.html)?$/, "")}`;
    const token = /[#&]token=([^&]+)/.exec(url.hash)?.[1];
    const key = /[#&]key=([^&]+)/.exec(url.hash)?.[1]; // lets in to watch, where the server asks for it
    return { server, socket: `${server.replace(/^http/, "ws")}/ws`, room: url.searchParams.get("room") ?? undefined, token, key };
}

/** The server's time by the fastest of the last answers; two clocks drift apart by about 50 us a second. */
class Clock {
    /** @type {{ heard: number, doubt: number, offset: number }[]} */
    #answers = [];

    get isKnown() {
        return this.#answers.length > 0;
    }

    /** @param {Event} answer @param {number} heard */
    hear({ t1, t2, t3 }, heard) {
        for (const time of [t1, t2, t3]) whole(time);
        if (t1 > heard || t1 < heard - 30_000_000) return;
        const answer = { heard, doubt: (heard - t1 - (t3 - t2)) / 2, offset: (t2 + t3 - t1 - heard) / 2 };
        const hasSlept = this.isKnown && Math.abs(heard + answer.offset - this.nowUs()) > 2 * answer.doubt + 50_000;
        this.#answers = hasSlept ? [] : this.#answers.filter((other) => heard - other.heard < 30_000_000).slice(-255);
        this.#answers.push(answer);
    }

    nowUs() {
        const local = localUs();
        /** @param {{ heard: number, doubt: number }} answer */
        const doubt = (answer) => answer.doubt + (local - answer.heard) * 50e-6;
        return local + this.#answers.reduce((best, answer) => (doubt(answer) < doubt(best) ? answer : best)).offset;
    }
}

/** One room over connections that may be lost: delivers each event when it is due. */
class Link {
    #clock = new Clock();
    /** @type {{ due: number, event: Event }[]} */
    #queue = [];
    /** @type {Map<number, number>} the start of each generation */
    #timelines = new Map();
    /** @type {any} */
    #socket;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;
    #attempt = 0;
    #hasLeft = false;
    isJoined = false;
    /** @type {Wish} */
    #wish;
    /** @type {ReturnType<typeof placeOf>} */
    #place;
    /** @type {string | undefined} */
    #token;
    /** @type {(event: Event) => void} */
    #show;
    /** @type {(problem: Problem, isFinal: boolean) => void} */
    #complain;

    /** @param {Wish} wish @param {(event: Event) => void} show @param {(problem: Problem, isFinal: boolean) => void} complain */
    constructor(wish, show, complain) {
        this.#place = placeOf(wish.server);
        this.#token = (wish.token ?? this.#place.token)?.trim();
        if (!/^[!-~]{0,512}$/.test(this.#token ?? this.#place.key ?? "")) throw new Problem("this is no token: it has no spaces and no special letters", "token-wrong");
        this.#wish = { ...wish, streams: { ...wish.streams } };
        this.#show = show;
        this.#complain = complain;
        this.#connect();
    }

    get server() {
        return this.#place.server;
    }

    get hasToken() {
        return Boolean(this.#token);
    }

    get isClosed() {
        return this.#hasLeft;
    }

    nowUs() {
        return this.#clock.isKnown ? Math.round(this.#clock.nowUs()) : undefined;
    }

    /**
     * Asks for more streams.
     * @param {Event} streams
     */
    want(streams) {
        const added = Object.fromEntries(Object.entries(streams).filter(([name, value]) => JSON.stringify(this.#wish.streams[name]) !== JSON.stringify(value)));
        Object.assign(this.#wish.streams, added);
        if (this.isJoined && Object.keys(added).length > 0) this.send({ type: "subscribe", streams: added });
    }

    /** @param {Event} message */
    send(message) {
        const text = JSON.stringify(message);
        if (text.length * 3 > largestSent && new TextEncoder().encode(text).length > largestSent) throw new Problem(`a message may have ${largestSent} bytes at most`, "too-long");
        this.#socket.send(text);
    }

    close() {
        this.#hasLeft = true;
        this.isJoined = false;
        for (const waiting of [this.#timer, this.#retry]) clearTimeout(waiting);
        this.#queue = [];
        this.#socket?.close();
    }

    #connect() {
        const socket = node ? new SmallWebSocket(this.#place.socket, this.#token ?? this.#place.key) : new WebSocket(this.#place.socket);
        this.#socket = socket;
        socket.binaryType = "arraybuffer";
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let asking;
        let [asked, heard, isOver] = [0, 0, false];
        /** @param {{ reason?: string, status?: number }} event */
        const end = ({ reason, status }) => {
            if (isOver) return;
            isOver = true;
            clearTimeout(asking);
            this.isJoined = false;
            if (this.#hasLeft) return;
            if (status && status !== 429 && status < 500) {
                const code = `http-${status}`;
                this.close();
                return this.#complain(advised(`${this.server} answers ${status}.${advice.has(code) ? "" : " Is this the address of a Downbeat server?"}`, code), true);
            }
            this.#retry = setTimeout(() => this.#connect(), Math.min(250 * 2 ** this.#attempt, 2500) * (1 + Math.random() / 5));
            this.#attempt = Math.min(this.#attempt + 1, 8);
            this.#complain(new Problem(`${this.server}: ${reason || "no connection"}; trying again`, "lost"), false);
        };
        const ask = () => {
            // A browser says late or never that a connection is dead.
            if (localUs() - heard > silenceUs) return [end({ reason: "nothing heard for 5 s" }), socket.close()];
            socket.send(JSON.stringify({ type: "time", t1: localUs() }));
            asked += 1;
            asking = setTimeout(ask, asked < 20 ? 50 : 1000);
        };
        socket.onopen = () => {
            if (this.#hasLeft) return socket.close();
            heard = localUs();
            const { name = "", streams, room = this.#place.room ?? "main" } = this.#wish;
            // Here too: with a wrong one the request alone would let in as a viewer, without a word; and browsers send no headers.
            socket.send(JSON.stringify({ type: "hello", protocol: 1, kind: "script", name, room, streams, token: this.#token }));
            ask();
        };
        socket.onmessage = (/** @type {{ data: any }} */ { data }) => {
            if (isOver) return;
            heard = localUs();
            try {
                const refused = this.#take(data, heard);
                if (refused) {
                    this.close();
                    this.#complain(refused, true);
                }
            } catch (problem) {
                end({ reason: `a message that makes no sense (${/** @type {Error} */ (problem).message})` });
                socket.close();
            }
            this.#showDue();
        };
        socket.onerror = () => {}; // the close event that follows has the reason
        socket.onclose = end;
    }

    /** @param {string | ArrayBuffer} data @param {number} heard @returns {Problem | undefined} why the room cannot be entered */
    #take(data, heard) {
        if (typeof data !== "string") {
            for (const frame of framesIn(new DataView(data))) this.#hold(frame.due, frame);
            return undefined;
        }
        if (data.length > largest) throw new RangeError("too long");
        const message = JSON.parse(data);
        if (typeof message?.type !== "string") throw new TypeError("it has no type");
        if (message.type === "time") this.#clock.hear(message, heard);
        // A wrong token is told right after the welcome, which then is that of a viewer.
        else if (message.type === "error" && (!this.isJoined || (/^token-(wrong|ended)$/.test(message.code) && message.id === null))) return advised(`${this.server}: ${message.message}`, message.code);
        else this.#announce(message);
        return undefined;
    }

    /** @param {Event} message */
    #announce(message) {
        if (message.type === "welcome") {
            [this.#queue, this.#timelines, this.#attempt, this.isJoined] = [[], new Map(), 0, true];
        }
        const timeline = message.type === "timeline" ? message : message.timeline;
        if (timeline) {
            this.#timelines.set(whole(timeline.generation), whole(timeline.from));
            bound(this.#timelines);
        }
        const due = message.type === "timeline" ? message.from : message.due;
        if (due === undefined) this.#show(message);
        else this.#hold(whole(due), message);
    }

    /** @param {number} due @param {Event} event */
    #hold(due, event) {
        if (this.#queue.length >= mostWaiting) return;
        const after = this.#queue.findIndex((other) => other.due > due);
        this.#queue.splice(after < 0 ? this.#queue.length : after, 0, { due, event });
    }

    #showDue() {
        clearTimeout(this.#timer);
        if (!this.#clock.isKnown) return;
        const now = this.#clock.nowUs() + 1000 * (this.#wish.earlyMs ?? 0);
        while (this.#queue.length > 0 && this.#queue[0].due <= now) {
            const { due, event } = /** @type {{ due: number, event: Event }} */ (this.#queue.shift());
            // The current generation is the greatest whose time has come; events of smaller ones are dropped.
            const inForce = Math.max(0, ...[...this.#timelines].filter(([, begin]) => begin <= now).map(([generation]) => generation));
            if (event.generation < inForce || (/^(beat|frame)$/.test(event.type) && now - due > latestUs)) continue;
            this.#timelines = new Map([...this.#timelines].filter(([generation]) => generation >= inForce));
            this.#show(event);
        }
        if (this.#queue.length > 0) this.#timer = setTimeout(() => this.#showDue(), Math.min((this.#queue[0].due - now) / 1000, 60_000));
    }
}

/**
 * Delivers what a room sends, each event when it is due, until the returned function is called: `connect` without loops.
 * @param {Wish} wish
 * @param {(event: Event) => void} show
 * @param {(problem: string, isFinal: boolean) => void} [complain] called when the connection is lost, or refused for good
 * @returns {() => void} leaves the room
 */
export function follow(wish, show, complain = console.error) {
    const link = new Link(wish, show, ({ message }, isFinal) => complain(message, isFinal));
    return () => link.close();
}

/**
 * Enters a room, and resolves when the server has answered.
 * @param {string} server its address, or a link to it, of which the room and the token count
 * @param {object} [wish]
 * @param {string} [wish.room] another room than the link's (default: main)
 * @param {string} [wish.token] what controls the room, if the link does not have it; not needed to watch
 * @param {string} [wish.name] what the server's list of screens calls this (default: the name of the script)
 * @param {number} [wish.earlyMs] yield beats and frames so much before their moment, for lamps that are slow
 * @param {boolean} [wish.wait] keep trying until the server is there, instead of throwing a `Problem`
 * @param {(message: string) => void} [wish.complain] hears when the connection is lost (default: console.warn)
 * @returns {Promise<Room>}
 */
export async function connect(server, wish = {}) {
    const { wait = false, complain = console.warn, ...rest } = wish;
    const room = new Room({ server, streams: { state: true }, name: globalThis.process?.argv?.[1]?.split("/").at(-1), ...rest }, { wait, complain });
    await room.entered;
    return room;
}

/** A room of a server; `connect` makes one. */
export class Room {
    /** @type {Set<(event: Event | undefined, problem?: Problem) => void>} */
    #listeners = new Set();
    /** @type {Map<number, { resolve: (answer: Event) => void, reject: (problem: Problem) => void }>} */
    #waiting = new Map();
    #number = 0;
    /** @type {Map<number, number>} */
    #confidences = new Map();
    #earlyUs;
    /** @type {Problem | undefined} */
    #final;
    /** @type {Link} */
    // @ts-ignore: set by the promise's body, which runs at once
    #link;
    /**
     * What plays and how: `state.track`, `state.timeline`, `state.queue`; undefined until the first has come.
     * @type {Event | undefined}
     */
    state;
    /**
     * What this may do: viewer, guest, host or owner.
     * @type {string | undefined}
     */
    role;

    /** @param {Wish} wish @param {{ wait: boolean, complain: (message: string) => void }} how */
    constructor(wish, { wait, complain }) {
        this.#earlyUs = 1000 * (wish.earlyMs ?? 0);
        /**
         * Resolves when the server has answered.
         * @type {Promise<void>}
         */
        this.entered = new Promise((resolve, reject) => {
            this.#link = new Link(wish, (event) => {
                if (event.type === "welcome") this.role = event.role;
                this.#hear(event);
                if (!this.state) return;
                // With a token but without a role the server may be about to say that the token is wrong.
                if (this.role === "viewer" && this.#link.hasToken) setTimeout(resolve, 300);
                else resolve(undefined);
            }, (problem, isFinal) => {
                if (!isFinal && (wait || this.state)) complain(problem.message);
                for (const { reject: refuse } of this.#waiting.values()) refuse(new Problem("the connection was lost, so the command may have been obeyed or not; look at state", "lost"));
                this.#waiting.clear();
                const gone = isFinal ? problem : this.state || wait ? undefined
                    : new Problem(`nothing answers at ${this.#link.server}: is the server running, and is this the address that it printed?`, "no-server");
                if (!gone) return;
                this.#end(gone);
                reject(gone);
            });
        });
        this.entered.catch(() => {}); // who awaits it hears of it
    }

    /** The server's clock in microseconds. */
    nowUs() {
        return this.#link.nowUs();
    }

    /** Leaves the room, and ends its loops. */
    close() {
        this.#end(undefined);
    }

    /** @param {Problem | undefined} problem */
    #end(problem) {
        this.#final = problem;
        this.#link.close();
        for (const { reject } of this.#waiting.values()) reject(problem ?? new Problem("the room was left", "closed"));
        this.#waiting.clear();
        for (const listener of [...this.#listeners]) listener(undefined, problem);
    }

    /** @param {Event} event */
    #hear(event) {
        if (event.type === "state") this.state = event;
        if (event.type === "grid") {
            this.#confidences.set(whole(event.generation), Number(event.confidence));
            bound(this.#confidences);
        }
        const asker = event.type === "result" || event.type === "error" ? this.#waiting.get(event.id) : undefined;
        if (asker) {
            this.#waiting.delete(event.id);
            if (event.type === "result") asker.resolve(event);
            else asker.reject(advised(event.message, event.code));
        }
        for (const listener of [...this.#listeners]) listener(event);
    }

    /**
     * Sends a command and waits until it is obeyed: `await room.command("seek", { position: 30 })`. Throws a `Problem` if it is refused.
     * @param {string} name
     * @param {Event} [fields]
     * @returns {Promise<Event>}
     */
    async command(name, fields = {}) {
        if (this.#link.isClosed) throw this.#final ?? new Problem("the room was left", "closed");
        if (!this.#link.isJoined) throw new Problem("the connection is lost; try again in a moment", "lost");
        this.#number += 1;
        const id = this.#number;
        /** @type {Promise<Event>} */
        const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
        const timer = setTimeout(() => {
            this.#waiting.get(id)?.reject(new Problem(`no answer to "${name}" in ${patienceMs / 1000} s; is the server running?`, "late"));
            this.#waiting.delete(id);
        }, patienceMs);
        try {
            this.#link.send({ ...fields, type: "command", id, do: name });
            return await answer;
        } finally {
            this.#waiting.delete(id);
            clearTimeout(timer);
        }
    }

    /**
     * Each beat at its moment. Music without clear beats has none; a loop body that takes longer than a quarter of a second misses
     * those that pass meanwhile.
     * @returns {AsyncGenerator<Beat, void, void>}
     */
    async *beats() {
        for await (const event of this.events({ beats: { lead: 2 }, grid: true })) {
            if (event.type !== "beat") continue;
            yield {
                number: event.beat, bar: event.position ? event.bar : null, position: event.position || null, isDownbeat: event.position === 1, tempo: event.bpm,
                confidence: this.#confidences.get(event.generation) ?? null, due: event.due, lateMs: this.#lateUs(event) / 1000,
            };
        }
    }

    /**
     * The spectrum, `fps` times a second (1 to 120), at so many points (1 to 64) from low to high, each at its moment.
     * @param {{ fps?: number, points?: number }} [wish]
     * @returns {AsyncGenerator<Frame, void, void>}
     */
    async *frames(wish = {}) {
        const { fps = 30, points = 64 } = wish;
        if (!(fps >= 1 && fps <= 120 && points >= 1 && points <= 64)) throw new Problem(`frames have an fps from 1 to 120 and 1 to 64 points, not ${fps} and ${points}`, "bad-value");
        for await (const event of this.events({ frames: { fps, bands: points, lead: 1 } })) {
            if (event.type !== "frame") continue;
            yield {
                heights: heights(/** @type {any} */ (event)), phase: event.phase, position: event.beat > 0 && event.beat < 255 ? event.beat : null,
                loudness: event.loudness / 255, onset: event.onset / 255, due: event.due, lateMs: this.#lateUs(event) / 1000,
            };
        }
    }

    /**
     * The server's messages and the frames, each when it is due, or as it arrives if it has no due time. Ends after `close`.
     * @param {Event} [streams] more of them, as in a hello
     * @returns {AsyncGenerator<Event, void, void>}
     */
    async *events(streams = {}) {
        if (this.#final) throw this.#final;
        /** @type {Event[]} */
        let heard = [];
        let isOver = this.#link.isClosed;
        /** @type {Problem | undefined} */
        let problem;
        let wake = () => {};
        /** @param {Event | undefined} event @param {Problem} [reason] */
        const listener = (event, reason) => {
            if (!event) [isOver, problem] = [true, reason];
            else if (heard.push(event) > mostWaiting) heard.shift();
            wake();
        };
        this.#listeners.add(listener);
        this.#link.want(streams);
        try {
            while (!isOver) {
                if (heard.length === 0) await new Promise((resolve) => { wake = () => resolve(undefined); });
                const now = heard;
                heard = [];
                for (const event of now) {
                    if (isOver) break;
                    // A loop body that took long has missed it.
                    if (/^(beat|frame)$/.test(event.type) && this.#lateUs(event) > latestUs) continue;
                    yield event;
                }
            }
            if (problem) throw problem;
        } finally {
            this.#listeners.delete(listener);
        }
    }

    /** @param {Event} event */
    #lateUs(event) {
        return (this.nowUs() ?? event.due) + this.#earlyUs - event.due;
    }
}

/** @param {DataView} view @returns {Generator<Event, void, void>} */
function* framesIn(view) {
    if (view.byteLength < 24 || view.getUint16(0, true) !== 0x0101) return; // frames, version 1
    const [generation, rate, bands, stride] = [view.getUint32(4, true), view.getUint8(20), view.getUint8(21), view.getUint16(22, true)];
    if (rate === 0 || stride < bands + 6) throw new RangeError("not frames");
    for (let number = 0; number < view.getUint16(2, true); number += 1) {
        const [start, tail] = [24 + number * stride, 24 + number * stride + bands];
        const beat = view.getUint8(tail + 2);
        yield {
            type: "frame", generation, due: whole(Number(view.getBigInt64(8, true)) + Math.round((number * 1e6) / rate)),
            bands: new Uint8Array(view.buffer, start, bands), phase: beat === 255 ? null : view.getUint16(tail, true) / 65536, beat,
            loudness: view.getUint8(tail + 3), onset: view.getUint8(tail + 4), top: view.getUint8(tail + 5),
        };
    }
}

/**
 * The height to draw for each band of a frame, 0 to 1, so that treble and quiet music are visible too.
 * @param {{ bands: ArrayLike<number>, top: number }} frame
 * @returns {number[]}
 */
export function heights({ bands, top }) {
    const low = Math.max(6, top - 134);
    /** @param {number} band @param {number} index */
    const height = (band, index) => (band - 70 * (1 - index / bands.length) - low) / (top - low);
    return Array.from(bands, (band, index) => Math.min(Math.max(height(band, index), 0), 1));
}

/** A WebSocket for node, which had none before 22 and whose own sends no token: the part that `Link` uses (RFC 6455). */
export class SmallWebSocket {
    binaryType = "arraybuffer";
    onopen = () => {};
    onerror = () => {};
    /** @type {(event: { data: any }) => void} */
    onmessage = () => {};
    /** @type {(event: { reason?: string, status?: number }) => void} */
    onclose = () => {};
    /** @type {Buffer} */
    #buffer;
    /** @type {Buffer[]} */
    #pieces = [];
    #size = 0;
    #isText = false;
    /** @type {import("node:stream").Duplex | undefined} */
    #socket;
    /** @type {import("node:http").ClientRequest} */
    #question;
    #node;

    /** @param {string} address @param {string} [token] */
    constructor(address, token) {
        this.#node = /** @type {NonNullable<typeof node>} */ (node);
        const { crypto, http, https } = this.#node;
        this.#buffer = Buffer.alloc(0);
        const url = new URL(address);
        const key = crypto.randomBytes(16).toString("base64");
        const accept = crypto.createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        const secure = url.protocol === "wss:";
        url.protocol = secure ? "https:" : "http:";
        const headers = {
            connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": key, "sec-websocket-version": "13", ...(token ? { authorization: `Bearer ${token}` } : {}),
        };
        const question = (secure ? https : http).request(url, { headers, agent: false, timeout: silenceUs / 1000 });
        this.#question = question;
        question.on("timeout", () => question.destroy(new Error("no answer")));
        question.on("upgrade", (answer, socket, head) => {
            if (answer.headers["sec-websocket-accept"] !== accept) return void this.#end("no WebSocket there");
            this.#socket = socket;
            /** @type {import("node:net").Socket} */ (socket).setTimeout?.(0);
            /** @type {import("node:net").Socket} */ (socket).setNoDelay?.(true);
            socket.on("data", (bytes) => this.#read(bytes));
            socket.on("error", () => {}); // the close event that follows reports it
            socket.on("close", () => this.#end("closed"));
            this.onopen();
            this.#read(head);
        });
        question.on("response", (answer) => {
            this.#end(`answers ${answer.statusCode}`, answer.statusCode);
            answer.destroy();
        });
        question.on("error", (error) => this.#end(error.message || /** @type {any} */ (error).code));
        question.end();
    }

    /** @param {string} text */
    send(text) {
        this.#write(1, Buffer.from(text));
    }

    close() {
        this.#socket?.destroy();
        this.#question.destroy();
    }

    /** @param {string} reason @param {number} [status] */
    #end(reason, status) {
        this.#socket?.destroy();
        const { onclose } = this;
        this.onclose = () => {};
        onclose({ reason, status });
    }

    /** @param {number} opcode @param {Buffer} payload */
    #write(opcode, payload) {
        const mask = this.#node.crypto.randomBytes(4);
        const length = payload.length < 126 ? [128 | payload.length] : [254, payload.length >> 8, payload.length & 255];
        this.#socket?.write(Buffer.concat([Buffer.from([128 | opcode, ...length]), mask, payload.map((byte, at) => byte ^ mask[at % 4])]));
    }

    /** @param {Buffer} bytes */
    #read(bytes) {
        this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
        while (!this.#socket?.destroyed) {
            const have = this.#buffer;
            if (have.length < 2) return;
            let [size, start] = [have[1] & 127, 2];
            if (have[1] & 128 || (have[0] & 8 && size > 125)) return void this.#end("frames that are not those of a server");
            if (size > 125) {
                start = size === 126 ? 4 : 10;
                if (have.length < start) return;
                size = start === 4 ? have.readUInt16BE(2) : Number(have.readBigUInt64BE(2));
            }
            if (size + this.#size > largest) return void this.#end("a message that is too long");
            if (have.length < start + size) return;
            this.#buffer = have.subarray(start + size);
            this.#take(have[0] >> 7, have[0] & 15, have.subarray(start, start + size));
        }
    }

    /** @param {number} isLast @param {number} opcode @param {Buffer} payload */
    #take(isLast, opcode, payload) {
        if (opcode === 8) return void this.#end(`closed with ${payload.length > 1 ? payload.readUInt16BE(0) : 1005} ${payload.subarray(2)}`);
        if (opcode === 9) return void this.#write(10, payload);
        if (opcode > 2) return;
        if (opcode) this.#isText = opcode === 1;
        this.#pieces.push(Buffer.from(payload));
        this.#size += payload.length;
        if (!isLast) return;
        const whole = Buffer.concat(this.#pieces);
        [this.#pieces, this.#size] = [[], 0];
        this.onmessage({ data: this.#isText ? whole.toString() : new Uint8Array(whole).buffer });
    }
}
