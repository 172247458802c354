import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceWords, errorWords, exactWords, whoWords } from "../../Public/ui/following/words.js";

const song = { title: "Hallo", artist: "Sigur Rós", album: null, known: true };
const usual = { server: "home", user: "anna", player: null, song, playing: true, speed: 1, accuracy: "rough", placeError: 30, beatError: null, taps: 0, reports: false, trouble: null };
const words = (changes, analysis = "ready") => exactWords({ ...usual, ...changes }, analysis);

test("how exact a followed song is shown is told in plain words", () => {
    assert.match(words({}), /only to the minute .* nothing pulses\. Tap/);
    assert.match(words({ placeError: 2.51 }), /only to about 2\.5 s .* Tap/);
    assert.match(words({ accuracy: "tapped", placeError: 2.5, beatError: 0.0083, taps: 7 }), /tapped them \(7 taps\), to about 8 ms\. The place .* 2\.5 s\. A pause/);
    const reported = words({ accuracy: "reported", placeError: 0.011, beatError: 0.011, reports: true });
    assert.match(reported, /reports its place, and this is known to 11 ms/);
    assert.doesNotMatch(words({ accuracy: "tapped", placeError: 0.01, beatError: 0.01, taps: 1, reports: true }), /pause|off by/);
});

test("what stands in the way of a picture is told first", () => {
    assert.equal(words({ song: null, accuracy: "none" }), "anna plays nothing now.");
    assert.match(words({ song: { ...song, known: false }, accuracy: "none" }), /“Hallo” by Sigur Rós is not in this library/);
    assert.match(words({ playing: false, reports: true }), /Paused/);
    assert.match(words({ speed: 1.25, reports: true }), /1\.25× speed/);
    assert.match(words({}, "pending"), /being analyzed/);
    assert.match(words({}, "failed"), /cannot be analyzed/);
    assert.equal(words({ trouble: "The music server is gone." }), "The music server is gone.");
});

test("a choice names who plays what, and what can be shown of it", () => {
    assert.equal(whoWords({ user: "anna", player: "Phone" }), "anna · Phone");
    assert.equal(whoWords({ user: "anna", player: null }), "anna");
    assert.equal(choiceWords({ ...song, reports: true, playing: true }), "Hallo – Sigur Rós · reports its place");
    assert.equal(choiceWords({ title: "X", artist: null, known: false, reports: false, playing: false }), "X · paused · not in this library");
    assert.deepEqual([0, 0.0004, 0.0126, 0.25, 9.96, 30.2].map(errorWords), ["1 ms", "1 ms", "13 ms", "0.3 s", "10 s", "30 s"]);
});
