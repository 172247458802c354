import assert from "node:assert/strict";
import { test } from "node:test";
import { makeEventReader } from "../../Public/debug/eventReader.js";
import { asText, delta, matches } from "../../Public/debug/lines.js";

const line = { number: 7, time: "2026-11-25T21:35:17.007Z", level: "warning", category: "library", message: "a track cannot be analyzed", fields: { file: "a b.mp3", reason: "damaged" } };

test("events are read the same at any split of the text", () => {
    const text = "retry: 2000\n: listening\n\nevent: line\nid: 7\ndata: {\"a\":1}\n\n:\n\nevent: forgotten\ndata: {\"lines\":2}\n\n";
    const read = (pieces) => {
        const heard = [];
        const feed = makeEventReader((event) => heard.push(event));
        for (const piece of pieces) feed(piece);
        return heard;
    };
    const whole = read([text]);
    assert.deepEqual(whole, [{ name: "line", id: "7", data: "{\"a\":1}" }, { name: "forgotten", id: "", data: "{\"lines\":2}" }]);
    for (let at = 0; at <= text.length; at += 1) assert.deepEqual(read([text.slice(0, at), text.slice(at)]), whole, `split at ${at}`);
});

test("a line is found by its level, its category and every word", () => {
    const found = (filter) => matches(line, { level: "debug", category: "", words: "", ...filter });
    assert.ok(found({}) && found({ level: "warning" }) && found({ category: "library" }) && found({ words: "DAMAGED track" }) && found({ words: "  " }));
    assert.ok(!found({ level: "error" }) && !found({ category: "web" }) && !found({ words: "damaged album" }));
});

test("a line is exported as the server writes it, and a value never looks like two fields", () => {
    assert.equal(asText(line), "2026-11-25T21:35:17.007Z warning library a track cannot be analyzed file=\"a b.mp3\" reason=damaged");
    assert.equal(asText({ ...line, fields: { a: "", b: "x=1\n", c: "\"" } }).split("analyzed ")[1], "a=\"\" b=\"x=1\\n\" c=\"\\\"\"");
});

test("the time between two lines is told in the unit that fits", () => {
    const after = (ms) => delta("2026-11-25T21:00:00.000Z", new Date(Date.parse("2026-11-25T21:00:00.000Z") + ms).toISOString());
    assert.deepEqual([7, -3, 1500, 90_000, 7_200_000].map(after), ["+7 ms", "−3 ms", "+1.5 s", "+2 min", "+2 h"]);
    assert.equal(delta(undefined, line.time), "");
});
