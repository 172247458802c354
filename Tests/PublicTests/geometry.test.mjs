import assert from "node:assert/strict";
import { test } from "node:test";
import {
    across, beatLight, beatPush, between, curve, down, loop, ringStrength, ringWay, scatter, soften,
} from "../../Public/renderers/geometry.js";

const phases = Array.from({ length: 1000 }, (_, i) => i / 1000);
const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

/** A context that remembers its path's corners and control points, in pixels. */
function paper() {
    let scale = 1;
    const starts = [];
    const bends = [];
    return {
        starts, bends,
        scale(x) { scale *= x; },
        moveTo(x, y) { starts.push([x * scale, y * scale]); },
        lineTo(x, y) { starts.push([x * scale, y * scale]); },
        bezierCurveTo(...places) { bends.push(places.map((place) => place * scale)); },
        closePath() { bends.isClosed = true; },
        get scaling() { return scale; },
    };
}

test("a beat's light spikes in its first tenth, eases down, and rises before the next", () => {
    const brightest = phases.reduce((best, phase) => (beatLight(phase) > beatLight(best) ? phase : best));
    assert.ok(brightest <= 0.1);
    for (const phase of phases) {
        assert.ok(beatLight(phase) >= 0 && beatLight(phase) <= 1);
        if (phase >= 0.1 && phase < 0.89) assert.ok(beatLight(phase + 0.001) <= beatLight(phase), `rises at ${phase}`);
        if (phase >= 0.9 && phase < 0.999) assert.ok(beatLight(phase + 0.001) >= beatLight(phase), `falls at ${phase}`);
    }
});

test("a beat's light goes over into the next beat without a jump, whatever their peaks", () => {
    for (const peak of [0.4, 0.7, 1]) {
        near(beatLight(0.999999, 1), beatLight(0, peak), 1e-4);
        for (const edge of [0.1, 0.3, 0.9]) near(beatLight(edge - 1e-7, peak), beatLight(edge, peak), 1e-4);
    }
});

test("a stronger beat is never darker", () => {
    for (const phase of phases) assert.ok(beatLight(phase, 1) >= beatLight(phase, 0.5));
});

test("a beat pushes out in its attack, rests in its sustain, and gathers before the next", () => {
    near(beatPush(0.1), 1, 1e-9);
    for (const phase of [0.3, 0.5, 0.89]) assert.equal(beatPush(phase), 0);
    near(beatPush(0.999999), beatPush(0), 1e-4);
    for (const phase of phases) assert.ok(beatPush(phase) >= 0 && beatPush(phase) <= 1);
});

test("a ring only goes outwards, ever slower, and has no strength before its birth and after its end", () => {
    for (let age = 0; age < 3; age += 0.01) {
        const step = ringWay(age + 0.01, 3) - ringWay(age, 3);
        assert.ok(step >= 0 && step >= ringWay(age + 0.02, 3) - ringWay(age + 0.01, 3) - 1e-12);
        assert.ok(ringStrength(age, 3) > 0 && ringStrength(age, 3) <= 1);
    }
    assert.deepEqual([ringWay(0, 3), ringWay(3, 3), ringWay(9, 3)], [0, 1, 1]);
    assert.deepEqual([ringStrength(-0.1, 3), ringStrength(3, 3), ringStrength(NaN, 3)], [0, 0, 0]);
    assert.ok(ringStrength(2.99, 3) < 0.001);
});

test("a curve goes through every point, with one direction at each", () => {
    const xs = [0, 10.25, 30, 31.5, 70];
    const ys = [5, -20, 44.125, 43, 0];
    const context = paper();
    curve(context, xs, ys, xs.length);
    assert.deepEqual(context.starts, [[0, 5]]);
    assert.equal(context.bends.length, xs.length - 1);
    for (const [i, bend] of context.bends.entries()) {
        near(bend[4], xs[i + 1], 1 / 32);
        near(bend[5], ys[i + 1], 1 / 32);
        const next = context.bends[i + 1];
        if (!next) continue;
        near(next[0] - xs[i + 1], xs[i + 1] - bend[2], 0.1);
        near(next[1] - ys[i + 1], ys[i + 1] - bend[3], 0.1);
    }
    assert.equal(context.scaling, 1);
});

test("a curve through points on a line is that line", () => {
    const context = paper();
    curve(context, [0, 32, 64, 96], [0, 16, 32, 48], 4);
    for (const bend of context.bends) for (const k of [0, 2, 4]) near(bend[k + 1], bend[k] / 2, 1 / 16);
});

test("a loop goes through every point and comes back, wherever it begins", () => {
    const xs = [0, 64, 64, 0];
    const ys = [0, 0, 64, 64];
    const context = paper();
    loop(context, xs, ys, 4);
    assert.equal(context.bends.length, 4);
    assert.ok(context.bends.isClosed);
    assert.deepEqual(context.bends.map((bend) => bend.slice(4)), [[64, 0], [64, 64], [0, 64], [0, 0]]);
    const turned = paper();
    loop(turned, [64, 64, 0, 0], [0, 64, 64, 0], 4);
    assert.deepEqual(turned.bends[0], context.bends[1]);
    assert.equal(context.scaling, 1);
});

test("a turn is a way around the circle: up, right, down, left", () => {
    const places = [0, 0.25, 0.5, 0.75].map((turn) => [Math.round(across(turn, 10)) + 0, Math.round(down(turn, 10)) + 0]);
    assert.deepEqual(places, [[0, -10], [10, 0], [0, 10], [-10, 0]]);
    for (const phase of phases) near(Math.hypot(across(phase, 7), down(phase, 7)), 7, 1e-9);
});

test("between values lies a line through all of them", () => {
    const values = [3, 5, 1];
    assert.deepEqual([0, 0.25, 0.5, 0.75, 1].map((at) => between(values, 3, at)), [3, 4, 5, 3, 1]);
});

test("softening keeps what is even, keeps the sum, and lowers peaks", () => {
    const even = Float32Array.of(0.5, 0.5, 0.5);
    soften(even, 3);
    assert.deepEqual([...even], [0.5, 0.5, 0.5]);
    const peak = Float32Array.of(0, 0, 1, 0, 0, 9);
    soften(peak, 5);
    assert.deepEqual([...peak], [0, 0.25, 0.5, 0.25, 0, 9]);
});

test("scattered numbers are always the same, fill the range evenly, and differ by kind", () => {
    const thrown = Array.from({ length: 2000 }, (_, i) => scatter(i, 3));
    assert.deepEqual(thrown.slice(0, 50), Array.from({ length: 50 }, (_, i) => scatter(i, 3)));
    for (let tenth = 0; tenth < 10; tenth += 1) {
        const share = thrown.filter((at) => Math.floor(at * 10) === tenth).length;
        assert.ok(share > 150 && share < 250, `${share} in tenth ${tenth}`);
    }
    assert.notEqual(scatter(1, 1), scatter(1, 2));
});
