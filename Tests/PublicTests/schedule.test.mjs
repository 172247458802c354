import assert from "node:assert/strict";
import { test } from "node:test";
import { outputOffset } from "../../Public/audio/listen.js";
import { ClockDistance, planned, plannedAfter } from "../../Public/audio/schedule.js";

test("the first chunk starts when it is due; of one that comes late the rest is played", () => {
    assert.deepEqual(planned(undefined, 10, 0.5, 9), { startS: 10, skipS: 0, rate: 1, endS: 10.5 });
    assert.deepEqual(planned(undefined, 10, 0.5, 10.25), { startS: 10.25, skipS: 0.25, rate: 1, endS: 10.5 });
    assert.equal(planned(undefined, 10, 0.5, 10.5), undefined);
});

test("chunks follow each other without a gap while the clocks agree", () => {
    assert.deepEqual(planned(10.5, 10.5001, 0.5, 9), { startS: 10.5, skipS: 0, rate: 1, endS: 11 });
});

test("drift is mended with less than a thousandth of the speed, and does not build up", () => {
    let cursorS;
    let most = 0;
    for (let chunk = 0; chunk < 4000; chunk += 1) {
        const dueS = 5 + chunk * 0.25 * 1.0001; // the device runs 100 ppm slow
        const plan = planned(cursorS, dueS, 0.25, dueS - 2);
        assert.ok(Math.abs(plan.rate - 1) < 0.001);
        if (cursorS !== undefined) assert.equal(plan.startS, cursorS);
        most = Math.max(most, Math.abs(plan.startS - dueS));
        cursorS = plan.endS;
    }
    assert.ok(most < 0.001, `${most}`);
});

test("a jump is taken as one, and so is what a device lost when it stalled", () => {
    for (const dueS of [12, 10.521, 10.479]) {
        const plan = planned(10.5, dueS, 0.5, 9);
        assert.deepEqual([plan.startS, plan.rate], [dueS, 1]);
    }
});

test("of a chunk that repeats what is scheduled only the rest is played", () => {
    assert.equal(plannedAfter(10.5, 10, 0.5), undefined);
    assert.equal(plannedAfter(12, 10, 0.5), undefined);
    assert.deepEqual(plannedAfter(10.25, 10, 0.5), { startS: 10.25, skipS: 0.25, rate: 1, endS: 10.5 });
});

/** Readings of a clock that is 5 s away, with some milliseconds of jitter. */
function jitter(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return 5 + (state / 2 ** 32 - 0.5) * 0.006;
    };
}

test("the distance of two clocks is unknown until a wrong reading would be outvoted", () => {
    for (const wrong of [0, 1, 2]) {
        const distance = new ClockDistance();
        const [first, second, third] = [5, 5.001, 4.999].map((reading, at) => distance.add(at === wrong ? 9 : reading));
        assert.deepEqual([first, second], [undefined, undefined]);
        assert.ok(Math.abs(third - 5) < 0.0011, `${third}`);
    }
});

test("a single wrong reading moves the distance of two clocks by no more than the others differ, whenever it comes and however wrong it is", () => {
    for (let seed = 1; seed <= 200; seed += 1) {
        const next = jitter(seed);
        const readings = Array.from({ length: 60 }, next);
        const at = seed % 50;
        for (const off of [0.0201, -0.0201, 0.019, 0.05, -0.3, 4, -1e6, Infinity]) {
            const [right, wrong] = [new ClockDistance(), new ClockDistance()];
            readings.forEach((reading, index) => {
                right.add(reading);
                wrong.add(index === at ? reading + off : reading);
                if (right.value !== undefined) assert.ok(Math.abs(wrong.value - right.value) < 0.006, `seed ${seed}, ${off} s at ${at}: ${wrong.value - right.value}`);
            });
        }
    }
});

test("two wrong readings in a row change nothing either, a jump counts with the third reading, and jitter hardly", () => {
    const distance = new ClockDistance();
    for (let reading = 0; reading < 100; reading += 1) distance.add(5 + (reading % 2 ? 0.004 : -0.004));
    const before = distance.value;
    assert.ok(Math.abs(before - 5) < 0.0005);
    for (const wrong of [6, 6]) assert.ok(Math.abs(distance.add(wrong) - before) < 0.0005);
    assert.equal(distance.add(6), 6);
});

test("an offset that is read twice from one stamp is one reading", () => {
    const context = { currentTime: 10, stamp: { contextTime: 9.9, performanceTime: 4900 }, getOutputTimestamp: () => context.stamp };
    const lessS = outputOffset(context);
    const play = (byS, wrongS = 0) => {
        context.currentTime += byS;
        context.stamp = { contextTime: context.stamp.contextTime + byS, performanceTime: 1000 * (context.stamp.contextTime + byS - 5 - wrongS) };
    };
    for (let reading = 0; reading < 20; reading += 1) {
        lessS();
        play(0.1);
    }
    play(0.1, 0.06);
    for (let reading = 0; reading < 20; reading += 1) assert.ok(Math.abs(lessS() - 5) < 1e-9);
});

test("while the browser does not tell what is heard, the offset is not sure; after half a second the latency must do", () => {
    const context = { currentTime: 0.1, outputLatency: 0.04, getOutputTimestamp: () => ({ contextTime: 0, performanceTime: 0 }) };
    const lessS = outputOffset(context);
    for (; context.currentTime < 0.5; context.currentTime += 0.05) assert.equal(lessS(), undefined);
    for (const sure of [false, false, true]) {
        assert.equal(lessS() !== undefined, sure);
        context.currentTime += 0.05;
    }
});
