import assert from "node:assert/strict";
import { test } from "node:test";
import { palettes } from "../../Public/session/palette.js";
import { addressed, colourModes, settled } from "../../Public/session/settings.js";
import { fillRamp, oklab, rampSteps } from "../../Public/renderers/ramp.js";

const parts = ["main", "second", "accent"];
const leastLightness = 0.5; // on the night, whose lightness is 0.1
const leastApart = 0.1; // Oklab distance; 0.02 is just seen
const linear = (level) => (level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);

test("a dozen palettes besides Signal are found by the address", () => {
    assert.equal(Object.keys(palettes).length, 13);
    for (const name of Object.keys(palettes)) {
        assert.ok(colourModes.includes(name));
        assert.equal(settled(addressed(`?color=${name.toUpperCase()}`, "").look).colour, name);
    }
});

for (const [name, palette] of Object.entries(palettes)) {
    test(`${name}: its colours shine in the dark, differ, and are no saturated red`, () => {
        const seen = parts.map((part) => oklab(palette[part]));
        seen.forEach(([lightness], at) => assert.ok(lightness >= leastLightness, `${parts[at]} ${lightness.toFixed(2)}`));
        for (const [one, other] of [[0, 1], [0, 2], [1, 2]]) {
            const apart = Math.hypot(...[0, 1, 2].map((axis) => seen[one][axis] - seen[other][axis]));
            assert.ok(apart >= leastApart, `${parts[one]} and ${parts[other]} ${apart.toFixed(3)}`);
        }
        for (const part of parts) {
            const [red, green, blue] = palette[part].map(linear);
            assert.ok(red / (red + green + blue) < 0.8, `${part} ${(red / (red + green + blue)).toFixed(2)}`); // as in FlashMeter
        }
    });

    test(`${name}: the ramp is even, and has the palette's colours`, () => {
        const ramp = new Uint32Array(rampSteps);
        fillRamp(palette, ramp);
        const shades = Array.from(ramp, (pixel) => oklab([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]));
        shades.forEach(([lightness], at) => {
            const even = (0.97 * at) / (rampSteps - 1);
            assert.ok(Math.abs(lightness - even) < (even < 0.15 ? 0.07 : 0.015), `step ${at}: ${lightness.toFixed(3)}`); // 255 levels are coarse near black
        });
        for (const part of parts) {
            const wanted = oklab(palette[part]);
            const nearest = Math.min(...shades.map((shade) => Math.hypot(...[0, 1, 2].map((axis) => shade[axis] - wanted[axis]))));
            assert.ok(nearest < 0.09, `${part} is ${nearest.toFixed(3)} off`);
        }
    });
}
