import { test } from "node:test";
import assert from "node:assert/strict";
import { inputWords } from "../../Public/ui/library/liveInputs.js";

test("what comes in at an input is told in words", () => {
    for (const [input, words] of [
        [{ state: "absent" }, "Nothing comes in"],
        [{ state: "absent", trouble: "no card" }, "Nothing comes in: no card"],
        [{ state: "silent" }, "Silent"],
        [{ state: "silent", peak: -40 }, "Silent"],
        [{ state: "sounding", peak: -6 }, "Sounds now"],
        [{ state: "sounding" }, "Sounds now"],
        [{ state: "sounding", peak: 0 }, "Sounds now, too loud"],
    ]) assert.equal(inputWords({ name: "desk", ...input }), words);
});
