import assert from "node:assert/strict";
import test from "node:test";
import { goOnWords } from "../../Public/ui/goOn.js";

test("a place in a long track is offered as people read times", () => {
    assert.deepEqual([65, 5025.2, 36_000].map(goOnWords), ["Go on at 1:05", "Go on at 1:23:45", "Go on at 10:00:00"]);
});
