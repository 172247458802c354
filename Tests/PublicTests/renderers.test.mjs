import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { styles } from "../../Public/renderers/index.js";
import { lightOf, pulses, pushOf } from "../../Public/renderers/stage/beat.js";
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

for (const bpm of [30, 42, 58]) {
    test(`at ${bpm} BPM the picture pulses on each beat, softly, and nowhere else`, () => {
        const beat = { index: 0, fraction: 0, position: 1, meter: 4, bpm, strength: 1, calmSwing: false, slow: true };
        const scene = { hasGrid: true, calm: false, idle: 0, mediaS: 0, beat };
        const at = (beats, slow = true) => {
            Object.assign(beat, { index: Math.floor(beats), fraction: beats % 1, position: 1 + (Math.floor(beats) % 4), slow });
            scene.mediaS = (beats * 60) / bpm;
            return { light: lightOf(scene), push: pushOf(scene) };
        };
        assert.ok(pulses(scene)); // rings leave with the beat
        for (let beat = 0; beat < 16; beat += 1) {
            const near = Array.from({ length: 200 }, (_, step) => at(beat + step / 200));
            const brightest = near.findIndex(({ light }) => light === Math.max(...near.map((one) => one.light)));
            assert.ok(brightest / 200 <= 0.1, `${brightest / 200} of beat ${beat}`);
            assert.ok(Math.max(...near.map(({ push }) => push)) > 0.4);
            const swing = (slow) => Math.max(...near.map((_, step) => at(beat + step / 200, slow).light)) - Math.min(...near.map((_, step) => at(beat + step / 200, slow).light));
            assert.ok(swing(true) > 0.15 && swing(true) < 0.6 * swing(false), `${swing(true)}`);
        }
        for (let step = 0; step < 40_000; step += 1) assert.ok(Math.abs(at((step + 1) / 2500).light - at(step / 2500).light) < 0.01, `${step / 2500}`);
    });
}

test("the pictures that the server draws have the page's styles of the waveform, by their names", () => {
    const api = readFileSync(new URL("../../Public/openapi.yaml", import.meta.url), "utf8");
    const names = api.match(/name: style\n[^]*?enum: \[([^\]]+)\]/)[1].split(", ");
    for (const { id } of waveformStyles) assert.ok(names.includes(id), id);
});
