import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, gridOf, next, noRoom } from "../../Public/session/room.js";

const timeline = (generation, from, more) => ({
    type: "timeline", sent: from, generation, source: "a", entry: 1, playing: true, position: 0, at: from, from, until: null, ...more,
});
const welcome = { type: "welcome", server: "0.1.0", id: 7, role: "viewer" };
const after = (...messages) => messages.reduce(next, noRoom);

test("a message of an unknown kind changes nothing", () => {
    assert.equal(next(noRoom, { type: "weather" }), noRoom);
    assert.equal(next(noRoom, { type: "time", t1: 1 }), noRoom);
});

test("the picture runs on while the server is away, and its first word afterwards counts alone", () => {
    let room = after(welcome, timeline(512, 100), { type: "closed" });
    assert.equal(room.link, "offline");
    assert.equal(room.timelines.length, 1);
    room = next(room, welcome);
    assert.equal(room.timelines.length, 1);
    room = next(room, timeline(256, 5));
    assert.deepEqual(room.timelines.map((one) => one.generation), [256]);
});

test("grids are kept by source, the newest first, and few", () => {
    const room = after(...["a", "b", "c", "d", "b"].map((source) => ({ type: "grid", source, beats: [] })));
    assert.deepEqual(room.grids.map((grid) => grid.source), ["b", "d", "c"]);
    assert.equal(gridOf(room, "d").source, "d");
    assert.equal(gridOf(room, "a"), undefined);
});

const state = (sent, source, titles, of = {}) => ({
    type: "state", sent, timeline: { ...timeline(512, 0), source }, track: titles.length > 0 ? { title: titles[0][1] } : null,
    ...(titles.length > 1 ? { cards: titles.map(([from, title]) => ({ from, title })) } : {}), next: null, ...of,
});
const titleOf = (room, source, mediaS) => cardOf(room, source, mediaS)?.title;

test("the state tells of what plays and what comes, and what played before is still known", () => {
    const first = after(welcome, state(1, "a", [[0, "A"]], { next: { source: "b", track: { title: "B" } } }));
    assert.equal(first.timelines.length, 1);
    assert.deepEqual(["a", "b", "c"].map((source) => titleOf(first, source, 5)), ["A", "B", undefined]);
    const second = next(first, state(2, "b", [[0, "B"]]));
    assert.deepEqual(["a", "b"].map((source) => titleOf(second, source, 5)), ["A", "B"]);
    assert.equal(titleOf(next(second, state(3, "b", [[0, "B, renamed"]])), "b", 5), "B, renamed");
    assert.equal(cardOf(next(second, state(3, null, [])), null, 0), undefined);
});

test("a title changes when its position comes, and not when it is told", () => {
    const room = after(welcome, state(1, "live:radio@1", [[0, "Radio"], [60, "One"], [240.5, "Two"]]));
    assert.deepEqual([-1, 0, 59.9, 60, 240.4, 240.5, 9e9].map((at) => titleOf(room, "live:radio@1", at)), ["Radio", "Radio", "Radio", "One", "One", "Two", "Two"]);
    const later = next(room, state(2, "live:radio@1", [[60, "One"], [240.5, "Two"], [400, "Three"]]));
    assert.equal(titleOf(later, "live:radio@1", 300), "Two");
});

test("in whichever order messages come, all pages show the same card at a position", () => {
    const told = [
        state(1, "a", [[0, "A"]], { next: { source: "live", track: { title: "Radio" } } }), state(2, "live", [[0, "Radio"], [60, "One"]]),
        state(3, "live", [[0, "Radio"], [60, "One"], [120, "Tow"]]), state(4, "live", [[60, "One"], [120, "Two"], [200, "Three"]]),
    ];
    const orders = (list) => (list.length < 2 ? [list] : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest])));
    for (const order of orders(told)) {
        const room = after(welcome, ...order);
        const shown = ["a", "live"].map((source) => [30, 60, 119, 121, 200].map((at) => titleOf(room, source, at)));
        assert.deepEqual(shown, [["A", "A", "A", "A", "A"], ["One", "One", "One", "Two", "Three"]], order.map(({ sent }) => sent).join());
    }
});

test("after a restart of the server its cards count, though its clock may be behind", () => {
    const room = after(welcome, state(9e9, "a", [[0, "Old"]]), { type: "closed" }, welcome);
    assert.equal(titleOf(room, "a", 0), "Old");
    assert.equal(titleOf(next(room, state(5, "a", [[0, "New"]])), "a", 0), "New");
});
