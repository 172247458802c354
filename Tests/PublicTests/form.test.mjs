import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOf, sizeOf, strengthOf } from "../../Public/renderers/stage/form.js";
import { presence } from "../../Public/renderers/stage/beat.js";

const still = { energy: 0.5, tension: 0, breath: 0, near: 0.5, many: 0.5, bright: 0.5, hit: 0, pace: 1 };
const scene = (change, more = {}) => ({ show: 1, idle: 0, calm: false, direction: change && { ...still, ...change }, ...more });

test("without a plan a style is as it is by itself", () => {
    const plain = scene(undefined);
    assert.deepEqual([strengthOf(plain), sizeOf(plain), shareOf(plain)], [presence(plain), 1, 1]);
});

test("brightness, nearness and number make a picture brighter, larger and fuller, within bounds", () => {
    for (let step = 0; step < 10; step += 1) {
        const [less, more] = [step / 10, (step + 1) / 10];
        assert.ok(strengthOf(scene({ bright: less })) <= strengthOf(scene({ bright: more })));
        assert.ok(sizeOf(scene({ near: less })) < sizeOf(scene({ near: more })));
        assert.ok(shareOf(scene({ many: less })) <= shareOf(scene({ many: more })));
    }
    for (const hit of [0, 0.5, 1]) assert.ok(strengthOf(scene({ bright: 1, hit })) <= 1 && shareOf(scene({ many: 1, hit })) <= 1 && shareOf(scene({ many: 0 })) > 0);
});

test("tension draws the figure together, a hit opens it, and calm pictures take no notice of hits", () => {
    assert.ok(sizeOf(scene({ tension: 1 })) < sizeOf(scene({})));
    assert.ok(sizeOf(scene({ hit: 1 })) > sizeOf(scene({})));
    assert.equal(sizeOf(scene({ hit: 1 }, { calm: true })), sizeOf(scene({})));
    assert.equal(strengthOf(scene({ hit: 1 }, { calm: true })), strengthOf(scene({})));
});
