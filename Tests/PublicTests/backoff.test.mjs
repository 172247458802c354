import assert from "node:assert/strict";
import { test } from "node:test";
import { delayMs } from "../../Public/net/backoff.js";

test("the first retry comes at once, the wait grows, and a screen is back within 3 s for ever", () => {
    assert.ok(delayMs(0, 0.999) <= 300);
    for (const random of [0, 0.5, 0.999]) {
        for (let attempt = 0; attempt < 2000; attempt += 1) {
            assert.ok(delayMs(attempt + 1, random) >= delayMs(attempt, random));
            assert.ok(delayMs(attempt, random) <= 3000);
        }
    }
});

test("screens that lost the server together do not return together", () => {
    assert.notEqual(delayMs(3, 0.1), delayMs(3, 0.9));
});
