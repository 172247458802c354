import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { RoomLink } from "../../Public/net/roomLink.js";
import { RoomSocket } from "../../Public/net/roomSocket.js";
import { framesPacket } from "./packets.mjs";
import { FakeSocket } from "./sockets.mjs";

let nowMs;
let ends;

beforeEach(() => {
    nowMs = 1000;
    ends = [];
    FakeSocket.made = [];
    globalThis.WebSocket = FakeSocket;
    mock.method(performance, "now", () => nowMs);
    mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => {
    for (const end of ends) end();
    mock.reset();
    mock.timers.reset();
});

/** A link and a socket with a channel between them; the link has heard `heard`. */
function joined({ hello = () => ({}), starts = true } = {}) {
    const { port1, port2 } = new MessageChannel();
    const link = new RoomLink(hello);
    const heard = [];
    link.heard = (message) => heard.push(message);
    link.packet = (packet) => heard.push(packet);
    ends.push(new RoomSocket(port2, "ws://here/ws").start(), () => port1.close());
    if (starts) link.start(port1);
    return { link, heard, port1 };
}

async function live(options) {
    const parts = joined(options);
    FakeSocket.last.open();
    await until(() => FakeSocket.last.sent.length === 1);
    return { ...parts, server: FakeSocket.last };
}

/** The same, and the page knows the server's time. */
async function timed(options) {
    const parts = await live(options);
    answer(parts.server);
    await until(() => parts.link.clockState(nowMs) !== undefined);
    return parts;
}

/** The channel delivers in its own time. */
async function until(isSo) {
    for (let turn = 0; !isSo(); turn += 1) {
        assert.ok(turn < 5000, `never: ${isSo}`);
        await new Promise((next) => setImmediate(next));
    }
}

function pass(ms) {
    nowMs += ms;
    mock.timers.tick(ms);
}

test("what the server says arrives in its order, texts and packets, each byte of them", async () => {
    const { server, heard } = await live();
    for (let number = 0; number < 50; number += 1) {
        server.say(number % 3 === 0 ? framesPacket({ generation: number, frames: [{ level: number }] }) : { type: "news", number });
    }
    await until(() => heard.length === 51);
    heard.slice(1).forEach((message, number) => {
        assert.equal(message.number ?? message.generation, number);
        if (message.kind) assert.equal(message.view.getUint8(message.start), number);
    });
});

test("what the page says reaches the server in its order, the hello before all", async () => {
    const { server, link } = await live({ hello: () => ({ name: "TV" }) });
    for (let number = 0; number < 50; number += 1) link.send({ type: "report", number });
    await until(() => server.sent.length === 51);
    assert.deepEqual(server.sent[0], { type: "hello", protocol: 1, name: "TV" });
    assert.deepEqual(server.sent.slice(1).map(({ number }) => number), [...Array(50).keys()]);
});

test("each command gets its own answer, in whatever order they come", async () => {
    const { server, link } = await timed();
    const answers = ["play", "next", "seek"].map((what) => link.command({ do: what }));
    await until(() => server.sent.length === 4);
    const [, play, next, seek] = server.sent;
    assert.equal(next.do, "next");
    server.say({ type: "result", id: seek.id, revision: 3 });
    server.say({ type: "error", id: play.id, code: "not-found" });
    server.say({ type: "result", id: next.id, revision: 2 });
    assert.deepEqual((await Promise.all(answers)).map(({ code, revision }) => code ?? revision), ["not-found", 2, 3]);
});

test("a lost connection answers its commands, and those given while there is none", async () => {
    const { server, link, heard } = await timed();
    const waiting = link.command({ do: "play" });
    server.close();
    assert.equal((await waiting).code, "offline");
    assert.equal(link.open, false);
    assert.equal((await link.command({ do: "play" })).code, "offline");
    assert.deepEqual(heard.map(({ type }) => type), ["opened", "closed"]);
});

test("while a server is replaced, commands wait for the next one, which gets them in their order after the hello", async () => {
    const { server, link, heard } = await timed();
    const answers = [link.command({ do: "play" })];
    await until(() => server.sent.length === 2);
    server.close(1012);
    await until(() => !link.open);
    answers.push(link.command({ do: "next" }));
    pass(100);
    FakeSocket.last.open();
    await until(() => FakeSocket.last.sent.length === 3);
    const [hello, ...sent] = FakeSocket.last.sent;
    assert.equal(hello.type, "hello");
    assert.deepEqual(sent.map((message) => message.do), ["play", "next"]);
    assert.equal(sent[0].until, server.sent[1].until);
    for (const { id } of sent) FakeSocket.last.say({ type: "result", id });
    assert.deepEqual((await Promise.all(answers)).map(({ type }) => type), ["result", "result"]);
    assert.deepEqual(heard.map(({ type }) => type).filter((type) => type !== "result"), ["opened", "opened"]);
});

test("what a replaced server has answered is not sent again", async () => {
    const { server, link } = await timed();
    const answer = link.command({ do: "play" });
    await until(() => server.sent.length === 2);
    server.say({ type: "result", id: server.sent[1].id });
    server.close(1012);
    await answer;
    await until(() => !link.open);
    pass(100);
    FakeSocket.last.open();
    await until(() => FakeSocket.last.sent.length === 1);
    link.send({ type: "report" });
    await until(() => FakeSocket.last.sent.length === 2);
    assert.deepEqual(FakeSocket.last.sent.map(({ type }) => type), ["hello", "report"]);
});

test("a server that does not come back in two seconds is offline, and so are the commands that waited", async () => {
    const { server, link, heard } = await timed();
    server.close(1012);
    await until(() => !link.open);
    const waiting = link.command({ do: "play" });
    pass(2000);
    assert.equal((await waiting).code, "offline");
    assert.equal((await link.command({ do: "play" })).code, "offline");
    assert.equal(heard.at(-1).type, "closed");
});

test("a command says until when it may be obeyed, two seconds from now by the server's clock", async () => {
    const { server, link } = await timed();
    link.command({ do: "next" });
    await until(() => server.sent.length === 2);
    assert.ok(Math.abs(server.sent[1].until - serverUs() - 2e6) < 2000, `${server.sent[1].until - serverUs()} us from now`);
    assert.ok(Number.isInteger(server.sent[1].until));
});

test("a command is not sent before the server's time is known: it would have no end", async () => {
    const { server, link } = await live();
    assert.equal((await link.command({ do: "next" })).code, "offline");
    link.send({ type: "report" });
    await until(() => server.sent.length === 2);
    assert.equal(server.sent[1].type, "report");
});

test("the next connection is told what is so by then, and nothing that was meant for the last", async () => {
    let token = "old";
    const { server, link, heard } = await timed({ hello: () => ({ token }) });
    server.say({ type: "welcome" });
    server.close();
    pass(300);
    FakeSocket.last.open(); // the page has heard of neither yet
    assert.equal(link.open, true);
    link.send({ type: "subscribe", streams: { audio: true } });
    const lost = link.command({ do: "play" });
    token = "new";
    await until(() => FakeSocket.last.sent.length === 1);
    link.send({ type: "report" });
    await until(() => FakeSocket.last.sent.length === 2);
    assert.deepEqual(FakeSocket.last.sent, [{ type: "hello", protocol: 1, token: "new" }, { type: "report" }]);
    assert.equal((await lost).code, "offline");
    assert.deepEqual(heard.map(({ type }) => type), ["opened", "welcome", "closed", "opened"]);
});

test("a page that comes later finds the connection made and the time known", async () => {
    const { link, port1, heard } = joined({ starts: false });
    const server = FakeSocket.last;
    server.open();
    answer(server);
    link.start(port1);
    await until(() => link.clockState(nowMs) !== undefined);
    assert.deepEqual(heard.map(({ type }) => type), ["opened"]);
    assert.equal(link.probes.answered, 1);
    await until(() => server.sent.length === 1);
    assert.equal(server.sent[0].type, "hello");
});

test("a page that comes while the server is away hears that it is", async () => {
    const { link, port1, heard } = joined({ starts: false });
    FakeSocket.last.close();
    link.start(port1);
    await until(() => heard.length === 1);
    assert.equal(heard[0].type, "closed");
});

test("however long the server is away, the next try comes within 3 s, and at once when there is reason to hope", async () => {
    const { link } = joined();
    for (let attempt = 1; attempt < 20; attempt += 1) {
        FakeSocket.last.close();
        pass(3000);
        assert.equal(FakeSocket.made.length, attempt + 1);
    }
    FakeSocket.last.close();
    link.comeBack();
    await until(() => FakeSocket.made.length === 21);
    pass(3000);
    assert.equal(FakeSocket.made.length, 21, "the try that was due is this one");
});

test("a connection that does not come about is given up", () => {
    joined();
    pass(4900);
    assert.equal(FakeSocket.made.length, 1);
    pass(100);
    assert.equal(FakeSocket.made[0].readyState, 3);
    pass(300);
    assert.equal(FakeSocket.made.length, 2);
});

test("a server that answers no more is left, one that is seldom asked is not", async () => {
    const { server } = await live();
    for (let minute = 0; minute < 10; minute += 1) { // as where a browser lets the timers of hidden pages rest
        answer(server);
        nowMs += 60_000;
        mock.timers.tick(500);
    }
    assert.equal(server.readyState, 1);
    for (let step = 0; step < 50; step += 1) pass(50);
    assert.equal(server.readyState, 1);
    pass(100);
    assert.equal(server.readyState, 3);
});

test("questions for the time stay quick until the clock is good", async () => {
    const { server } = await live();
    for (let step = 0; step < 60; step += 1) pass(50);
    assert.ok(server.asked.length > 48, `${server.asked.length} asked without an answer`); // until it is given up
    const next = (await live()).server;
    for (let step = 0; step < 60; step += 1) {
        answer(next);
        pass(50);
    }
    assert.ok(next.asked.length < 30, `${next.asked.length} asked with answers at once`);
});

// What the socket tells comes from a clock that shows this much more than the page's.
for (const aheadMs of [0, -321.5, 86_400_000]) {
    for (const wrongMs of [0, 4000, -4000]) {
        test(`the server's time is the same in both clocks, ${aheadMs} ms apart, where the origins tell ${wrongMs} ms wrong`, () => {
            const port = { said: [], postMessage: (message) => port.said.push(message) };
            const link = new RoomLink(() => ({}));
            link.start(port);
            const trueUs = (clientMs) => 5e9 + 1000 * clientMs * 1.0001;
            const tell = () => {
                const madeAtUs = 1000 * (nowMs + aheadMs);
                const estimate = { madeAtUs, offsetUs: trueUs(nowMs) - madeAtUs, skew: 1e-4, roundTripUs: 0, boundUs: 50, boundGrowth: 1e-5 };
                const originMs = performance.timeOrigin - aheadMs + wrongMs;
                const atMs = nowMs + aheadMs;
                nowMs += 0.05; // the way to the page
                port.onmessage({ data: { type: "clock", estimate, probes: {}, originMs, moreMs: aheadMs + 0.05, atMs } });
            };
            tell();
            const mostUs = wrongMs === 0 ? 1 : 51;
            for (const laterMs of [0, 16, 5000]) {
                const read = link.serverUs(nowMs + laterMs);
                assert.ok(Math.abs(read - trueUs(nowMs + laterMs)) <= mostUs, `${read - trueUs(nowMs + laterMs)} us off`);
                assert.ok(Math.abs(link.clientMs(trueUs(nowMs + laterMs)) - nowMs - laterMs) <= mostUs / 1000);
            }
            assert.ok(Math.abs(link.clockState(nowMs).boundUs - 50) < 0.1);
        });
    }
}

test("a frame that is late by its stamp is drawn right, whoever read the clock since", () => {
    const port = { postMessage() {} };
    const link = new RoomLink(() => ({}));
    link.start(port);
    const tell = (offsetUs) => port.onmessage({ data: {
        type: "clock", estimate: { madeAtUs: 1000 * nowMs, offsetUs, skew: 0, roundTripUs: 0, boundUs: 50, boundGrowth: 0 },
        probes: {}, originMs: performance.timeOrigin, moreMs: 0, atMs: nowMs,
    } });
    tell(5e9);
    let last = link.frameUs(nowMs);
    for (let frame = 0; frame < 20; frame += 1) {
        const stampMs = nowMs + 17;
        nowMs += 400; // the page had no time for the frame
        link.serverUs(nowMs);
        tell(5e9 + (frame % 2) * 300);
        const drawn = link.frameUs(stampMs);
        assert.ok(Math.abs(drawn - 5e9 - 1000 * stampMs) <= 300, `${drawn - 5e9 - 1000 * stampMs} us off`);
        assert.ok(drawn > last);
        last = drawn;
    }
});

test("the clock is lost with the connection, the time shown runs on", async () => {
    const { server, link } = await live();
    answer(server);
    await until(() => link.serverUs(nowMs) !== undefined);
    server.close();
    pass(300);
    FakeSocket.last.open();
    await until(() => link.clockState(nowMs) === undefined);
    assert.ok(Math.abs(link.serverUs(nowMs) - serverUs()) < 2000);
});

/** Answers as a server that took so long to read the question, by a clock that is so far ahead. */
function answerLate(server, lateMs, aheadUs = 0) {
    nowMs += lateMs;
    server.say({ ...server.asked.at(-1), t2: serverUs() + aheadUs, t3: serverUs() + aheadUs });
}

test("slow answers after a reconnection do not move the time shown, and those of another clock do", async () => {
    const { server, link } = await live();
    for (let step = 0; step < 40; step += 1) {
        answer(server);
        pass(50);
    }
    await until(() => link.clockState(nowMs) !== undefined);
    for (const [aheadUs, shiftMs] of [[0, 0], [7e9, 7e6]]) {
        const driftMs = link.serverUs(nowMs) / 1000 - serverUs() / 1000;
        FakeSocket.last.close();
        pass(3000);
        FakeSocket.last.open();
        await until(() => link.clockState(nowMs) === undefined);
        answerLate(FakeSocket.last, 60, aheadUs); // so that alone it would be 30 ms wrong
        await until(() => link.clockState(nowMs) !== undefined);
        const movedMs = link.serverUs(nowMs) / 1000 - serverUs() / 1000 - driftMs;
        assert.ok(Math.abs(movedMs - shiftMs) < (shiftMs === 0 ? 1 : 100), `${movedMs} ms`);
    }
});

test("another way takes the place of one that does not work", async () => {
    const { link, server, heard } = await timed();
    const waiting = link.command({ do: "play" });
    const { port1, port2 } = new MessageChannel();
    ends.push(new RoomSocket(port2, "ws://here/ws").start(), () => port1.close());
    link.start(port1);
    assert.equal((await waiting).code, "offline");
    FakeSocket.last.open();
    await until(() => FakeSocket.last.sent.length === 1);
    server.say({ type: "news" });
    FakeSocket.last.say({ type: "welcome" });
    await until(() => heard.length === 4);
    assert.deepEqual(heard.map(({ type }) => type), ["opened", "closed", "opened", "welcome"]);
});

test("where a worker cannot be made or cannot run, the same socket runs on the page's thread", async () => {
    for (const [number, worker] of [undefined, class extends EventTarget {
        postMessage() {}
        terminate() {
            this.terminated = true;
        }
    }].entries()) {
        globalThis.Worker = worker;
        let made;
        if (worker) globalThis.Worker = class extends worker { constructor() { super(); made = this; } };
        const { toRoom } = await import(`../../Public/net/roomThread.js?${number}`);
        const link = new RoomLink(() => ({}));
        let port;
        toRoom((way) => { port = way; link.start(way); });
        made?.dispatchEvent(new Event("error"));
        await until(() => FakeSocket.made.length === number + 1);
        assert.equal(Boolean(made?.terminated), Boolean(worker));
        FakeSocket.last.open();
        await until(() => FakeSocket.last.sent.length === 1);
        ends.push(() => port.close(), () => FakeSocket.made.forEach((socket) => socket.close()));
    }
    delete globalThis.Worker;
});

/** What the server's clock shows. */
function serverUs() {
    return Math.round(7e9 + 1000 * nowMs);
}

/** The server answers the last question, at no regular pace: that would look like a coarse timer's. */
function answer(server) {
    nowMs += 3 * ((nowMs * 0.618) % 1);
    server.say({ ...server.asked.at(-1), t2: serverUs(), t3: serverUs() });
}
