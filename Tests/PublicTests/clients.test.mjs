import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { follow, heights } from "../../Public/clients/downbeat.mjs";
import { leaning, shown } from "../../Public/session/gain.js";

delete globalThis.WebSocket; // its own, whatever this node has

const localUs = () => Math.round(performance.now() * 1000);

/** A frame as servers send it; not final where more of the message follows. */
function frame(opcode, payload, isFinal = true) {
    const bytes = Buffer.from(payload);
    const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 255];
    return Buffer.concat([Buffer.from([(isFinal ? 128 : 0) | opcode, ...length]), bytes]);
}

const text = (message) => frame(1, JSON.stringify(message));

/** The messages in a client's bytes, all of them whole. */
function* unmasked(bytes) {
    for (let rest = bytes; rest.length > 0;) {
        const size = rest[1] & 127;
        assert.ok(rest[1] & 128, "clients mask");
        const start = size === 126 ? 8 : 6;
        const length = size === 126 ? rest.readUInt16BE(2) : size;
        const mask = rest.subarray(start - 4, start);
        yield { opcode: rest[0] & 15, payload: rest.subarray(start, start + length).map((byte, at) => byte ^ mask[at % 4]) };
        rest = rest.subarray(start + length);
    }
}

/** Follows a server that answers the time and sends these bytes after the hello, so many at once; ends when `isEnough`. */
async function events(script, { step = Infinity, isEnough }) {
    const heard = { events: [], frames: [] };
    const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", (request) => {
            const key = /sec-websocket-key: (.*)\r\n/i.exec(request.toString())[1];
            const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
            socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
            socket.on("data", (bytes) => {
                for (const { opcode, payload } of unmasked(bytes)) {
                    heard.frames.push({ opcode, payload: payload.toString() });
                    const message = opcode === 1 ? JSON.parse(payload) : {};
                    if (message.type === "time") socket.write(text({ ...message, t2: localUs(), t3: localUs() }));
                    if (message.type !== "hello") continue;
                    const whole = script(localUs());
                    for (let at = 0; at < whole.length; at += step) socket.write(whole.subarray(at, at + step));
                }
            });
        });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await new Promise((resolve) => {
        const leave = follow({ server: `http://127.0.0.1:${server.address().port}`, streams: { beats: true } }, (event) => {
            heard.events.push(event);
            if (!isEnough(event)) return;
            leave();
            server.close(resolve);
        }, assert.fail);
    });
    return heard;
}

test("beats come in the order in which they are due, and none of a generation that is void", async () => {
    const beat = (generation, due) => text({ type: "beat", generation, due, beat: due });
    let start = 0;
    const { events: shown } = await events((now) => {
        start = now;
        return Buffer.concat([
            text({ type: "timeline", generation: 256, from: now - 1 }), beat(256, now + 90_000), beat(256, now + 30_000),
            text({ type: "timeline", generation: 512, from: now + 60_000 }), beat(512, now + 120_000),
            text({ type: "timeline", generation: 513, from: now + 130_000 }),
        ]);
    }, { isEnough: ({ generation }) => generation === 513 });
    const seen = shown.map(({ type, generation, due, from }) => `${type} ${generation} ${(due ?? from) - start}`);
    const right = ["timeline 256 -1", "beat 256 30000", "timeline 512 60000", "beat 512 120000", "timeline 513 130000"];
    // A machine that stood still for a while shows fewer; none may show more, or in another order.
    assert.deepEqual(seen, right.filter((event) => seen.includes(event)));
    assert.equal(seen.at(-1), right.at(-1));
});

for (const step of [1, 3, 1000]) {
    test(`messages in pieces, with a ping between them, ${step} bytes at once`, async () => {
        const half = JSON.stringify({ type: "state", words: "ü".repeat(40) });
        const { events: shown, frames } = await events(() => Buffer.concat([
            frame(1, half.slice(0, 30), false), frame(9, "are you there"), frame(0, half.slice(30)), text({ type: "last", words: "x".repeat(200) }),
        ]), { step, isEnough: ({ type }) => type === "last" });
        assert.deepEqual(shown, [JSON.parse(half), { type: "last", words: "x".repeat(200) }]);
        assert.ok(frames.some(({ opcode, payload }) => opcode === 10 && payload === "are you there"));
    });
}

test("scripts draw bands as high as the page does", () => {
    for (const top of [45, 100, 180, 255]) {
        for (const count of [1, 16, 64]) {
            const bands = Uint8Array.from({ length: count }, (_, band) => (band * 89 + top) % 256);
            heights({ bands, top }).forEach((height, band) => {
                const drawn = shown(leaning(bands[band] / 255, band, count), top / 255, 1);
                assert.ok(Math.abs(height - drawn) < 0.01, `${top}, ${band} of ${count}: ${height} and ${drawn}`);
            });
        }
    }
});

test("frames are told apart byte by byte", async () => {
    const { events: shown } = await events((now) => {
        const head = Buffer.alloc(24);
        head.writeUInt16LE(0x0101, 0);
        head.writeUInt16LE(2, 2);
        head.writeUInt32LE(7, 4);
        head.writeBigInt64LE(BigInt(now), 8);
        [head[20], head[21], head[22]] = [50, 3, 9];
        return frame(2, Buffer.concat([head, Buffer.from([1, 2, 3, 0, 64, 4, 9, 10, 128]), Buffer.from([4, 5, 6, 0, 0, 255, 11, 12, 129])]));
    }, { isEnough: ({ loudness }) => loudness === 11 });
    assert.deepEqual(shown.map(({ bands, phase, beat, loudness, onset, top }) => [[...bands], phase, beat, loudness, onset, top]), [
        [[1, 2, 3], 0.25, 4, 9, 10, 128], [[4, 5, 6], null, 255, 11, 12, 129],
    ]);
    assert.equal(shown[1].due - shown[0].due, 20_000);
});
