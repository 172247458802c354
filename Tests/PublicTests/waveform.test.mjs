import assert from "node:assert/strict";
import { test } from "node:test";
import { fillColumns, greatest, makePyramid, readWaveform } from "../../Public/waveform/pyramid.js";
import { carried, turnOf } from "../../Public/waveform/dial.js";
import { markerAt, pinched } from "../../Public/waveform/fingers.js";
import { following, panned, shareOf, showing, timeAt, whole, zoomed } from "../../Public/waveform/span.js";

test("audiowaveform's layout is read, in 8 and 16 bits", () => {
    for (const [flags, size, most] of [[1, 1, 128], [0, 2, 32768]]) {
        const buffer = new ArrayBuffer(24 + 3 * 2 * size);
        const view = new DataView(buffer);
        [2, flags, 44_100, 256, 3, 1].forEach((value, index) => view.setInt32(4 * index, value, true));
        [[-1, 0.5], [-0.25, 0.75], [0, 0]].flat().forEach((value, index) => {
            if (size === 1) view.setInt8(24 + index, value * most);
            else view.setInt16(24 + 2 * index, value * most, true);
        });
        const pyramid = readWaveform(buffer);
        assert.deepEqual([...pyramid.levels[0]], [1, 0.75, 0]);
        assert.equal(pyramid.pixelS, 256 / 44_100);
        assert.equal(readWaveform(buffer.slice(0, -1)), undefined);
    }
    assert.equal(readWaveform(new ArrayBuffer(3)), undefined);
});

test("every level of a pyramid keeps the peak", () => {
    const heights = new Float32Array(5000);
    heights[4321] = 0.9;
    const pyramid = makePyramid(heights, 0.01);
    for (const level of pyramid.levels) assert.equal(Math.max(...level), Math.fround(0.9));
    assert.equal(greatest(pyramid), Math.fround(0.9));
});

test("columns of even music are even at every zoom", () => {
    const pyramid = makePyramid(new Float32Array(100_000).fill(0.5), 0.01);
    for (const spanS of [1, 7.3, 60, 1000]) {
        const columns = new Float32Array(120);
        fillColumns(pyramid, 0, spanS * 0.9, columns);
        for (const value of columns) assert.ok(Math.abs(value - 0.5) < 1e-6);
    }
});

test("zoom keeps what is under the pointer there, within the track and no shorter than a second", () => {
    let span = whole(300);
    for (let step = 0; step < 40; step += 1) {
        const before = shareOf(span, 100);
        span = zoomed(span, 100, 1.4, 300);
        assert.ok(Math.abs(shareOf(span, 100) - before) < 1e-9);
        assert.ok(span.startS >= 0 && span.endS <= 300 && span.endS - span.startS >= 1 - 1e-9);
    }
    assert.ok(Math.abs(span.endS - span.startS - 1) < 1e-9);
    assert.deepEqual(zoomed(span, 100, 1e-9, 300), whole(300));
    assert.deepEqual(panned({ startS: 10, endS: 20 }, 1000, 300), { startS: 290, endS: 300 });
    assert.deepEqual(following({ startS: 10, endS: 20 }, 20.5, 300), { startS: 19.5, endS: 29.5 });
    assert.equal(timeAt(whole(300), 2), 300);
});

test("a tap near a marker is for the marker", () => {
    const markers = [{ start: 10 }, { start: 12 }];
    const span = whole(100);
    assert.equal(markerAt(markers, span, 100, 1000, 14), markers[0]);
    assert.equal(markerAt(markers, span, 111, 1000, 14), markers[1]);
    assert.equal(markerAt(markers, span, 140, 1000, 14), undefined);
});

test("what lies under two fingers stays there, as far as the track reaches", () => {
    const durationS = 200;
    const span = { startS: 50, endS: 100 };
    const one = timeAt(span, 0.2);
    const other = timeAt(span, 0.6);
    const next = pinched({ atS: one, share: 0.1 }, { atS: other, share: 0.7 }, durationS);
    assert.ok(Math.abs(timeAt(next, 0.1) - one) < 1e-9 && Math.abs(timeAt(next, 0.7) - other) < 1e-9);
    const moved = pinched({ atS: one, share: 0.3 }, { atS: other, share: 0.7 }, durationS);
    assert.ok(Math.abs(moved.endS - moved.startS - 50) < 1e-9 && Math.abs(timeAt(moved, 0.3) - one) < 1e-9, "two fingers side by side pan");
    const wide = pinched({ atS: one, share: 0.5 }, { atS: other, share: 0.52 }, durationS);
    assert.deepEqual(wide, whole(durationS), "never longer than the track");
    const close = pinched({ atS: 10, share: 0 }, { atS: 10.1, share: 1 }, durationS);
    assert.ok(Math.abs(close.endS - close.startS - 1) < 1e-9, "never shorter than a second");
    assert.equal(pinched({ atS: one, share: 0.7 }, { atS: other, share: 0.1 }, durationS), undefined, "fingers that have crossed");
    assert.equal(pinched({ atS: one, share: 0.5 }, { atS: other, share: undefined }, durationS), undefined, "one finger");
});

test("a moment that is asked for comes into sight, and one in sight moves nothing", () => {
    const span = { startS: 20, endS: 30 };
    assert.equal(showing(span, 25, 100), span);
    for (const atS of [0, 5, 60, 99, 100]) {
        const next = showing(span, atS, 100);
        assert.ok(next.startS >= 0 && next.endS <= 100 && atS >= next.startS && atS <= next.endS);
        assert.ok(Math.abs(next.endS - next.startS - 10) < 1e-9);
    }
});

test("around the dial a quarter is a quarter", () => {
    for (const [x, y, turn] of [[0, -1, 0], [1, 0, 0.25], [0, 1, 0.5], [-1, 0, 0.75], [-1e-9, -1, 1]]) assert.ok(Math.abs(turnOf(x, y) - turn) < 1e-6);
});

test("a hand on the dial stops at the top, from both sides, and comes back the way it went", () => {
    let at = 0.9;
    for (const turn of [0.95, 0.99, 0.01, 0.1]) at = carried(turn, at);
    assert.equal(at, 1);
    assert.equal(carried(0.97, at), 0.97);
    at = 0.1;
    for (const turn of [0.03, 0.98, 0.9]) at = carried(turn, at);
    assert.equal(at, 0);
    assert.equal(carried(0.04, at), 0.04);
    for (let turn = 0; turn < 1; turn += 0.05) assert.ok(Math.abs(carried(turn, Math.min(1, turn + 0.03)) - turn) < 1e-9);
});
