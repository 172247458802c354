import assert from "node:assert/strict";
import { test } from "node:test";
import { fillColumns, greatest, makePyramid, readWaveform } from "../../Public/waveform/pyramid.js";
import { following, markerAt, panned, shareOf, timeAt, whole, zoomed } from "../../Public/waveform/span.js";

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
