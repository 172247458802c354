import { delayMs } from "../../net/backoff.js";

const mostQueued = 32_768; // bytes that wait in the browser: a third of a second; what is older than that helps nobody
const headerBytes = 16;
const soundKind = 3;
const version = 1;

/**
 * A block of sound as a binary message.
 * @param {Int16Array} samples of one channel
 * @param {number} capturedUs when the first was captured, server time
 */
export function soundMessage(samples, capturedUs) {
    const message = new ArrayBuffer(headerBytes + samples.byteLength);
    const view = new DataView(message);
    view.setUint8(0, soundKind);
    view.setUint8(1, version);
    view.setUint16(2, samples.length, true);
    view.setBigInt64(8, BigInt(Math.round(capturedUs)), true);
    samples.forEach((sample, index) => view.setInt16(headerBytes + 2 * index, sample, true));
    return message;
}

/** A connection of its own that sends sound to the server, and connects again whenever it ends. */
export class SoundSender {
    #address;
    #hello;
    #input;
    #tell;
    #socket;
    #retry;
    #attempt = 0;
    #isOpen = false;

    /**
     * @param {string} address of the socket
     * @param {() => object} hello the members of its hello
     * @param {{ label: string, rate: number }} input what is sent
     * @param {(news: { name?: string, source?: string, refused?: string }) => void} tell the input's name and source once it is taken, none while the
     * server is away; after `refused` it has ended
     */
    constructor(address, hello, input, tell) {
        this.#address = address;
        this.#hello = hello;
        this.#input = input;
        this.#tell = tell;
        this.#connect();
    }

    /** @param {Int16Array} samples @param {number} capturedUs */
    send(samples, capturedUs) {
        if (this.#isOpen && this.#socket.bufferedAmount < mostQueued) this.#socket.send(soundMessage(samples, capturedUs));
    }

    end() {
        clearTimeout(this.#retry);
        const socket = this.#socket;
        this.#socket = undefined;
        socket?.close();
    }

    #connect() {
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: "hello", protocol: 1, kind: "script", ...this.#hello() }));
            socket.send(JSON.stringify({ type: "input", open: true, channels: 1, ...this.#input }));
        };
        socket.onmessage = ({ data }) => socket === this.#socket && typeof data === "string" && this.#hear(JSON.parse(data));
        socket.onclose = () => socket === this.#socket && this.#lost();
    }

    #hear(message) {
        if (message.type === "input" && message.name) {
            this.#attempt = 0;
            this.#isOpen = true;
            this.#tell({ name: message.name, source: message.source });
        }
        if (message.type === "error" && !this.#isOpen) {
            this.end();
            this.#tell({ refused: message.message });
        }
    }

    #lost() {
        if (this.#isOpen) this.#tell({});
        this.#isOpen = false;
        this.#retry = setTimeout(() => this.#connect(), delayMs(this.#attempt, Math.random()));
        this.#attempt += 1;
    }
}
