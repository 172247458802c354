import assert from "node:assert/strict";
import { test } from "node:test";
import { SoundField } from "../../Public/renderers/soundField.js";

const history = (points) => ({ points, at: (row) => Float32Array.from({ length: points }, (_, point) => (row + 1) * (point / (points - 1))) });

test("rows keep their age and run from low to high, for any number of points", () => {
    const field = new SoundField(4, 16);
    for (const points of [8, 64, 33, 8]) {
        field.follow(history(points));
        for (let row = 0; row < 4; row += 1) {
            for (let line = 0; line < 16; line += 1) {
                const wanted = (row + 1) * Math.min(1, Math.max(0, (((line + 0.5) * points) / 16 - 0.5) / (points - 1)));
                assert.ok(Math.abs(field.levels[row * 16 + line] - wanted) < 1e-3, `${points} points, row ${row}, line ${line}`);
            }
        }
    }
});
