import assert from "node:assert/strict";
import { test } from "node:test";
import { Owner } from "../../Public/kernel/owner.js";
import { isTelevision, listenToKeys } from "../../Public/ui/keys.js";
import { previewWords } from "../../Public/ui/seekPreview.js";
import { distanceOf, markerBeside } from "../../Public/ui/seekSteps.js";

/** Presses keys in a page without elements. @returns {string[]} the names of the acts that followed */
function pressed(...events) {
    return pressedIn({}, ...events);
}

function pressedIn(traits, ...events) {
    const done = [];
    let hear;
    const page = { ...traits, addEventListener: (_, listener) => { hear = listener; }, querySelector: () => null };
    listenToKeys(new Owner(), page, (name) => done.push(name));
    for (const event of events) hear({ target: {}, preventDefault: () => {}, ...event });
    return done;
}

test("a key that is held down acts once", () => {
    assert.deepEqual(pressed({ key: "k" }, { key: "k", repeat: true }, { key: "k", repeat: true }), ["mark"]);
});

test("M mutes, L sounds, and both can be switched off with all single characters", () => {
    assert.deepEqual(pressed({ key: "m" }, { key: "l" }), ["mute", "listen"]);
    const off = { body: { dataset: { keys: "off" } } };
    assert.deepEqual(pressedIn(off, { key: "m" }, { key: "?" }, { key: "+" }, { key: " " }, { key: "ArrowLeft" }), ["toggle", "back"]);
});

test("the space bar presses the button that the keyboard is at, not the one that the mouse pressed last", () => {
    const button = (isAt) => ({ closest: (names) => names.startsWith("button") ? { matches: () => isAt, blur: () => {} } : null });
    assert.deepEqual(pressed({ key: " ", target: button(true) }), []);
    assert.deepEqual(pressed({ key: " ", target: button(false) }), ["toggle"]);
});

test("Enter is for what has the focus, and opens the library where nothing has", () => {
    const body = { dataset: {} };
    assert.deepEqual(pressedIn({ body }, { key: "Enter", target: { closest: () => null } }, { key: "Enter", target: body }), ["enter"]);
});

test("an arrow that is held down goes on", () => {
    assert.deepEqual(pressed({ key: "ArrowRight" }, { key: "ArrowRight", repeat: true }), ["ahead", "ahead"]);
});

test("the seek bar is zoomed from anywhere, and on while the key is held down", () => {
    assert.deepEqual(pressed({ key: "+" }, { key: "+", repeat: true }, { key: "-" }, { key: "0" }), ["closer", "closer", "wider", "whole"]);
});

test("the browser keeps its own keys", () => {
    assert.deepEqual(pressed({ key: "f", ctrlKey: true }, { key: "p", metaKey: true }, { key: "ArrowLeft", metaKey: true }, { key: "[", ctrlKey: true }), []);
});

test("arrows seek by seconds, bars and beats, and the browser does not go back", () => {
    let kept = 0;
    const preventDefault = () => { kept += 1; };
    assert.deepEqual(pressed({ key: "ArrowLeft", altKey: true, preventDefault }, { key: "ArrowRight", ctrlKey: true, preventDefault }), ["back", "ahead"]);
    assert.equal(kept, 2);
    assert.deepEqual([{}, { shiftKey: true }, { altKey: true }, { ctrlKey: true }].map((event) => distanceOf(event, -1)), [{ by: -5 }, { by: -30 }, { bars: -1 }, { beats: -1 }]);
    assert.deepEqual(pressed({ key: "," }, { key: ".", repeat: true }), ["beatBack", "beatAhead"]);
});

test("brackets jump to markers, also where they are typed with AltGr", () => {
    assert.deepEqual(pressed({ key: "[" }, { key: "]", ctrlKey: true, altKey: true }), ["markerBack", "markerAhead"]);
    const markers = [{ start: 30 }, { start: 10 }, { start: 20 }];
    assert.equal(markerBeside(markers, 20.5, -1).start, 10); // 20 has only just passed
    assert.equal(markerBeside(markers, 20.5, 1).start, 30);
    assert.equal(markerBeside(markers, 20, 1).start, 30);
    assert.equal(markerBeside(markers, 5, -1), undefined);
    assert.equal(markerBeside([], 5, 1), undefined);
});

test("the label over the seek bar tells time, bar and section", () => {
    const grid = { downbeats: [1, 3, 5] };
    const markers = [{ start: 0, end: 6, label: "Song" }, { start: 2, end: 4, label: "Verse" }, { start: 5, label: "Drop" }, { start: 7 }];
    assert.equal(previewWords(0.5, grid, []), "0:00");
    assert.equal(previewWords(3, grid, markers), "0:03 · bar 2 · Verse");
    assert.equal(previewWords(5.5, grid, markers), "0:05 · bar 3 · Song");
    assert.equal(previewWords(8, undefined, markers), "0:08 · Drop");
});

test("an arrow up or down begins to move the focus, on a television any arrow; with a modifier they still seek", () => {
    assert.deepEqual(pressed({ key: "ArrowDown" }, { key: "ArrowLeft" }), ["remote", "back"]);
    const television = { body: { dataset: { remote: "tv" } } };
    assert.deepEqual(pressedIn(television, { key: "ArrowLeft" }, { key: "ArrowLeft", shiftKey: true }), ["remote", "back"]);
    const begun = { body: { dataset: { remote: "on" } } };
    assert.deepEqual(pressedIn(begun, { key: "ArrowLeft" }, { key: "ArrowUp" }, { key: "ArrowRight", altKey: true }), ["ahead"], "the arrows are the remote control's own");
});

test("the browsers of televisions are told from those of desks and phones", () => {
    const televisions = [
        "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager",
        "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.5) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/85.0.4183.93 TV Safari/537.36",
        "Mozilla/5.0 (Linux; Android 9; AFTS Build/PS7653) AppleWebKit/537.36 (KHTML, like Gecko) Silk/99.1 Safari/537.36",
        "Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
    ];
    const others = [
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
    ];
    assert.deepEqual(televisions.map(isTelevision), televisions.map(() => true));
    assert.deepEqual(others.map(isTelevision), others.map(() => false));
});
