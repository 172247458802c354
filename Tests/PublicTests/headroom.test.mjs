import assert from "node:assert/strict";
import { test } from "node:test";
import { headroomOf } from "../../Public/audio/headroom.js";
import { madeKit } from "../../Public/audio/kits.js";
import { barOf, clicksOf, clickUs, usualAccents } from "../../Public/session/click.js";

const rate = 48_000;
const full = 1 - 2 ** -15;
const voices = ["strong", "normal", "soft", "alternate", "second"];
const sound = (samples) => ({ sampleRate: rate, getChannelData: () => Float32Array.from(samples) });
const rhythm = (traits) => {
    const made = { bpm: 120, groups: [4], unit: 4, subdivision: 1, swing: 50, alternate: false, polyrhythm: null, gap: null, ramp: null, ...traits };
    return { ...made, accents: made.accents ?? usualAccents(barOf(made).groups) };
};

function seeded(seed) {
    let state = seed;
    return (least, most) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return least + (most - least) * (state / 2 ** 32);
    };
}

/** The greatest sample of two bars and what rings before them, each click softened; the rows may begin between samples. */
function loudest(kit, rhythm, gain, offset) {
    const seconds = (2 * clickUs(rhythm, barOf(rhythm).length)) / 1e6 + 1;
    const mix = new Float64Array(Math.ceil((seconds + 1.1) * rate));
    const timeline = { generation: 1, at: 0, position: 0, click: { rhythm, pulse: 0, bar: 1 } };
    for (const { dueUs, voice } of clicksOf(timeline, 0, seconds * 1e6)) {
        const start = Math.ceil((dueUs * rate) / 1e6 + offset);
        kit[voice].getChannelData(0).forEach((sample, at) => { mix[start + at] += sample * gain; });
    }
    return mix.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

test("the peaks of two sounds that meet add up to full scale at most, for each pair of a kit", () => {
    for (const first of ["strong", "normal", "soft"]) {
        for (const [one, other] of [[0.89, 0.56], [0.69, 0.4], [1, 1], [0.5, 0.5], [0.3, 0.2], [full, 0]]) {
            const kit = Object.fromEntries(voices.map((voice) => [voice, sound([0])]));
            kit[first] = sound([one]);
            kit.second = sound([0, -other]);
            const gain = headroomOf(kit, rhythm({ polyrhythm: [3, 2], accents: [first, first] }));
            assert.ok((one + other) * gain <= full + 1e-7, `${one} and ${other}`); // samples have 24 bits
            assert.ok(one + other > full || gain === 1, `${one} and ${other} are softened for nothing`);
        }
    }
});

test("the sounds that the page makes itself are softened where both rows meet, and nowhere else", () => {
    const made = madeKit({ sampleRate: rate, createBuffer: (_, length) => {
        const samples = new Float32Array(length);
        return { sampleRate: rate, getChannelData: () => samples };
    } });
    assert.ok(headroomOf(made, rhythm({ polyrhythm: [3, 4] })) <= 1 / 1.7);
    assert.ok(headroomOf(made, rhythm({})) >= full);
    assert.ok(headroomOf(made, rhythm({ bpm: 240, subdivision: 4 })) >= full);
});

test("whatever the kit and the rhythm, all that sounds at once stays within full scale", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
        const next = seeded(seed);
        const whole = (least, most) => Math.floor(next(least, most + 1));
        const kit = Object.fromEntries(voices.map((voice) => {
            const [length, peak, ringS] = [whole(1, seed % 7 ? 9000 : rate), next(0.1, 1), next(0.002, 0.3)];
            return [voice, sound(Array.from({ length }, (_, at) => next(-peak, peak) * Math.exp(-at / rate / ringS)))];
        }));
        const poly = seed % 3 ? [whole(1, 15), whole(1, 15)] : null;
        const groups = Array.from({ length: whole(1, 3) }, () => whole(1, 4));
        const one = rhythm({ bpm: whole(300, 2400) / 10, groups, unit: seed % 2 ? 4 : 8, subdivision: whole(1, 4), swing: whole(50, 75), alternate: seed % 5 === 0, polyrhythm: poly });
        one.accents = one.accents.map(() => ["strong", "normal", "soft", "silent"][whole(0, 3)]);
        const gain = headroomOf(kit, one);
        const most = loudest(kit, one, gain, next(0, 1));
        assert.ok(gain > 0 && gain <= 1 && most <= full + 1e-6, `seed ${seed}: ${most} at ${gain}`);
    }
});

test("bars that are silent now and then get the headroom of those that are heard", () => {
    const kit = Object.fromEntries(voices.map((voice) => [voice, sound([0.8])]));
    const both = { polyrhythm: [3, 2] };
    assert.equal(headroomOf(kit, rhythm({ ...both, gap: { on: 1, off: 1, picture: true } })), headroomOf(kit, rhythm(both)));
});
