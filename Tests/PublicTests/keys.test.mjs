import assert from "node:assert/strict";
import { test } from "node:test";
import { listenToKeys } from "../../Public/ui/keys.js";

/** Presses keys in a page without elements. @returns {string[]} the names of the acts that followed */
function pressed(...events) {
    const done = [];
    let hear;
    const page = { addEventListener: (_, listener) => { hear = listener; }, querySelector: () => null };
    listenToKeys(page, (name) => done.push(name));
    for (const event of events) hear({ target: {}, preventDefault: () => {}, ...event });
    return done;
}

test("a key that is held down acts once", () => {
    assert.deepEqual(pressed({ key: "m" }, { key: "m", repeat: true }, { key: "m", repeat: true }), ["mark"]);
});

test("an arrow that is held down goes on", () => {
    assert.deepEqual(pressed({ key: "ArrowRight" }, { key: "ArrowRight", repeat: true }), ["ahead", "ahead"]);
});

test("the seek bar is zoomed from anywhere, and on while the key is held down", () => {
    assert.deepEqual(pressed({ key: "+" }, { key: "+", repeat: true }, { key: "-" }, { key: "0" }), ["closer", "closer", "wider", "whole"]);
});

test("the browser keeps its own keys", () => {
    assert.deepEqual(pressed({ key: "f", ctrlKey: true }, { key: "p", metaKey: true }, { key: "ArrowLeft", altKey: true }), []);
});
