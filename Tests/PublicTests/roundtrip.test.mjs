import assert from "node:assert/strict";
import { test } from "node:test";
import { median, noRoundTrips, question, remember, roundTripUs } from "../../Public/net/roundtrip.js";

const answer = (t1, t2, t3) => JSON.stringify({ type: "time", t1, t2, t3 });

test("a question carries whole microseconds", () => {
    assert.deepEqual(JSON.parse(question(1234.5678)), { type: "time", t1: 1234568 });
});

test("the server's own share is not part of the round trip", () => {
    assert.equal(roundTripUs(answer(1_000_000, 77_000_000, 77_000_300), 1002.5), 2200);
});

test("a question answered at once by a far server took the time between", () => {
    const asked = JSON.parse(question(50));
    assert.equal(roundTripUs(answer(asked.t1, 5, 5), 50 + 12.25), 12_250);
});

test("a coarse browser clock never gives less than nothing", () => {
    assert.equal(roundTripUs(answer(1_000_000, 10, 400), 1000.1), 0);
});

test("what is no answer is left alone", () => {
    const strange = ["", "{", "null", "[]", "7", '{"type":"state"}', answer("1", 2, 3), answer(1, 2), answer(1, 3, 2),
        answer(9_000_000, 1, 1), answer(1.5, 1, 1), answer(1, null, 1), new ArrayBuffer(8), undefined];
    for (const message of strange) assert.equal(roundTripUs(message, 1000), undefined, String(message));
});

test("the last minute is kept, in order, and all are counted", () => {
    let trips = noRoundTrips;
    for (let us = 0; us < 150; us += 1) trips = remember(trips, us);
    assert.equal(trips.count, 150);
    assert.deepEqual(trips.recentUs, Array.from({ length: 60 }, (_, i) => 90 + i));
    assert.deepEqual(noRoundTrips.recentUs, []);
});

test("the median does not mind the order, nor one slow answer, and sorts by size", () => {
    assert.equal(median([]), undefined);
    assert.equal(median([900, 80, 100_000]), 900);
    assert.equal(median([4, 1, 3, 2]), 2.5);
});
