import assert from "node:assert/strict";
import { test } from "node:test";
import { directionAt, makeDirection } from "../../Public/session/direction.js";
import { led, palettes, signal } from "../../Public/session/palette.js";
import { next, noRoom, planOf } from "../../Public/session/room.js";

const zeros = [0, 0, 0, 0, 0];
const plan = {
    type: "plan", source: "a", seed: 0.5, character: { drive: 0.5, bass: 0.5, treble: 0.5, minor: null }, end: 60,
    acts: [{ from: 0, section: "intro", theme: 0, palette: 0 }, { from: 20, section: "break", theme: 1, palette: 2 }, { from: 40, section: "drop", theme: 2, palette: 1 }],
    hits: [{ at: 40, strength: 1, fade: 2 }, { at: 50, strength: 0.4, fade: 2 }],
    points: { at: [0, 19.95, 20, 40, 60], energy: [0.2, 0.4, 0.1, 0.3, 0.9], tension: [0, 0, 0, 1, 0], breath: zeros, near: zeros, many: zeros, bright: zeros, pace: [1, 1, 0.7, 0.9, 1.2] },
};
const at = (mediaS) => {
    const direction = makeDirection();
    directionAt(plan, mediaS, direction);
    return direction;
};

test("between two points all changes evenly, and outside of them nothing does", () => {
    assert.equal(at(-5).energy, 0.2);
    assert.equal(at(20).energy, 0.1);
    assert.ok(Math.abs(at(30).energy - 0.2) < 1e-9 && Math.abs(at(30).tension - 0.5) < 1e-9);
    assert.equal(at(1e6).energy, 0.9);
    assert.ok(at(19.94).energy > 0.39);
});

test("an act has its theme, its age and its rest; its colours come in within a second", () => {
    const { section, label, sectionAgeS, sectionLeftS, lead, leadBefore, led: share } = at(20.5);
    assert.deepEqual({ section, label, sectionAgeS, sectionLeftS, lead, leadBefore, share }, { section: 1, label: "break", sectionAgeS: 0.5, sectionLeftS: 19.5, lead: 2, leadBefore: 0, share: 0.5 });
    assert.equal(at(5).led, 1);
    assert.equal(at(59).sectionLeftS, 1);
});

test("a hit is felt from its moment on and fades", () => {
    assert.deepEqual([39.999, 40, 41, 42, 50].map((mediaS) => at(mediaS).hit), [0, 1, 0.25, 0, 0.4]);
});

test("whichever way a place is reached, the direction is the same", () => {
    const one = makeDirection();
    for (const mediaS of [55, 3, 41, 20.2]) directionAt(plan, mediaS, one);
    assert.deepEqual(one, at(20.2));
});

test("plans are kept by source, the newest first, and few", () => {
    let room = noRoom;
    for (const source of ["a", "b", "c", "d", "b"]) room = next(room, { ...plan, source });
    assert.deepEqual(room.plans.map(({ source }) => source), ["b", "d", "c"]);
    assert.equal(planOf(room, "d").source, "d");
    assert.equal(planOf(room, "a"), undefined);
});

test("the leading colour comes first, on its way through colours between", () => {
    const of = (lead, leadBefore, share) => led(palettes.ember, { lead, leadBefore, led: share });
    assert.equal(of(0, 0, 1), palettes.ember);
    const { main, second, accent } = palettes.ember;
    assert.deepEqual([of(1, 0, 1).main, of(1, 0, 1).second, of(1, 0, 1).accent], [second, accent, main]);
    assert.deepEqual([of(2, 0, 1).main, of(2, 0, 1).second, of(2, 0, 1).accent], [accent, main, second]);
    assert.equal(of(1, 0, 1), of(1, 2, 1), "a palette is made once");
    const half = of(1, 0, 0.5).main;
    half.forEach((part, k) => assert.ok(Math.abs(part - (main[k] + second[k]) / 2) <= 1));
    assert.deepEqual(led(signal, { lead: 1, leadBefore: 1, led: 0.2 }).main, signal.second);
});
