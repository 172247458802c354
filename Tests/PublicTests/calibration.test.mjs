import assert from "node:assert/strict";
import { test } from "node:test";
import { keptShiftMs, lateness } from "../../Public/session/calibration.js";

const tapped = (lateMs) => Array.from({ length: 9 }, (_, beat) => 5000 + 1000 * beat + lateMs + [3, -2, 0][beat % 3]);

test("taps that are not in time with the clicks give no result", () => {
    const double = Array.from({ length: 20 }, (_, count) => 5000 + 500 * count);
    assert.equal(lateness(double, 5000, 1000), null);
});

test("the lateness is the median of the taps, whatever a stray one does", () => {
    assert.equal(lateness(tapped(180), 5000, 1000), 180);
    const taps = tapped(180);
    taps[5] += 400;
    assert.ok(Math.abs(lateness(taps, 5000, 1000) - 180) <= 3);
});

test("taps before the click are early, taps around half a period stay together", () => {
    assert.equal(lateness(tapped(-40), 5000, 1000), -40);
    assert.ok(Math.abs(Math.abs(lateness(tapped(499), 5000, 1000)) - 499) <= 3);
});

test("few taps tell nothing, and the first ones do not count", () => {
    assert.equal(lateness(tapped(50).slice(0, 6), 5000, 1000), undefined);
    assert.equal(lateness([0, 333, ...tapped(50)], 5000, 1000), 50);
});

test("a kept shift stays within its bounds, and nonsense is none", () => {
    assert.deepEqual([undefined, "-120", "9000", "-9000", "x"].map(keptShiftMs), [0, -120, 5000, -2000, 0]);
});
