import assert from "node:assert/strict";
import { test } from "node:test";
import { styles } from "../../Public/renderers/index.js";
import { waveformStyles } from "../../Public/renderers/waveform/index.js";

for (const [what, list] of [["stage", styles], ["waveform", waveformStyles]]) {
    test(`each style of the ${what} is listed once, under the name its module gives it`, async () => {
        assert.equal(new Set(list.map(({ id }) => id)).size, list.length);
        for (const { id, name, load } of list) {
            const module = await load();
            assert.equal(module.name, name);
            assert.equal(typeof module.draw, "function", id);
        }
    });
}
