import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, clickUs, makePlace, placeAt, usualAccents } from "../../Public/session/click.js";
import { lightAt, makeFieldLight } from "../../Public/ui/metronome/lights.js";

const strengths = { strong: 1, normal: 0.6, soft: 0.3, silent: 0 };
const framesPerS = 120;
const flash = 0.1; // of full luminance, up and down again (WCAG 2.3.1)
const rhythm = (traits) => {
    const made = { bpm: 120, groups: [4], unit: 4, subdivision: 1, swing: 50, alternate: false, polyrhythm: null, gap: null, ramp: null, ...traits };
    return { ...made, accents: made.accents ?? usualAccents(barOf(made).groups) };
};
const luminance = (level) => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4); // of white, so transparent, over black

/** The levels of some seconds; `at(atS)` is the timeline in force. */
function levels(seconds, at, traits = {}) {
    const lightOf = makeFieldLight(strengths);
    const place = makePlace();
    return Array.from({ length: seconds * framesPerS }, (_, frame) => {
        const us = Math.round((frame * 1e6) / framesPerS) + 1_000_000;
        const timeline = at(us);
        const isThere = timeline && placeAt(timeline, us, place);
        return lightOf({ rhythm: timeline?.click.rhythm, place: isThere ? place : undefined, lengthS: timeline ? clickUs(timeline.click.rhythm, 1) / 1e6 : 1, atS: us / 1e6, still: false, ...traits });
    });
}

/** When a flash begins: the light has risen by a tenth, from a place to which it has fallen by a tenth. */
function flashes(levels) {
    const found = [];
    let [low, high, isUp] = [0, 0, false];
    levels.map(luminance).forEach((light, frame) => {
        if (isUp) {
            high = Math.max(high, light);
            if (light <= high - flash) [isUp, low] = [false, light];
        } else {
            low = Math.min(low, light);
            if (light >= low + flash) {
                [isUp, high] = [true, light];
                found.push(frame / framesPerS);
            }
        }
    });
    return found;
}

const mostInASecond = (times) => Math.max(0, ...times.map((fromS) => times.filter((atS) => atS >= fromS - 1e-9 && atS < fromS + 1 - 1.5 / framesPerS).length));
const timeline = (made, from, traits = {}) => ({ generation: 1, playing: true, position: 0, at: from, from, click: { rhythm: made, pulse: 0, bar: 1, ...traits } });

test("the whole screen flashes three times a second at most, in every rhythm", () => {
    for (const bpm of [30, 120, 179.9, 180, 180.1, 181, 200, 220, 240]) {
        for (const traits of [{}, { unit: 8, groups: [2, 2, 3] }, { unit: 8, groups: [8] }, { groups: [1] }, { unit: 8, groups: [1] }, { polyrhythm: [15, 14] }]) {
            const made = rhythm({ bpm, ...traits });
            for (const one of [made, { ...made, accents: made.accents.map(() => "strong") }]) {
                const found = flashes(levels(10, () => timeline(one, 1_000_000)));
                assert.ok(mostInASecond(found) <= 3, `${bpm} in ${JSON.stringify(traits)}: ${found.slice(0, 9)}`);
                assert.ok(found.length >= 5 || one === made, `${bpm} in ${JSON.stringify(traits)} hardly lights: ${found.length} times`); // the measure sees them
            }
        }
    }
});

test("up to three beats a second each flashes, at its moment", () => {
    for (const bpm of [60, 120, 180]) {
        const found = flashes(levels(10, () => timeline(rhythm({ bpm, accents: Array(4).fill("strong") }), 1_000_000)));
        assert.equal(found.length, Math.round((10 * bpm) / 60));
        found.forEach((atS, beat) => assert.ok(Math.abs(atS - (60 * beat) / bpm) < 1.1 / framesPerS));
    }
});

test("nor while somebody drags the tempo, stops and starts, or the clock steps", () => {
    let seed = 3;
    const next = (least, most) => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        return least + (most - least) * (seed / 2 ** 32);
    };
    for (let trial = 0; trial < 40; trial += 1) {
        let [until, now] = [0, undefined];
        const found = flashes(levels(20, (us) => {
            if (us >= until) {
                until = us + next(20_000, 400_000);
                const made = rhythm({ bpm: Math.round(next(300, 2400)) / 10, unit: trial % 2 ? 4 : 8, accents: Array(4).fill("strong") });
                now = next(0, 1) < 0.1 ? undefined : timeline(made, us - Math.round(next(0, trial % 3 ? 1 : 300_000)));
            }
            return now;
        }));
        assert.ok(mostInASecond(found) <= 3, `trial ${trial}`);
        assert.ok(found.length > 5, `trial ${trial}`);
    }
});

test("with reduced motion it is dark", () => {
    assert.ok(levels(5, () => timeline(rhythm({}), 1_000_000), { still: true }).every((level) => level === 0));
});

test("a light that begins with the beat is brightest there, and gone before the next one", () => {
    for (const lengthS of [2, 1, 0.5, 1 / 3]) {
        assert.equal(lightAt(0, lengthS), 1);
        assert.ok(lightAt(0.999, lengthS) < 0.2);
    }
});
