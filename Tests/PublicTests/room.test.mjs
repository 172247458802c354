import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, next, noRoom, trackOf } from "../../Public/session/room.js";

const timeline = (generation, from, more) => ({
    type: "timeline", sent: from, generation, track: 1, entry: 1, playing: true, position: 0, at: from, from, until: null, ...more,
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

test("grids are kept by track, the newest first, and few", () => {
    const room = after(...[1, 2, 3, 4, 2].map((track) => ({ type: "grid", track, beats: [] })));
    assert.deepEqual(room.grids.map((grid) => grid.track), [2, 4, 3]);
    assert.equal(gridOf(room, 4).track, 4);
    assert.equal(gridOf(room, 1), undefined);
});

test("the state tells of the track that plays and the one that comes", () => {
    const state = { type: "state", sent: 1, timeline: timeline(512, 0), track: { id: 1, title: "A" }, next: { track: { id: 2, title: "B" } } };
    const room = after(welcome, state);
    assert.equal(room.timelines.length, 1);
    assert.equal(trackOf(room, 2).title, "B");
    assert.equal(trackOf(room, 3), undefined);
});
