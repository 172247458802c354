import assert from "node:assert/strict";
import { test } from "node:test";
import { dyeOf, lampOf, liftOf } from "../../Public/renderers/shading/lamp.js";

const direction = { energy: 0.6, tension: 0, breath: 0, section: 1, sectionBefore: 1, lead: 0, leadBefore: 0, led: 1 };
const scene = (more = {}) => ({ width: 1600, height: 900, mediaS: 30, settings: { seed: 0 }, ...more });
const lamp = (wanted, more) => [...lampOf(scene(more), { ...direction, ...wanted })];
const colours = { main: [40, 200, 255] };
const dye = (wanted) => [...dyeOf(colours, { ...direction, ...wanted })];

test("without a plan of the song there is no lamp, and the cover has its own colours", () => {
    assert.equal(liftOf(0.5, false, undefined)[1], 0);
    assert.deepEqual([...dyeOf(colours, undefined)], [1, 1, 1]);
});

test("a theme that comes back has its lamp where it was, and other themes elsewhere", () => {
    const places = [0, 1, 2, 3, 4].map((section) => lamp({ section, sectionBefore: section }).slice(0, 2));
    assert.deepEqual(lamp({ section: 3, sectionBefore: 1 }).slice(0, 2), places[3]);
    for (const [at, [x, y]] of places.entries()) for (const [otherX, otherY] of places.slice(0, at)) assert.ok(Math.hypot(x - otherX, y - otherY) > 0.05);
});

test("the lamp goes from one theme's place to the next without a jump, and around without one", () => {
    const far = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
    for (let step = 0; step < 100; step += 1) {
        assert.ok(far(lamp({ section: 4, led: step / 100 }), lamp({ section: 4, led: (step + 1) / 100 })) < 0.15);
        assert.ok(far(lamp({}, { mediaS: 100 + step }), lamp({}, { mediaS: 100.1 + step })) < 0.02);
    }
});

test("before a drop the lamp draws to the middle", () => {
    const out = (tension) => Math.hypot(...lamp({ tension }).slice(0, 2));
    assert.ok(out(1) < 0.3 * out(0));
});

test("a picture is as bright as the form wants: dim in a break, full in a drop, and never below black", () => {
    const lift = (bright, wanted = {}, calm = false) => [...liftOf(bright, calm, { ...direction, hit: 0, ...wanted })];
    const both = ([far, more]) => far + more / 2;
    for (const [less, more] of [[0, 0.3], [0.3, 0.8], [0.8, 1]]) assert.ok(both(lift(less)) < both(lift(more)));
    assert.ok(both(lift(0.27, { breath: 0.8 })) < 0.3 * both(lift(0.82)));
    assert.ok(both(lift(0.82, { hit: 1 })) > both(lift(0.82)));
    assert.deepEqual(lift(0.82, { hit: 1 }, true), lift(0.82), "calm pictures know no hits");
    for (const breath of [0, 1]) assert.ok(lift(0, { breath })[0] > 0);
});

test("the cover takes the colour that leads, but for the first, and stays about as bright", () => {
    assert.deepEqual(dye({}), [1, 1, 1]);
    for (const lead of [1, 2]) {
        const [red, green, blue] = dye({ lead });
        assert.ok(red < green && green < blue && blue < 1.4 && (red + green + blue) / 3 > 0.85);
        const half = dye({ lead, led: 0.5 });
        assert.ok(half[0] > red && half[0] < 1);
    }
});
