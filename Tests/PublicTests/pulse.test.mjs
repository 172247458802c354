import assert from "node:assert/strict";
import { test } from "node:test";
import { barLength, light, ringLifeS, ringRadius, ringStrength } from "../../Public/renderers/pulse.js";

const ages = Array.from({ length: 4000 }, (_, i) => i / 1000);

test("light spikes within a tenth of a second, stays in range and never jumps", () => {
    assert.ok(light(0.0999) > 0.98);
    for (const age of ages) {
        assert.ok(light(age) >= 0 && light(age) <= 1);
        assert.ok(Math.abs(light(age + 0.001) - light(age)) < 0.03, `jump at ${age} s`);
    }
    assert.equal(light(Infinity), light(3));
    assert.equal(light(NaN), light(Infinity));
});

test("light rises a little before the next beat is due", () => {
    assert.ok(light(0.95) > light(0.9));
});

test("a ring starts on the figure, only ever grows, and is gone at the end of its life", () => {
    assert.equal(ringRadius(0), 1);
    for (const age of ages) assert.ok(ringRadius(age + 0.001) >= ringRadius(age));
    assert.equal(ringStrength(ringLifeS), 0);
    assert.equal(ringStrength(-0.1), 0);
    assert.equal(ringStrength(Infinity), 0);
    assert.ok(ringStrength(ringLifeS - 0.01) < 0.001);
});

test("each tenfold of a round trip adds a quarter of a bar", () => {
    assert.deepEqual([0, 100, 1000, 10_000, 1_000_000, 1e9].map(barLength), [0, 0, 0.25, 0.5, 1, 1]);
});
