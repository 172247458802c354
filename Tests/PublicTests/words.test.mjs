import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, markerWords, shiftWords } from "../../Public/ui/phrases.js";
import { clockTime, milliseconds, positionWords } from "../../Public/ui/words.js";
import { sliderWords } from "../../Public/ui/markerButtons.js";
import { screenWords } from "../../Public/ui/screenRow.js";

test("times in a track read as on a player", () => {
    assert.equal(clockTime(0), "0:00");
    assert.equal(clockTime(42.9), "0:42");
    assert.equal(clockTime(725), "12:05");
    assert.equal(clockTime(3723), "1:02:03");
    assert.equal(clockTime(-3), "0:00");
    assert.equal(clockTime(Number.NaN), "0:00");
});

test("the position and markers are said in words", () => {
    assert.equal(positionWords(42, 194), "0:42 of 3:14");
    assert.equal(markerWords({ label: "Intro", start: 12 }), "Intro, at 0:12");
    assert.equal(markerWords({ label: "Verse", start: 48, end: 70 }), "Verse, 0:48 to 1:10");
    assert.equal(markerWords({ label: "", start: 5 }), "Marker, at 0:05");
    assert.deepEqual([0, 1, 3].map(sliderWords), ["Position", "Position, 1 marker", "Position, 3 markers"]);
});

test("milliseconds are no finer than browsers tell them", () => {
    assert.equal(milliseconds(undefined), "–");
    assert.equal(milliseconds(40), "<0.1");
    assert.equal(milliseconds(1234), "1.2");
    assert.equal(milliseconds(123_456), "123");
});

test("one of something is no plural", () => {
    assert.equal(counted(1, "track"), "1 track");
    assert.equal(counted(5, "track"), "5 tracks");
});

test("a screen's figures are told as far as they are known", () => {
    const screen = { kind: "screen", visible: true, errorMs: 0.42, fps: 59.94, latencyMs: null };
    assert.equal(screenWords(screen, false), "screen · ± 0.4 ms · 60 fps");
    assert.equal(screenWords({ ...screen, role: "host" }, false, true), "screen · controls · ± 0.4 ms · 60 fps");
    assert.equal(screenWords({ ...screen, visible: false, errorMs: null, fps: null, latencyMs: 12 }, true), "this screen · hidden · audio latency 12 ms");
});

test("a shift wears its sign, and none has none", () => {
    assert.deepEqual([120, -5, 0].map(shiftWords), ["+120 ms", "−5 ms", "0 ms"]);
});
