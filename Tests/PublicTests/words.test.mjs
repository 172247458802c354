import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, milliseconds } from "../../Public/ui/words.js";

test("round trips read in milliseconds, no finer than a browser can tell", () => {
    assert.deepEqual([undefined, 0, 99, 100, 340, 12_340, 99_949, 99_950, 250_000].map(milliseconds),
        ["–", "<0.1", "<0.1", "0.1", "0.3", "12.3", "99.9", "100", "250"]);
});

test("durations read as a person says them", () => {
    assert.deepEqual([-1, 0, 59.9, 60, 725, 3600, 11_220, 187_200].map(duration),
        ["0:00", "0:00", "0:59", "1:00", "12:05", "1 h 00 min", "3 h 07 min", "2 d 4 h"]);
});
