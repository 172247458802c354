import assert from "node:assert/strict";
import { test } from "node:test";
import { syncState } from "../../Public/ui/chip.js";

const clock = (boundUs, driftUs = 0) => ({ boundUs, driftUs });

test("a screen is in sync under 5 ms of error, and no more when its clock is half a second off", () => {
    assert.equal(syncState("live", undefined), "syncing");
    assert.equal(syncState("live", clock(4999)), "sync");
    assert.equal(syncState("live", clock(5000)), "syncing");
    assert.equal(syncState("live", clock(100, -500_000)), "syncing");
    assert.equal(syncState("live", clock(100, 499_999)), "sync");
});

test("without a socket nothing is in sync", () => {
    assert.equal(syncState("offline", clock(1)), "offline");
    assert.equal(syncState("connecting", undefined), "connecting");
});
