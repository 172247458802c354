import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readPacket } from "../../Public/net/messages.js";
import { FrameStore } from "../../Public/session/frames.js";
import { shown } from "../../Public/session/gain.js";
import { smoothed, spread } from "../../Public/session/smooth.js";
import { framesPacket, withTops } from "./packets.mjs";

const framesOf = (levels) => withTops(levels.map((level) => ({ level, loudness: level, onset: level })));
const store = (levels, { first = 0, source = "a", into = new FrameStore() } = {}) => {
    into.put(readPacket(framesPacket({ frames: framesOf(levels) })), source, first / 60);
    return into;
};
const wavy = (count) => Array.from({ length: count }, (_, index) => Math.round(140 + 90 * Math.sin(index / 5) * Math.sin(index / 31)));
const levelsAt = (window, mediaS, viscosity = 0.6) => {
    const bands = new Float32Array(64);
    smoothed(window, mediaS, viscosity, bands);
    return bands;
};

test("the tops that these tests are made with are those of the vectors that the server's are held to", () => {
    const vectors = JSON.parse(readFileSync(new URL("../SessionTests/Vectors/tops.json", import.meta.url), "utf8"));
    assert.equal(vectors.length, 6);
    for (const { frames, tops } of vectors) {
        const made = withTops(frames.map(([band, level]) => ({ bands: { [band]: level } })));
        made.forEach(({ top }, number) => assert.ok(Math.abs(top - tops[number]) < 1, `frame ${number}: ${top} and ${tops[number]}`));
    }
});

test("frames are found by their number in the track, however they were cut into messages", () => {
    const whole = store(wavy(400)).of("a");
    const cut = new FrameStore();
    for (let first = 0; first < 400; first += 37) store(wavy(400).slice(first, first + 37), { first, into: cut });
    for (let number = 0; number < 400; number += 1) {
        assert.equal(whole.level(whole.slot(number), 5), cut.of("a").level(cut.of("a").slot(number), 5));
    }
    assert.equal(whole.slot(400), -1);
    assert.equal(whole.slot(-1), -1);
    assert.equal(whole.knownUntil(1), 400 / 60);
});

test("what was overwritten is not known any more", () => {
    const frames = store(wavy(200));
    for (let first = 200; first < 1300; first += 100) store(wavy(100), { first, into: frames });
    assert.equal(frames.of("a").slot(100), -1);
    assert.notEqual(frames.of("a").slot(1299), -1);
});

test("the next track's frames do not touch this one's", () => {
    const frames = store(wavy(100));
    store(Array.from({ length: 100 }, () => 9), { source: "b", into: frames });
    assert.equal(frames.of("a").loudness(0.5), Math.fround(wavy(100)[30] / 255));
    assert.equal(frames.of("b").loudness(0.5), Math.fround(9 / 255));
    assert.equal(frames.of("c").slot(0), -1);
});

test("without viscosity levels lie on the line between two frames", () => {
    const window = store([100, 100, 200, 200]).of("a");
    const level = (mediaS) => levelsAt(window, mediaS, 0)[31];
    assert.ok(Math.abs(level(1.5 / 60) - (level(1 / 60) + level(2 / 60)) / 2) < 0.05);
});

test("the curve is the same at 30, 60 and 144 Hz, and does not depend on what was drawn before", () => {
    const window = store(wavy(500)).of("a");
    const once = levelsAt(window, 4);
    for (const rate of [30, 60, 144]) {
        for (let step = 0; step < 4 * rate; step += 1) levelsAt(window, step / rate);
        assert.deepEqual(levelsAt(window, 4), once);
    }
});

test("smoothed levels never jump as time goes on", () => {
    const window = store(wavy(500)).of("a");
    let before = levelsAt(window, 2)[20];
    for (let mediaS = 2; mediaS < 4; mediaS += 0.0005) {
        const now = levelsAt(window, mediaS)[20];
        assert.ok(Math.abs(now - before) < 0.01, `at ${mediaS}`);
        before = now;
    }
});

test("a screen that knows one second of the past draws what one draws that knows all of it", () => {
    const all = store(wavy(600)).of("a");
    const late = new FrameStore();
    late.put(readPacket(framesPacket({ frames: framesOf(wavy(600)).slice(240) })), "a", 4);
    assert.deepEqual(levelsAt(late.of("a"), 5.01, 1), levelsAt(all, 5.01, 1));
    assert.equal(late.of("a").top(5.01), all.top(5.01));
});

test("lost frames change the curve little", () => {
    const all = store(wavy(400)).of("a");
    const holed = store(wavy(400).slice(0, 230));
    store(wavy(400).slice(233), { first: 233, into: holed });
    const difference = Math.abs(levelsAt(all, 4)[20] - levelsAt(holed.of("a"), 4)[20]);
    assert.ok(difference < 0.05, `${difference}`);
});

test("loud music never clips and quiet music still fills half the height", () => {
    for (const level of [100, 140, 180, 250]) {
        const window = store(Array.from({ length: 400 }, () => level)).of("a");
        const top = window.top(3);
        const highest = Math.max(...Array.from(levelsAt(window, 3), (value) => shown(value, top, 1)));
        assert.ok(highest >= 0.5 && highest <= 1, `${level}: ${highest}`);
    }
    const silence = store(Array.from({ length: 400 }, () => 0)).of("a");
    assert.equal(Math.max(...Array.from(levelsAt(silence, 3), (value) => shown(value, silence.top(3), 1))), 0);
});

test("music that gets louder and softer never stands above the top", () => {
    const window = store(wavy(600)).of("a");
    for (let mediaS = 1; mediaS < 9; mediaS += 0.003) {
        const highest = Math.max(...levelsAt(window, mediaS, 0));
        assert.ok(highest <= window.top(mediaS) + 1.5 / 255, `at ${mediaS}: ${highest} of ${window.top(mediaS)}`);
    }
});

test("what scales the picture moves without a jump into a loud part", () => {
    const window = store(Array.from({ length: 600 }, (_, index) => (index < 300 ? 110 : 240))).of("a");
    let before = window.top(1);
    for (let mediaS = 1; mediaS < 6; mediaS += 0.001) {
        const now = window.top(mediaS);
        assert.ok(Math.abs(now - before) < 0.003, `at ${mediaS}: ${now - before}`);
        before = now;
    }
});

test("bands spread over points keep their mean", () => {
    const bands = Float32Array.from({ length: 64 }, (_, index) => index / 64);
    for (const count of [8, 16, 32, 64]) {
        const points = new Float32Array(count);
        spread(bands, 64, points);
        const mean = points.reduce((sum, value) => sum + value, 0) / count;
        assert.ok(Math.abs(mean - 63 / 128) < 1e-6);
    }
});
