import assert from "node:assert/strict";
import test from "node:test";
import { batchWords, bytesWords, orderOf } from "../../Public/ui/library/batchWords.js";

const batch = { state: "running", waitsFor: null, total: 200, done: 49, failed: 1, fetched: 45_200_000, rate: 2_000_000, hours: { from: 23, to: 7 } };

test("a batch says how far it is, what it waits for and what it may cost", () => {
    assert.deepEqual(batchWords(batch), { share: 0.25, line: "50 of 200 tracks.", more: "45.2 MB fetched, at most 2.0 MB a second, from 23:00 to 7:00, 1 failed." });
    assert.equal(batchWords({ ...batch, waitsFor: "hours" }).line, "Waiting until 23:00. 50 of 200 tracks.");
    assert.equal(batchWords({ ...batch, waitsFor: "server" }).line, "A music server does not answer. 50 of 200 tracks.");
    assert.deepEqual(batchWords({ ...batch, state: "done", total: 0, done: 0, failed: 0, fetched: 0 }), { share: 1, line: "Nothing was missing.", more: "" });
    assert.equal(batchWords({ ...batch, state: "done", total: 2, done: 1 }).line, "Done: 1 track.");
    assert.equal(batchWords({ ...batch, state: "stopped" }).line, "Stopped after 50 of 200 tracks.");
});

test("bytes have the unit that people read", () => {
    assert.deepEqual([900, 16_384, 2_097_152, 7.25e9].map(bytesWords), ["1 kB", "16 kB", "2.1 MB", "7.3 GB"]);
});

test("the form orders only what it says", () => {
    const form = { server: "", which: "missing", rate: "", from: "0", to: "0" };
    assert.deepEqual(orderOf(form), { which: "missing" });
    assert.deepEqual(orderOf({ server: "home", which: "all", rate: " 1,5 ", from: "23", to: "7" }), { which: "all", server: "home", rate: 1_500_000, hours: { from: 23, to: 7 } });
    assert.equal(orderOf({ ...form, rate: "0.001" }).rate, 16_384);
    assert.equal(orderOf({ ...form, rate: "0" }).rate, undefined);
});
