import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveWave } from "../../Public/waveform/liveWave.js";

/** Frames from one number to another, one of which is loud. */
function windowOf(source, first, end, loud) {
    return { source, rate: 60, slot: (number) => (number >= first && number < end ? number : -1), loudness: (mediaS) => (Math.round(mediaS * 60) === loud ? 1 : 0.1) };
}

test("what was loud wanders to the left, at the same height, until it is two minutes old", () => {
    const wave = new LiveWave();
    const peaks = new Float32Array(240);
    for (let atS = 5; atS < 140; atS += 0.25) {
        wave.follow(windowOf("live:a", 0, Math.floor(atS * 60) + 1, 60 * 10), atS);
        wave.fill(peaks, atS);
        const place = peaks.indexOf(1);
        assert.equal(place, atS < 10 || atS >= 130 ? -1 : 239 - (Math.floor(2 * atS) - 20), `${atS} s`);
    }
});

test("what is not known is flat, another source begins anew, and any width is filled", () => {
    const wave = new LiveWave();
    for (const width of [1, 7, 240, 1000]) {
        const peaks = new Float32Array(width).fill(9);
        wave.follow(windowOf("live:a", 3000, 3601, 3600), 60);
        wave.fill(peaks, 60);
        assert.ok(peaks.every((peak) => peak >= 0 && peak <= 1) && peaks[width - 1] === 1 && (width < 7 || peaks[0] === 0));
    }
    wave.follow(windowOf("live:b", 60, 121, -1), 2);
    const peaks = new Float32Array(240);
    wave.fill(peaks, 2);
    assert.ok(Math.max(...peaks) < 0.2);
});
