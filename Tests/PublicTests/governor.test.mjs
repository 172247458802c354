import assert from "node:assert/strict";
import { test } from "node:test";
import { Governor } from "../../Public/ui/governor.js";
import { finest, steps } from "../../Public/ui/stage.js";

/** Draws for some seconds on a machine that needs so long for a frame at each step, before a display of this rate. */
function draws(governor, seconds, hz, costMs) {
    const periodMs = 1000 / hz;
    const seen = new Set();
    for (let ms = 0; ms < 1000 * seconds;) {
        const stepMs = Math.ceil(costMs(governor.step) / periodMs - 1e-9) * periodMs;
        ms += stepMs;
        seen.add(governor.frame(stepMs));
    }
    return seen;
}

/** What a frame costs where the pixels cost most of it. */
const costing = (wholeMs) => (step) => 4 + wholeMs * steps[step];

test("a machine that is fast enough keeps the finest step", () => {
    const governor = new Governor();
    for (const hz of [50, 60, 144]) assert.deepEqual([...draws(governor, 60, hz, () => 3)], [finest], `${hz} Hz`);
});

test("when frames are late it is drawn coarser within three seconds a step, and no coarser than needed", () => {
    for (const [wholeMs, hz, needed] of [[20, 60, 3], [40, 60, 2], [180, 60, 0], [10, 120, 2]]) {
        const governor = new Governor();
        draws(governor, 2, hz, () => 2);
        draws(governor, 3 * (finest - needed), hz, costing(wholeMs));
        assert.equal(governor.step, needed, `${wholeMs} ms at ${hz} Hz`);
    }
});

test("it is drawn finer again when the machine is free", () => {
    const governor = new Governor();
    draws(governor, 20, 60, costing(80));
    assert.equal(governor.step, 1);
    draws(governor, 600, 60, () => 5);
    assert.equal(governor.step, finest);
});

test("a step that is too fine is tried ever more seldom", () => {
    const governor = new Governor();
    const cost = costing(40);
    draws(governor, 600, 60, cost);
    let changes = 0;
    let before = governor.step;
    for (let second = 0; second < 600; second += 1) {
        draws(governor, 1, 60, cost);
        if (governor.step !== before) changes += 1;
        before = governor.step;
    }
    assert.ok(changes <= 8, `${changes} changes in ten minutes`);
});

test("before a slow display, and where coarser steps do not help, it rests at the finest step", () => {
    const slow = new Governor();
    draws(slow, 60, 30, () => 5);
    assert.equal(slow.step, finest);
    const busy = new Governor();
    draws(busy, 5, 60, () => 5);
    draws(busy, 60, 60, () => 45);
    assert.equal(busy.step, finest);
});

test("frames that others of a wall hold coarser are not judged", () => {
    const governor = new Governor();
    for (let frame = 0; frame < 3000; frame += 1) governor.frame(Infinity);
    assert.equal(governor.step, finest);
    draws(governor, 60, 60, () => 5);
    assert.equal(governor.step, finest);
});

test("a single late frame and a hidden page change nothing", () => {
    const governor = new Governor();
    for (let second = 0; second < 30; second += 1) {
        draws(governor, 1, 60, () => 5);
        governor.frame(50);
        governor.frame(20_000);
    }
    assert.equal(governor.step, finest);
});
