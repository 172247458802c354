import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOfPress, whereWords } from "../../Public/audio/firstPress.js";

const here = { sound: "off", isSilenced: false, isPart: false };
const room = { role: "host", state: { sounding: 0, following: null, timeline: { playing: false } } };
const roomWith = (state, role = "host") => ({ role, state: { ...room.state, ...state } });

test("a press that lets a room play which nobody hears sounds on this device", () => {
    for (const wish of [{ do: "play", album: 1 }, { do: "play", entry: 3 }, { do: "toggle" }, { do: "live.start", input: "deck" }]) {
        assert.equal(soundOfPress(wish, room, here), "here", wish.do);
        assert.equal(soundOfPress(wish, roomWith({ sounding: 2 }), here), "elsewhere", wish.do);
        assert.equal(soundOfPress(wish, roomWith({ sounding: 2 }), { ...here, sound: "waiting" }), "here", "what only waits for a tap");
    }
});

test("nothing else does: not a pause, not who may not control, not where somebody silenced it, not a part of something else", () => {
    const play = { do: "play" };
    assert.equal(soundOfPress({ do: "toggle" }, roomWith({ timeline: { playing: true } }), here), undefined);
    for (const name of ["pause", "next", "seek", "look", "queue.add", "shuffle"]) assert.equal(soundOfPress({ do: name }, room, here), undefined, name);
    for (const role of ["viewer", "guest"]) assert.equal(soundOfPress(play, roomWith({}, role), here), undefined, role);
    for (const traits of [{ isSilenced: true }, { isPart: true }, { sound: "on" }]) assert.equal(soundOfPress(play, room, { ...here, ...traits }), undefined);
    assert.equal(soundOfPress(play, roomWith({ following: {} }), here), undefined);
    assert.equal(soundOfPress(play, { role: "host", state: null }, here), undefined);
});

test("where the sound is has a name, as far as it is known", () => {
    const on = (...names) => whereWords([{ name: "Silent", sound: "off" }, ...names.map((name) => ({ name, sound: "on" }))]);
    assert.equal(on(), "Another device plays the sound.");
    assert.equal(on(""), "Another device plays the sound.");
    assert.equal(on("TV"), "The sound is on TV.");
    assert.equal(on("TV", "Kitchen"), "The sound is on TV and Kitchen.");
    assert.equal(on("TV", "Kitchen", "Bar"), "The sound is on TV and 2 more devices.");
});
