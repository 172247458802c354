import assert from "node:assert/strict";
import { test } from "node:test";
import { announced, follower, goesOn, inForce, mediaTimeS, positionS } from "../../Public/session/timeline.js";

const line = (generation, from, more = {}) => ({
    generation, source: "a", entry: 1, playing: true, position: 0, at: from, from, until: null, ...more,
});

test("in force is the greatest generation whose time has come", () => {
    let known = announced([], line(512, 0));
    known = announced(known, line(513, 100, { source: "b" }));
    assert.equal(inForce(known, 99).generation, 512);
    assert.equal(inForce(known, 100).generation, 513);
});

test("the rounds of a short loop are all known, and the one in force stays", () => {
    let known = [];
    for (let round = 0; round < 64; round += 1) known = announced(known, line(512 + round, round * 250_000));
    assert.equal(inForce(known, 100_000).generation, 512);
});

test("a change voids what was announced for later, whenever it comes", () => {
    let known = announced(announced([], line(512, 0)), line(513, 100, { source: "b" }));
    known = announced(known, line(768, 50, { playing: false }));
    assert.deepEqual(known.map((one) => one.generation), [512, 768]);
    assert.equal(inForce(known, 200).generation, 768);
});

test("the order of arrival changes nothing", () => {
    const lines = [line(512, 0), line(513, 100), line(768, 50), line(769, 300), line(1024, 200)];
    const expected = [0, 49, 50, 99, 100, 199, 200, 300, 999].map((us) => {
        const due = lines.filter((one) => one.from <= us);
        return Math.max(...due.map((one) => one.generation));
    });
    for (const order of [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [1, 0, 3, 2, 4]]) {
        const known = order.reduce((list, at) => announced(list, lines[at]), []);
        assert.deepEqual([0, 49, 50, 99, 100, 199, 200, 300, 999].map((us) => inForce(known, us).generation), expected);
    }
});

test("a timeline that is told again changes nothing, unless its end moved", () => {
    const known = announced([], line(512, 0));
    assert.equal(announced(known, line(512, 0)), known);
    assert.equal(announced(known, line(512, 0, { until: 500 }))[0].until, 500);
});

test("the position runs with the server's time, and stands still on pause", () => {
    assert.equal(positionS(line(1, 0, { position: 12.5, at: 1_000_000 }), 3_500_000), 15);
    assert.equal(positionS(line(1, 0, { position: 12.5, at: 1_000_000, playing: false }), 3_500_000), 12.5);
    assert.equal(mediaTimeS(line(1, 0, { position: 2, at: 1_000_000, playing: false }), 500_000), 1.5);
});

test("what follows is the first to come of any later generation", () => {
    const known = announced(announced([], line(512, 0)), line(513, 100));
    assert.equal(follower(known, known[0]).generation, 513);
    assert.equal(follower(known, known[1]), undefined);
});

test("after a restart the music goes on; after a jump, a pause or with another source it does not", () => {
    const before = line(512, 0, { position: 3, at: 0 });
    assert.ok(goesOn(before, line(768, 2_000_000, { position: 5, at: 2_000_000 })));
    assert.ok(goesOn(before, line(768, 2_000_000, { position: 3, at: 0 })));
    for (const other of [{ position: 6 }, { position: 5, playing: false }, { position: 5, source: "b" }]) {
        assert.ok(!goesOn(before, line(768, 2_000_000, { at: 2_000_000, ...other })));
    }
});
