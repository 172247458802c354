import assert from "node:assert/strict";
import { test } from "node:test";
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

test("the distance of two clocks follows a jump at once and jitter hardly", () => {
    const distance = new ClockDistance();
    distance.add(5);
    for (let reading = 0; reading < 100; reading += 1) distance.add(5 + (reading % 2 ? 0.004 : -0.004));
    assert.ok(Math.abs(distance.value - 5) < 0.0005);
    assert.equal(distance.add(6), 6);
});
