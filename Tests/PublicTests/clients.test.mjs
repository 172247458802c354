import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { test } from "node:test";
import { connect, follow, heights, Problem } from "../../Public/clients/downbeat.mjs";
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

/** A server that answers the time, and a hello with the bytes of the script; `heard` gets what clients say, and its `left` is called when one leaves. */
async function serving(script, body, step = Infinity) {
    const heard = { frames: [], heads: [], count: 0 };
    const sockets = new Set();
    const server = createServer((socket) => {
        sockets.add(socket);
        heard.count += 1;
        socket.on("error", () => {});
        socket.on("close", () => heard.left?.());
        socket.once("data", (request) => {
            heard.heads.push(request.toString());
            const key = /sec-websocket-key: (.*)\r\n/i.exec(request.toString())[1];
            const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
            socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
            socket.on("data", (bytes) => {
                for (const { opcode, payload } of unmasked(bytes)) {
                    heard.frames.push({ opcode, payload: payload.toString() });
                    const message = opcode === 1 ? JSON.parse(payload) : {};
                    if (message.type === "time") socket.write(text({ ...message, t2: localUs(), t3: localUs() }));
                    const whole = script(message, localUs(), heard.count);
                    for (let at = 0; at < (whole?.length ?? 0); at += step) socket.write(whole.subarray(at, at + step));
                }
            });
        });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
        await body(`http://127.0.0.1:${server.address().port}`, heard, () => sockets.forEach((socket) => socket.destroy()));
    } finally {
        for (const socket of sockets) socket.destroy();
        server.close();
    }
}

const welcome = Buffer.concat([text({ type: "welcome", role: "guest" }), text({ type: "state", track: { title: "Song" } })]);
const beat = (due, number = 1) => text({ type: "beat", generation: 7, due, beat: number, bar: 2, position: 1, bpm: 120.5 });

test("a room knows what plays, and its beats their place and their confidence", () => serving((message, now) => {
    if (message.type !== "hello") return undefined;
    return Buffer.concat([welcome, text({ type: "grid", generation: 7, confidence: 0.5 }), text({ type: "timeline", generation: 7, from: now }), beat(now + 30_000)]);
}, async (address, heard) => {
    const room = await connect(`${address}/?room=k%20x#token=abc`);
    assert.deepEqual([room.role, room.state.track.title], ["guest", "Song"]);
    const { value } = await room.beats().next();
    assert.ok(value.lateMs >= -1 && value.lateMs < 250, `${value.lateMs}`);
    assert.deepEqual({ ...value, due: 0, lateMs: 0 }, { number: 1, bar: 2, position: 1, isDownbeat: true, tempo: 120.5, confidence: 0.5, due: 0, lateMs: 0 });
    room.close();
    assert.match(heard.heads[0], /authorization: Bearer abc\r\n/i);
    const { room: named, token } = JSON.parse(heard.frames[0].payload);
    assert.deepEqual([named, token], ["k x", "abc"]);
    assert.equal((await room.beats().next()).done, true);
}));

test("bars are counted from the first downbeat, and are null where they are not known", () => serving((message, now) => {
    if (message.type !== "hello") return undefined;
    const places = [[0, 3], [0, 0], [1, 1]].map(([bar, position], number) =>
        text({ type: "beat", generation: 7, due: now + 20_000 * (number + 1), beat: number, bar, position, bpm: 120 }));
    return Buffer.concat([welcome, text({ type: "timeline", generation: 7, from: now }), ...places]);
}, async (address) => {
    const room = await connect(address);
    const seen = [];
    for await (const { bar, position } of room.beats()) {
        if (seen.push([bar, position]) === 3) break;
    }
    room.close();
    assert.deepEqual(seen, [[0, 3], [null, null], [1, 1]]);
}));

test("a command that is obeyed returns, and one that is refused says what to do", () => serving((message) => {
    if (message.type === "hello") return welcome;
    if (message.do === "next") return text({ type: "error", id: message.id, code: "token-needed", message: "This needs a token." });
    return message.type === "command" ? text({ type: "result", id: message.id, revision: message.position }) : undefined;
}, async (address) => {
    const room = await connect(address);
    await assert.rejects(room.command("next"), /This needs a token. Connect with the control link/);
    assert.equal((await room.command("seek", { position: 5 })).revision, 5);
    await assert.rejects(room.command("look", { title: "x".repeat(70_000) }), /65535 bytes at most/);
    room.close();
    await assert.rejects(room.command("next"), Problem);
}));

test("a lost connection is made anew, and the loop goes on", () => serving((message, now, count) => {
    if (message.type !== "hello") return undefined;
    return Buffer.concat([welcome, text({ type: "timeline", generation: 7, from: now }), beat(now + 20_000, count), ...(count === 1 ? [beat(now + 120_000, 9)] : [])]);
}, async (address, heard, cut) => {
    const told = [];
    const room = await connect(address, { complain: (words) => told.push(words) });
    const seen = [];
    for await (const { number } of room.beats()) {
        seen.push(number);
        if (seen.length === 1) cut();
        if (seen.length === 3) break;
    }
    room.close();
    assert.deepEqual(seen, [1, 9, 2], "known beats come although the connection is gone");
    assert.match(told[0], /trying again/);
}));

test("what waiting cannot cure is told at once", async () => {
    await assert.rejects(connect("localhost:8080"), /is no address/);
    await assert.rejects(connect("http://127.0.0.1:1"), /nothing answers at http:\/\/127.0.0.1:1: is the server running/);
    await serving((message) => (message.type === "hello" ? Buffer.concat([text({ type: "welcome", role: "viewer" }), text({ type: "state" }),
        text({ type: "error", id: null, code: "token-wrong", message: "This is not a token of this server." })]) : undefined),
    (address) => assert.rejects(connect(address, { token: "wrong" }), /not a token of this server. Copy the link/));
    const plain = createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")));
    plain.listen(0, "127.0.0.1");
    await once(plain, "listening");
    await assert.rejects(connect(`http://127.0.0.1:${plain.address().port}`), /answers 401. Connect with a link/);
    plain.close();
});

const odd = { type: "beat", generation: 1, beat: 1, bar: 1, position: 1, bpm: 1 };
const hostile = {
    "JSON that is none": frame(1, "["), "a number": frame(1, "3"), "nothing": frame(1, "null"), "words for a time": text({ ...odd, due: "soon" }), "a time that is too great": text({ ...odd, due: 1e300 }),
    "a time without numbers": text({ type: "time", t1: null, t2: 1, t3: 1 }), "a generation that is a list": text({ type: "timeline", generation: [], from: 1 }),
    "frames at no rate": frame(2, Buffer.concat([Buffer.from([1, 1, 1, 0]), Buffer.alloc(40)])), "frames that are cut off": frame(2, Buffer.concat([Buffer.from([1, 1, 255, 255]), Buffer.alloc(20, 30)])),
    "a length without end": Buffer.from([0x81, 0x7f, 255, 255, 255, 255, 255, 255, 255, 255]), "a ping that is too long": Buffer.from([0x89, 0x7e, 255, 255]),
};
for (const [name, bytes] of Object.entries(hostile)) {
    test(`${name} ends the connection, and nothing else`, () => serving((message, now, count) => {
        if (message.type !== "hello") return undefined;
        return Buffer.concat([welcome, count === 1 ? bytes : beat(now + 10_000, 5)]);
    }, async (address) => {
        const room = await connect(address, { complain: () => {}, wait: true });
        assert.equal((await room.beats().next()).value.number, 5);
        room.close();
    }));
}

/** Follows a server that sends these bytes after the hello, so many at once; ends when `isEnough`. */
async function events(script, { step = Infinity, isEnough }) {
    const shown = [];
    let frames;
    await serving((message, now) => (message.type === "hello" ? script(now) : undefined), (server, heard) => new Promise((resolve) => {
        frames = heard.frames;
        const leave = follow({ server, streams: { beats: true } }, (event) => {
            shown.push(event);
            if (!isEnough(event)) return;
            // What the client has sent until then arrives before it leaves.
            heard.left = resolve;
            leave();
        }, assert.fail);
    }), step);
    return { events: shown, frames };
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
