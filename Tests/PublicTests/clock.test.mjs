import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clientTimeUs, errorBoundUs, forClockBehind, serverTimeUs } from "../../Public/clock/clockEstimate.js";
import { ClockFilter } from "../../Public/clock/clockFilter.js";
import { ClockGap } from "../../Public/clock/clockGap.js";
import { pingDelayMs } from "../../Public/clock/pingSchedule.js";
import { ShownClock } from "../../Public/clock/shownClock.js";

const recorded = (name) => JSON.parse(readFileSync(new URL(`../SessionTests/Traces/${name}`, import.meta.url), "utf8"));
const traces = recorded("clock.json");
const pings = recorded("pings.json");

for (const { name, jumps, events, readings } of traces) {
    test(`the times are those of the Swift side, to the microsecond: ${name}`, () => {
        const filter = new ClockFilter();
        const shown = new ShownClock();
        const expected = new Map(readings.map((reading) => [reading[0], reading]));
        events.forEach((event, index) => {
            const before = filter.estimate;
            if (event.length === 4) filter.ping(...event);
            else filter.message(...event);
            if (filter.estimate && filter.estimate !== before) shown.follow(filter.estimate, filter.estimate.madeAtUs);
            if (!expected.has(index + 1)) return;
            const [, client, server, bound, shownTime] = expected.get(index + 1);
            expected.delete(index + 1);
            near(serverTimeUs(filter.estimate, client), server, `time after ${index + 1}`);
            near(errorBoundUs(filter.estimate, client), bound, `bound after ${index + 1}`);
            near(shown.timeUs(client), shownTime, `shown after ${index + 1}`);
        });
        assert.equal(expected.size, 0);
        assert.ok(readings.length > 5);
        assert.equal(filter.jumps, jumps);
    });
}

test("nothing is known before a question was answered, and the shown clock says so", () => {
    const filter = new ClockFilter();
    filter.message(5_000_000, 100_000);
    assert.equal(filter.estimate, undefined);
    assert.equal(new ShownClock().timeUs(100_000), undefined);
});

test("stamps that are none change nothing", () => {
    const filter = new ClockFilter();
    for (const wrong of [NaN, undefined, null, "7", -1, 2 ** 53, 1.5]) {
        filter.message(wrong, 7);
        filter.message(7, wrong);
        filter.ping(1, wrong, 3, 4);
        filter.ping(1, 2, 3, wrong);
    }
    filter.ping(5, 1, 1, 4);
    filter.ping(1, 3, 2, 4);
    assert.equal(filter.estimate, undefined);
    assert.equal(filter.jumps, 0);
});

test("the shown clock is never read backwards, whatever it is told", () => {
    const shown = new ShownClock();
    let last = -Infinity;
    for (let step = 0; step < 2000; step += 1) {
        const client = 1_000_000 + step * 3000;
        // Up to 50 ms either way, in no order.
        const offsetUs = 9_000_000 + ((step * 7919) % 100_001) - 50_000;
        if (step % 5 === 0) shown.follow(estimate(client, offsetUs, 2e-5), client);
        const now = shown.timeUs(client);
        assert.ok(now >= last, `at step ${step}`);
        last = now;
    }
});

test("a small error is mended half a percent fast, a far one by a jump ahead", () => {
    const shown = new ShownClock();
    shown.follow(estimate(0, 1_000_000), 0);
    shown.follow(estimate(0, 1_001_000), 0);
    near(shown.timeUs(100_000), 1_100_500);
    near(shown.timeUs(200_000), 1_201_000);
    near(shown.timeUs(300_000), 1_301_000);
    shown.follow(estimate(300_000, 1_050_000), 300_000);
    near(shown.timeUs(300_000), 1_350_000);
});

test("questions come twenty a second at first and while the clock is too rough to be in sync, but not for ever; then four, then two", () => {
    assert.ok(pings.length > 10);
    for (const { asked, boundUs, delayMs } of pings) assert.equal(pingDelayMs(asked, boundUs), delayMs, `${asked} asked, ${boundUs} us`);
});

test("the client's time at the server's is the way back, and the same for another clock of the client's", () => {
    const known = estimate(40_000_000, 7e11, -1.3e-4);
    for (const client of [0, 40_000_000, 4e9]) {
        near(clientTimeUs(known, serverTimeUs(known, client)), client);
        for (const less of [0, 12_345.5, -86_400e6]) {
            const other = forClockBehind(known, less);
            near(serverTimeUs(other, client - less), serverTimeUs(known, client));
            near(errorBoundUs(other, client - less), errorBoundUs(known, client));
        }
    }
});

test("the gap of two clocks is as guessed while messages allow it", () => {
    const gap = new ClockGap(1000);
    assert.equal(gap.ms, 1000);
    gap.heardHere(5000, 4003); // 3 ms under way
    gap.heardThere(1002);
    assert.equal(gap.ms, 1000);
});

test("a wrong guess is held to what messages allow, the fastest of them above all, in any order", () => {
    const random = generator(11);
    for (const [trueMs, guessMs] of [[0, 500], [0, -500], [-3_600_000, -3_599_000], [250.25, 250.2]]) {
        const gap = new ClockGap(guessMs);
        let [up, down] = [Infinity, Infinity];
        for (let message = 0; message < 200; message += 1) {
            const wayMs = 0.05 + 30 * random() ** 3;
            if (random() < 0.5) {
                gap.heardHere(message * 50 + trueMs, message * 50 + wayMs);
                down = Math.min(down, wayMs);
            } else {
                gap.heardThere(trueMs + wayMs);
                up = Math.min(up, wayMs);
            }
            assert.ok(gap.ms >= trueMs - down - 1e-6 && gap.ms <= trueMs + up + 1e-6, `${gap.ms} of ${trueMs} after ${message}`);
        }
        assert.ok(Math.abs(gap.ms - trueMs) < 0.3);
    }
});

test("where rounded clocks contradict each other the gap is in the middle", () => {
    const gap = new ClockGap(0);
    gap.heardHere(101, 0);
    gap.heardThere(99);
    assert.equal(gap.ms, 100);
});

function generator(seed) {
    let state = seed;
    return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function estimate(madeAtUs, offsetUs, skew = 0) {
    return { madeAtUs, offsetUs, skew, roundTripUs: 0, boundUs: 0, boundGrowth: 0 };
}

function near(actual, expected, message) {
    assert.ok(Math.abs(actual - expected) <= 1, `${message}: ${actual} is not ${expected}`);
}
