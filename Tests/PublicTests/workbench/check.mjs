#!/usr/bin/env node
// Holds each style against its laws in a real browser: check.mjs [style ...]. Prints a line per law; exits with 1 when one is broken.
import { canvasStyles as styles } from "../../../Public/renderers/index.js";
import { waveformStyles } from "../../../Public/renderers/waveform/index.js";
import { withWorkbench } from "./browser.mjs";

const wanted = process.argv.slice(2);
const bpms = [100, 175, 220];
const mostFlashing = 0.25; // of a field of ten degrees (WCAG 2.3.1)
const size = { width: 480, height: 300, bpm: 112, mediaS: 11.2 };
let passed = 0;
let failed = 0;

await withWorkbench(async ({ evaluate }) => {
    for (const { id } of styles.filter((style) => wanted.length === 0 || wanted.includes(style.id))) {
        const path = `/Public/renderers/stage/${id}.js`;
        const ask = (what, options) => evaluate(`bench.${what}("${path}", ${JSON.stringify({ ...size, ...options })})`);
        const still = await ask("print", {});

        law(id, "equal scenes are equal pixels", still === (await ask("print", {})));
        law(id, "equal scenes are equal pixels on another size's return", (await ask("print", { width: 300, height: 480 })) !== still && (await ask("print", {})) === still);
        law(id, "a pause stands while the room's clock runs", still === (await ask("print", { then: { timeS: 5000.3, playing: false } })));
        law(id, "the music changes the picture", still !== (await ask("print", { mediaS: 11.25 })));
        law(id, "nothing of the music is left when it has faded out", (await ask("print", { then: { show: 0 } })) === (await ask("print", { mediaS: 20, then: { show: 0 } })));
        law(id, "a silent room breathes", (await ask("print", { then: { show: 0, idle: 1, timeS: 1 } })) !== (await ask("print", { then: { show: 0, idle: 1, timeS: 2.5 } })));
        law(id, "calm shows no beat", await calm(ask));
        for (const bpm of bpms) {
            const { worst, mostPerS } = await ask("flashes", { seconds: 3, bpm });
            law(id, `no field flashes at ${bpm} BPM (${(100 * worst).toFixed(1)} % of it, a point at most ${mostPerS.toFixed(1)} times a second)`, worst < mostFlashing);
        }
    }
    for (const { id } of waveformStyles.filter((style) => wanted.length === 0 || wanted.includes(`waveform/${style.id}`))) {
        const path = `/Public/renderers/waveform/${id}.js`;
        const ask = (movement, options) => evaluate(`bench.printStrip("${path}", "${movement}", ${JSON.stringify({ ...size, ...options })})`);
        for (const movement of ["progress", "reactive", "combined", "idle"]) {
            const still = await ask(movement, {});
            law(id, `${movement}: equal strips are equal pixels`, still === (await ask(movement, {})));
            const later = await ask(movement, { strip: { timeS: 1012.9 } });
            law(id, `${movement}: ${movement === "idle" ? "shimmers" : "stands while only the clock runs"}`, (still === later) === (movement !== "idle"));
            const on = await ask(movement, { strip: { progress: 0.6 } });
            if (movement === "progress" || movement === "combined") law(id, `${movement}: shows where the track is`, on !== still);
            const louder = await ask(movement, { mediaS: 11.25 });
            if (movement === "reactive" || movement === "combined") law(id, `${movement}: moves with the music`, louder !== still);
        }
    }
});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** In calm the picture may follow the sound but not the beat: another phase of it, the rest equal, changes nothing. */
async function calm(ask) {
    const beat = (fraction) => ({ calm: true, then: { beat: { index: 20, fraction, position: 1, meter: 4, bpm: 112, strength: 1, calmSwing: false } } });
    return (await ask("print", beat(0.05))) === (await ask("print", beat(0.6)));
}

function law(style, words, holds) {
    if (holds) passed += 1;
    else failed += 1;
    console.log(`${holds ? "ok    " : "BROKEN"} ${style}: ${words}`);
}
