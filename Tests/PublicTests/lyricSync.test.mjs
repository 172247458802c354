import assert from "node:assert/strict";
import test from "node:test";
import { linesOf, tapped, untimed } from "../../Public/session/lyricSync.js";

const known = [{ t: 1, text: "one" }, { t: 2, text: "" }, { t: 3, end: 4, text: "la la", words: [{ t: 3, text: "la " }, { t: 3.5, text: "la" }] }, { t: 5, text: "one" }];

test("text that is not changed keeps all times", () => {
    assert.deepEqual(linesOf(known.map(({ text }) => text).join("\n"), known), known);
    assert.deepEqual(linesOf("one\r\n\r\nla  la\rone", known), known);
});

test("new lines have no time, the others keep theirs in order, and empty lines go", () => {
    assert.deepEqual(linesOf("one\nnew\nla la\n\n\none", known), [known[0], { text: "new" }, known[2], known[3]]);
    assert.deepEqual(linesOf("\n a \n\n", []), [{ text: "a" }]);
    assert.equal(untimed(linesOf("one\ntwo\nthree", known)), 2);
});

test("a tap moves a line with its words and its end", () => {
    assert.deepEqual(tapped(known, 2, 4.0049)[2], { t: 4, end: 5, text: "la la", words: [{ t: 4, text: "la " }, { t: 4.5, text: "la" }] });
    assert.deepEqual(tapped(known, 2, -3)[2], { t: 0, end: 1, text: "la la", words: [{ t: 0, text: "la " }, { t: 0.5, text: "la" }] });
    assert.deepEqual(tapped([{ text: "a" }], 0, 1.234), [{ t: 1.23, text: "a" }]);
    assert.equal(known[2].t, 3);
});
