import assert from "node:assert/strict";
import test from "node:test";
import { beatClicksDue } from "../../Public/session/beatClicks.js";
import { startOfPart } from "../../Public/ui/beatTools.js";
import { fileName } from "../../Public/ui/exports.js";
import { tapped, tempoOf } from "../../Public/session/tapping.js";
import { countBefore, nearestBeat, roomFor } from "../../Public/waveform/beatLines.js";

const beats = Array.from({ length: 100 }, (_, beat) => 0.25 + beat * 0.5);

test("the nearest beat is at most half an interval away", () => {
    for (let atS = 0.25; atS < 49; atS += 0.0137) assert.ok(Math.abs(nearestBeat(beats, atS) - atS) <= 0.25 + 1e-12);
    assert.equal(nearestBeat(beats, -3), 0.25);
    assert.equal(nearestBeat(beats, 999), beats.at(-1));
    assert.equal(nearestBeat([], 1), undefined);
});

test("a beat does not come before its own moment", () => {
    assert.equal(countBefore(beats, 0.25), 0);
    assert.equal(countBefore(beats, 0.2501), 1);
    assert.equal(countBefore(beats, 999), beats.length);
});

test("beats are drawn where there is room, else only those that open bars, else none", () => {
    const grid = { beats, downbeats: beats.filter((_, beat) => beat % 4 === 0) };
    assert.equal(roomFor(grid, { startS: 0, endS: 8 }, 400), "beats");
    assert.equal(roomFor(grid, { startS: 0, endS: 50 }, 400), "downbeats");
    assert.equal(roomFor(grid, { startS: 0, endS: 50 }, 50), "none");
    assert.equal(roomFor({ beats: [], downbeats: [] }, { startS: 0, endS: 8 }, 400), "none");
});

test("even taps tell their tempo, uneven ones about it", () => {
    const at = (times) => times.reduce((taps, atS) => tapped(taps, atS, 600), []);
    assert.ok(Math.abs(tempoOf(at(beats.slice(0, 12))) - 120) < 1e-9);
    const uneven = beats.slice(0, 12).map((atS, index) => atS + (index % 2 ? 0.02 : -0.02));
    assert.ok(Math.abs(tempoOf(at(uneven)) - 120) < 1.5);
    assert.equal(tempoOf([1]), undefined);
});

test("taps begin anew after a wait or a jump back, and a bounce is no tap", () => {
    assert.deepEqual(tapped([1, 1.5], 6, 60), [6]);
    assert.deepEqual(tapped([1, 1.5], 0.7, 60), [0.7]);
    assert.deepEqual(tapped([1, 1.5], 1.55, 60), [1, 1.5]);
    assert.deepEqual(tapped([1, 1.5], 61, 60), [1, 1.5]);
    assert.deepEqual(tapped([], 2, 60), [2]);
});

test("a part begins half-way before the beat nearest to now, so that its beats may move either way", () => {
    assert.equal(startOfPart([1, 1.5, 2], 1.6), 1.25);
    assert.equal(startOfPart([1, 1.5, 2], 0.2), 0);
    assert.equal(startOfPart([], 3.3337), 3.334);
});

test("clicks are due on the beats of what plays, up to where another timeline takes over", () => {
    const timeline = { generation: 256, source: "a", playing: true, position: 10, at: 5e6, from: 5e6 };
    const grid = { beats: [10, 10.5, 11, 11.5], positions: [1, 2, 3, 4] };
    const known = (source) => (source === "a" ? grid : undefined);
    const due = (timelines, from, until) => beatClicksDue(timelines, known, { rate: 1, countIn: 0, on: true }, from, until).map(({ dueUs, voice }) => [dueUs, voice === "strong"]);
    assert.deepEqual(due([timeline], 5e6, 6e6), [[5e6, true], [5.5e6, false]]);
    assert.deepEqual(due([{ ...timeline, playing: false }], 5e6, 6e6), []);
    assert.deepEqual(due([{ ...timeline, source: "b" }], 5e6, 6e6), []);
    const loop = { ...timeline, generation: 257, position: 10, at: 5.75e6, from: 5.75e6 };
    assert.deepEqual(due([timeline, loop], 5e6, 6.5e6), [[5e6, true], [5.5e6, false], [5.75e6, true], [6.25e6, false]]);
});

test("an export has the name that the server gives it", () => {
    assert.equal(fileName("attachment; filename=\"A _.csv\"; filename*=UTF-8''A%20%C3%A9.csv", "csv"), "A é.csv");
    assert.equal(fileName("attachment; filename*=UTF-8''%ff", "csv"), "beats.csv");
    assert.equal(fileName(null, "json"), "beats.json");
});
