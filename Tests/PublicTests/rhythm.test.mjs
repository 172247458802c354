import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { barOf, clicksDue, clicksOf, clickUs, makePlace, placeAt, usualAccents } from "../../Public/session/click.js";
import { beatClicksDue } from "../../Public/session/beatClicks.js";
import { bpmWords, fittingBpm, metreWords, nextAccent, oddGroups, tappedBpm, tempoName, tempoTapped, typedBpm, typedGroups } from "../../Public/session/rhythm.js";

const rhythm = (traits = {}) => {
    const made = { bpm: 120, groups: [4], unit: 4, subdivision: 1, swing: 50, alternate: false, polyrhythm: null, gap: null, ramp: null, ...traits };
    return { accents: usualAccents(barOf(made).groups), ...made };
};
const timeline = (made, traits = {}) => ({ generation: 256, source: "click:1", playing: true, position: 0, at: 1e9, from: 1e9, until: null, click: { rhythm: made, kit: "wood", pulse: 0, bar: 1, ...traits.click }, ...traits.of });
const hour = 3600e6;

/** Thirty tempos that divide nothing evenly. */
const oddTempos = Array.from({ length: 30 }, (_, at) => Math.round(10 * (30.1 + 7.03 * at)) / 10);

test("eight hours at thirty odd tempos: every click is within half a microsecond of the exact time", () => {
    for (const bpm of oddTempos) {
        for (const [unit, parts, part] of [[4, 1, 0], [8, 1, 0], [4, 4, 3], [4, 200, 158]]) {
            const made = rhythm({ bpm, unit });
            const tenths = BigInt(Math.round(bpm * 10));
            const minute = unit === 8 ? 300_000_000n : 600_000_000n;
            const pulses = Math.floor((8 * 3600 * bpm * (unit / 4)) / 60);
            for (let pulse = 0; pulse <= pulses; pulse = pulse === pulses ? pulse + 1 : Math.min(pulses, pulse + 61)) {
                const under = tenths * BigInt(parts);
                const over = (BigInt(pulse) * BigInt(parts) + BigInt(part)) * minute;
                const off = BigInt(clickUs(made, pulse, part, parts)) * under - over;
                assert.ok(2n * (off < 0n ? -off : off) <= under, `${bpm} BPM, unit ${unit}, pulse ${pulse} + ${part}/${parts}`);
            }
        }
    }
});

test("a thousand hours in, the next pulse is one interval away", () => {
    const made = rhythm({ bpm: 137.3 });
    const pulse = 137_3 * 6 * 1000;
    assert.equal(clickUs(made, pulse), 1000 * hour);
    assert.equal(clickUs(made, pulse + 1) - clickUs(made, pulse), 436_999);
});

test("all 225 polyrhythms meet at the start of each cycle and nowhere else but where they must", () => {
    for (let over = 1; over <= 15; over += 1) {
        for (let under = 1; under <= 15; under += 1) {
            const made = rhythm({ bpm: 97.3, polyrhythm: [over, under] });
            const common = (one, other) => (other === 0 ? one : common(other, one % other));
            for (let cycle = 0; cycle < 3; cycle += 1) {
                const [fromUs, untilUs] = [cycle, cycle + 1].map((bars) => 1e9 + clickUs(made, bars * under));
                const clicks = clicksOf(timeline(made), fromUs, untilUs);
                const firsts = clicks.filter(({ voice }) => voice !== "second");
                const seconds = clicks.filter(({ voice }) => voice === "second");
                assert.deepEqual([firsts.length, seconds.length], [under, over], `${over}:${under}`);
                assert.equal(firsts[0].dueUs, fromUs);
                assert.equal(seconds[0].dueUs, fromUs);
                const met = seconds.filter(({ dueUs }) => firsts.some((one) => one.dueUs === dueUs)).length;
                assert.equal(met, common(over, under), `${over}:${under}`);
                seconds.forEach(({ dueUs }, at) => assert.ok(Math.abs(dueUs - fromUs - (at * under * 60e6) / 97.3 / over) <= 1, `${over}:${under}`));
            }
        }
    }
});

test("groups sum to the bar: their firsts stand out, and every bar begins strong", () => {
    for (const groups of oddGroups) {
        const made = rhythm({ groups, unit: 8, bpm: 181.7 });
        const { length } = barOf(made);
        assert.equal(made.accents.length, length);
        const clicks = clicksOf(timeline(made), 1e9, 1e9 + clickUs(made, 4 * length));
        assert.equal(clicks.length, 4 * length);
        const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group, 0));
        clicks.forEach(({ voice }, at) => {
            const place = at % length;
            assert.equal(voice, place === 0 ? "strong" : starts.includes(place) ? "normal" : "soft");
        });
    }
});

test("muted bars are silent exactly from their first pulse to the next bar's, from the start and after a change", () => {
    const made = rhythm({ gap: { on: 2, off: 3, picture: false }, subdivision: 4, bpm: 143.9 });
    for (const [pulse, bar] of [[0, 1], [3, 9]]) {
        const one = timeline(made, { click: { pulse, bar } });
        const heard = new Set(clicksOf(one, 0, 1e9 + clickUs(made, 200)).map(({ key }) => Number(key.split("/")[1].split(".")[0])));
        for (let at = 0; at < 200; at += 1) {
            const barOfPulse = bar + Math.floor((pulse + at) / 4);
            assert.equal(heard.has(at), (barOfPulse - 1) % 5 < 2, `pulse ${at}`);
        }
    }
});

test("swing moves every other part, straight swing none, and odd sixteenths may have their own voice", () => {
    const of = (traits) => clicksOf(timeline(rhythm({ bpm: 60, ...traits })), 1e9, 1e9 + 1e6).map(({ dueUs, voice }) => [dueUs - 1e9, voice]);
    assert.deepEqual(of({ subdivision: 2, swing: 66 }), [[0, "strong"], [660_000, "soft"]]);
    assert.deepEqual(of({ subdivision: 4, swing: 60, alternate: true }), [[0, "strong"], [300_000, "alternate"], [500_000, "soft"], [800_000, "alternate"]]);
    assert.deepEqual(of({ subdivision: 3, swing: 75 }), [[0, "strong"], [333_333, "soft"], [666_667, "soft"]]);
    assert.deepEqual(of({ subdivision: 4 }), [[0, "strong"], [250_000, "soft"], [500_000, "soft"], [750_000, "soft"]]);
});

test("a silent pulse has no parts, either", () => {
    const made = rhythm({ subdivision: 4, accents: ["strong", "silent", "normal", "soft"] });
    assert.deepEqual([...new Set(clicksOf(timeline(made), 1e9, 1e9 + 2e6).map(({ dueUs }) => Math.floor((dueUs - 1e9) / 500_000)))], [0, 2, 3]);
});

test("any split of a stretch gives the same clicks", () => {
    const made = rhythm({ bpm: 211.9, polyrhythm: [15, 14] });
    const one = [timeline(made)];
    const whole = clicksDue(one, 0, 1e9 + 20e6);
    const pieces = [];
    let fromUs = 0;
    for (let at = 1; fromUs < 1e9 + 20e6; at += 1) {
        const untilUs = Math.min(1e9 + 20e6, fromUs === 0 ? 1e9 : fromUs + 1 + ((at * 7919) % 911_113));
        pieces.push(...clicksDue(one, fromUs, untilUs));
        fromUs = untilUs;
    }
    assert.deepEqual(pieces, whole);
});

test("a timeline clicks until another takes over, with no click of the old one at or after that moment", () => {
    const made = rhythm({ bpm: 120 });
    const changeUs = 1e9 + clickUs(made, 5);
    const next = timeline(rhythm({ bpm: 240 }), { of: { generation: 257, at: changeUs, from: changeUs }, click: { pulse: 1, bar: 2 } });
    const clicks = clicksDue([timeline(made, { of: { until: changeUs } }), next], 0, changeUs + 1e6);
    assert.deepEqual(clicks.map(({ dueUs, voice }) => [(dueUs - 1e9) / 1e6, voice]),
        [[0, "strong"], [0.5, "normal"], [1, "normal"], [1.5, "normal"], [2, "strong"], [2.5, "normal"], [2.75, "normal"], [3, "normal"], [3.25, "strong"]]);
    assert.deepEqual(clicksDue([timeline(made, { of: { playing: false } })], 0, 2e9), []);
});

test("the place is that of the last pulse, to the microsecond", () => {
    const made = rhythm({ bpm: 137.3, groups: [2, 2, 3], unit: 8 });
    const place = makePlace();
    const one = timeline(made, { click: { pulse: 5, bar: 3 } });
    assert.equal(placeAt(one, 1e9 - 1, place), false);
    for (let pulse = 0; pulse < 50; pulse += 1) {
        assert.ok(placeAt(one, 1e9 + clickUs(made, pulse), place));
        assert.deepEqual([place.count, place.pulse, place.bar, place.fraction], [pulse, (5 + pulse) % 7, 3 + Math.floor((5 + pulse) / 7), 0]);
        placeAt(one, 1e9 + clickUs(made, pulse + 1) - 1, place);
        assert.equal(place.count, pulse);
    }
});

test("over music, clicks are on its beats: half, every one or double, and a count-in before its start", () => {
    const grid = { first: 0, total: 8, meter: 4, bpm: 120, confidence: 1, beats: [0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75], positions: [1, 2, 3, 4, 1, 2, 3, 4] };
    const one = { generation: 1, source: "a", playing: true, position: -2, at: 1e6, from: 1e6, until: null };
    const due = (over, fromUs = 0, untilUs = 1e9) => beatClicksDue([one], () => grid, { on: true, rate: 1, countIn: 0, ...over }, fromUs, untilUs).map(({ dueUs, voice }) => [(dueUs - 1e6) / 1e6 - 2, voice]);
    assert.deepEqual(due({ rate: 0.5 }), [[0.25, "strong"], [1.25, "normal"], [2.25, "strong"], [3.25, "normal"]]);
    assert.equal(due({ rate: 1 }).length, 8);
    assert.deepEqual(due({ rate: 2 }).slice(0, 3), [[0.25, "strong"], [0.5, "soft"], [0.75, "normal"]]);
    assert.equal(due({ rate: 2 }).length, 15);
    assert.deepEqual(due({ on: false, countIn: 1 }), [[-1.75, "strong"], [-1.25, "normal"], [-0.75, "normal"], [-0.25, "normal"]]);
    assert.deepEqual(due({ on: false }), []);
});

test("tapping: the mean of the last eight taps, begun anew after two seconds", () => {
    const tap = (...times) => times.reduce(tempoTapped, []);
    assert.equal(tappedBpm(tap(0)), undefined);
    assert.equal(tappedBpm(tap(0, 500)), 120);
    assert.equal(tappedBpm(tap(0, 490, 1010, 1500)), 120);
    assert.equal(tap(...Array.from({ length: 20 }, (_, at) => at * 400)).length, 8);
    assert.deepEqual(tap(0, 500, 2501), [2501]);
    assert.equal(tappedBpm(tap(0, 2000)), 30);
    assert.equal(tappedBpm(tap(0, 100)), 240); // as fast as the metronome goes
    assert.deepEqual(tap(0, 20, 500), [0, 500]); // a bouncing key
});

test("tempos and groups are read as people type them", () => {
    assert.deepEqual([" 120 ", "137,3", "29", "240.0", "240.1", "", "1e2", "-60"].map(typedBpm), [120, 137.3, undefined, 240, undefined, undefined, undefined, undefined]);
    assert.deepEqual(typedGroups("2+2+3"), [2, 2, 3]);
    assert.deepEqual(typedGroups("3 2 2"), [3, 2, 2]);
    assert.deepEqual(typedGroups("7"), [7]);
    for (const text of ["", "0", "2++3", "33", "16+17", "a", "1.5"]) assert.equal(typedGroups(text), undefined, text);
    assert.equal(fittingBpm(7), 30);
    assert.equal(fittingBpm(137.34), 137.3);
});

test("words for rhythms are those of musicians", () => {
    assert.equal(metreWords(rhythm()), "4/4");
    assert.equal(metreWords(rhythm({ groups: [2, 2, 3], unit: 8 })), "7/8, 2+2+3");
    assert.equal(metreWords(rhythm({ polyrhythm: [3, 4] })), "3 over 4");
    assert.deepEqual([45, 92, 120, 180].map(tempoName), ["Largo", "Andante", "Allegro", "Presto"]);
    assert.deepEqual(["strong", "normal", "soft", "silent"].map(nextAccent), ["normal", "soft", "silent", "strong"]);
});

test("the server sends the same times: beats as it announced them, recorded over the wire", () => {
    const place = makePlace();
    let count = 0;
    for (const { beats, ...one } of JSON.parse(readFileSync(new URL("clickTrace.json", import.meta.url)))) {
        for (const [dueUs, bar, position] of beats) {
            placeAt({ ...one, playing: true }, dueUs, place);
            assert.deepEqual([one.at - Math.round(one.position * 1e6) + clickUs(one.click.rhythm, place.count), place.bar, place.pulse + 1], [dueUs, bar, position]);
            count += 1;
        }
    }
    assert.ok(count > 50);
});

test("a tempo says that it counts quarters where the beat is an eighth", () => {
    assert.equal(bpmWords(rhythm({ bpm: 97.3 })), "97.3 BPM");
    assert.equal(bpmWords(rhythm({ bpm: 124, groups: [2, 2, 3], unit: 8 })), "124 BPM in quarters");
    assert.equal(bpmWords(rhythm({ bpm: 124, unit: 8, polyrhythm: [3, 4] })), "124 BPM"); // its pulses are quarters
});
