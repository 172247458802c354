import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeWords } from "../../Public/ui/settingsSheet.js";

const none = { added: 0, changed: 0, same: 0, kept: 0, left: 0, waiting: 0, problem: null };

test("what becomes of a kind is told in words, and why nothing does", () => {
    assert.equal(outcomeWords({ ...none, added: 3, same: 5, kept: 1, waiting: 2 }), "3 new, 5 the same, 1 kept as here, 2 waiting for their music");
    assert.equal(outcomeWords({ ...none, added: 3, problem: "there are 5000 songs already" }), "Nothing: there are 5000 songs already");
});
