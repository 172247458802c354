import assert from "node:assert/strict";
import test from "node:test";
import { filled, isLeftwards, lineAt, timedLines } from "../../Public/session/lyrics.js";

const song = timedLines([
    { t: 10, text: "one three12" },
    { t: 12, text: "" },
    { t: 14, text: "Hello you", end: 16, words: [{ t: 14, text: "Hello " }, { t: 15, text: "you" }] },
    { t: 14, text: "Hallo du" },
    { t: 20, text: "end" },
]);

test("words without times take as long as they have letters, until the next line", () => {
    assert.deepEqual(song[0].words.map(({ text }) => text), ["one ", "three12"]);
    assert.deepEqual(song[0].words.map(({ startS, endS }) => [startS, endS]), [[10, 10.6], [10.6, 12]]);
});

test("the last line does not last for ever", () => {
    assert.deepEqual(song[4].words.map(({ startS, endS }) => [startS, endS]), [[20, 21]]);
});

test("words with times keep them, and the last ends with the line", () => {
    assert.deepEqual(song[2].words.map(({ startS, endS }) => [startS, endS]), [[14, 15], [15, 16]]);
});

test("the line is the first of those that began last", () => {
    const places = [[0, -1], [9.99, -1], [10, 0], [12, 1], [13.9, 1], [14, 2], [19, 2], [20, 4], [1e9, 4]];
    for (const [mediaS, place] of places) assert.equal(lineAt(song, mediaS), place, `at ${mediaS}`);
    assert.equal(lineAt([], 5), -1);
});

test("a word fills from 0 to 1 and never falls, also if it takes no time", () => {
    for (const word of [...song.flatMap(({ words }) => words), { startS: 3, endS: 3, text: "" }]) {
        let before = 0;
        for (let mediaS = word.startS - 1; mediaS < word.endS + 1; mediaS += 0.01) {
            const share = filled(word, mediaS);
            assert.ok(share >= before && share <= 1);
            before = share;
        }
        assert.equal(filled(word, word.startS - 0.001), 0);
        assert.equal(filled(word, word.endS), 1);
    }
});

test("estimated words are the line, in every script", () => {
    for (const text of ["one  two", "你好世界，我来了", "สวัสดีชาวโลก", "שלום עולם", "…", "👩‍👩‍👧 ok"]) {
        const [{ words }] = timedLines([{ t: 1, text }]);
        assert.equal(words.map((word) => word.text).join(""), text);
        for (let index = 1; index < words.length; index += 1) assert.equal(words[index].startS, words[index - 1].endS);
        assert.ok(words.every(({ startS, endS }) => Number.isFinite(startS) && endS >= startS), text);
    }
    assert.ok(timedLines([{ t: 1, text: "你好世界" }])[0].words.length > 1);
});

test("the first letter decides the direction", () => {
    assert.deepEqual(["שלום hi", "(123) مرحبا", "hi שלום", "12", "", "你好"].map(isLeftwards), [true, true, false, false, false, false]);
});
