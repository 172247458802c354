import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beatAt, makePhase, phaseAt } from "../../Public/session/grid.js";

const grid = (beats, positions, meter, first = 0) => ({ beats, positions, meter, first, bpm: 120, confidence: 1 });
const at = (grid, seconds) => {
    const phase = makePhase();
    return phaseAt(grid, seconds, phase) ? phase : undefined;
};

const vectors = JSON.parse(readFileSync(new URL("../MusicTests/Vectors/phase.json", import.meta.url), "utf8"));

test("the phase is that of the vectors that Swift reads, too", () => {
    assert.equal(vectors.length, 9);
    for (const { beats, positions, meter, phases } of vectors) {
        const seconds = grid(beats.map((time) => time / 1e6), positions, meter);
        for (const expected of phases) {
            const phase = at(seconds, expected.at / 1e6);
            assert.deepEqual([phase.index, phase.position], [expected.beat, expected.position], `at ${expected.at}`);
            assert.ok(Math.abs(phase.fraction - expected.fraction) < 1e-8, `at ${expected.at}`);
            assert.ok(Math.abs(phase.bpm - expected.tempo) < 1e-5, `at ${expected.at}`);
        }
    }
});

// The known answers of Tests/MusicTests/PhaseTests.swift.
test("beats go on before the first and after the last, and so do bars", () => {
    const three = grid([1, 1.5, 2.25], [2, 3, 1], 3);
    const early = at(three, -0.125);
    assert.deepEqual([early.index, early.fraction, early.position, early.bpm], [-3, 0.75, 2, 120]);
    assert.equal(at(three, 0.5).position, 1);
    const late = at(three, 2.25 + 0.75 * 4.5);
    assert.deepEqual([late.index, late.fraction, late.position, late.bpm], [6, 0.5, 2, 80]);
});

test("the phase is 0 on every beat, and never jumps between", () => {
    const beats = [];
    for (let time = 1.25; time < 60; time += 60 / (100 + (40 * time) / 60)) beats.push(time);
    const hurrying = grid(beats, beats.map((_, index) => (index % 4) + 1), 4);
    beats.forEach((time, index) => {
        const phase = at(hurrying, time);
        assert.deepEqual([phase.index, phase.fraction, phase.position], [index, 0, (index % 4) + 1]);
    });
    let before = at(hurrying, -5);
    for (let step = 1; step < 20_000; step += 1) {
        const phase = at(hurrying, -5 + step * 0.004);
        const way = phase.index - before.index + phase.fraction - before.fraction;
        assert.ok(way > 0 && way < 0.02, `at ${step}`);
        before = phase;
    }
});

test("bars that are not known stay unknown, and a single beat is no grid", () => {
    assert.equal(at(grid([1, 2], [0, 0], 0), 9).position, 0);
    assert.equal(at(grid([1], [1], 4), 1), undefined);
    assert.equal(at(undefined, 1), undefined);
});

test("bars that are not sure are not shown", () => {
    const unsure = { ...grid([1, 2, 3, 4], [1, 2, 3, 4], 4), barConfidence: 0.49 };
    assert.deepEqual([at(unsure, 1.5).position, at(unsure, 9).position], [0, 0]);
    assert.equal(at({ ...unsure, barConfidence: 0.5 }, 1.5).position, 1);
});

test("a window tells the numbers of the whole grid, and a beat is found by its number", () => {
    const window = grid([10, 10.5, 11], [1, 2, 3], 4, 20);
    const phase = at(window, 10.75);
    assert.deepEqual([phase.index, phase.fraction, phase.atS], [21, 0.5, 10.5]);
    const beat = makePhase();
    beatAt(window, 24, beat);
    assert.deepEqual([beat.atS, beat.position], [12, 1]);
    beatAt(window, 19, beat);
    assert.deepEqual([beat.atS, beat.position], [9.5, 4]);
});
