import assert from "node:assert/strict";
import test from "node:test";
import { besides, filled, isLeftwards, lineAt, timedLines } from "../../Public/session/lyrics.js";

const song = timedLines([
    { t: 10, end: 12, text: "one three12", words: [{ t: 10, text: "one " }, { t: 10.6, text: "three12" }], estimated: true },
    { t: 12, text: "" },
    { t: 14, text: "Hello you", end: 16, words: [{ t: 14, text: "Hello " }, { t: 15, text: "you" }] },
    { t: 14, end: 14.5, text: "Hallo du", words: [{ t: 14, text: "Hallo " }, { t: 14.8, text: "du" }] },
    { t: 20, end: 21, text: "end", words: [{ t: 20, text: "end" }] },
]);

test("a word lasts until the next one, and the last until the line ends", () => {
    assert.deepEqual(song[0].words.map(({ text, startS, endS }) => [text, startS, endS]), [["one ", 10, 10.6], ["three12", 10.6, 12]]);
    assert.deepEqual(song[2].words.map(({ startS, endS }) => [startS, endS]), [[14, 15], [15, 16]]);
});

test("an end before the last word, and a pause, are no trouble", () => {
    assert.deepEqual(song[3].words.map(({ startS, endS }) => [startS, endS]), [[14, 14.8], [14.8, 14.8]]);
    assert.deepEqual(song[1].words, []);
});

test("however fast lines follow, the text changes less than three times a second, and no word is lost", () => {
    for (const stepS of [0.001, 0.05, 0.13, 0.39, 0.4, 1]) {
        const fast = Array.from({ length: 60 }, (_, index) => ({ t: index * stepS, end: (index + 1) * stepS, text: `w${index}`, words: [{ t: index * stepS, text: `w${index}` }] }));
        const shown = timedLines(fast);
        for (let index = 1; index < shown.length; index += 1) assert.ok(shown[index].startS - shown[index - 1].startS >= 0.39);
        assert.deepEqual(shown.flatMap(({ words }) => words.map(({ text }) => text.trim())), fast.map(({ text }) => text));
        for (const { text, words } of shown) assert.equal(words.map((word) => word.text).join(""), text);
    }
});

test("lines of one time belong together", () => {
    assert.deepEqual(besides(song, 2).map(({ text }) => text), ["Hallo du"]);
    for (const index of [-1, 0, 1, 3, 4]) assert.deepEqual(besides(song, index), []);
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

test("the first letter decides the direction", () => {
    assert.deepEqual(["שלום hi", "(123) مرحبا", "hi שלום", "12", "", "你好"].map(isLeftwards), [true, true, false, false, false, false]);
});
