#!/usr/bin/env node
// Takes pictures of the styles: shoot.mjs [--sheet] [--size 1440x900] [--at 16.02] [--art] [--waveforms] [style ...]; they lie in .build/shots.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { canvasStyles as styles } from "../../../Public/renderers/index.js";
import { waveformStyles } from "../../../Public/renderers/waveform/index.js";
import { withWorkbench } from "./browser.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        sheet: { type: "boolean", default: false }, size: { type: "string", multiple: true }, art: { type: "boolean", default: false },
        beat: { type: "string", default: "20" }, phase: { type: "string", multiple: true }, bpm: { type: "string", default: "112" },
        columns: { type: "string", default: "2" },
        waveforms: { type: "boolean", default: false },
        then: { type: "string", default: "{}" },
    },
});
const named = positionals.length > 0 ? positionals : styles.map(({ id }) => id);
const sizes = (values.size ?? ["390x844", "1440x900", "3840x2160"]).map((size) => size.split("x").map(Number));
const phases = (values.phase ?? ["0.02", "0.2", "0.6", "0.95"]).map(Number);
const bpm = Number(values.bpm);
const columns = Number(values.columns);
const folder = fileURLToPath(new URL("../../../.build/shots/", import.meta.url));
mkdirSync(folder, { recursive: true });

const moment = (style, phase, width, height) => ({
    path: `/Public/renderers/stage/${style}.js`, width, height, bpm, art: values.art,
    mediaS: ((Number(values.beat) + phase) * 60) / bpm, then: JSON.parse(values.then),
});

await withWorkbench(async (page) => {
    if (values.waveforms) {
        const paths = waveformStyles.map(({ id }) => `/Public/renderers/waveform/${id}.js`);
        const movements = ["progress", "reactive", "combined", "idle"];
        const options = moment("", phases[0], 700, 64);
        const expression = `bench.strips(${JSON.stringify(paths)}, ${JSON.stringify(movements)}, 700, 64, ${JSON.stringify(options)})`;
        save("waveforms", await page.shoot(movements.length * 706, 8 * 70, expression));
        return;
    }
    for (const [width, height] of sizes) {
        if (values.sheet) {
            const cells = named.flatMap((style) => phases.map((phase) => moment(style, phase, width, height)));
            const expression = `bench.sheet(${columns}, ${JSON.stringify(cells)})`;
            save(`sheet-${width}x${height}`, await page.shoot(columns * (width + 6), Math.ceil(cells.length / columns) * (height + 6), expression));
            continue;
        }
        for (const style of named) {
            for (const phase of phases) {
                const options = moment(style, phase, width, height);
                save(`${style}-${width}x${height}-${phase}`, await page.shoot(width, height, `bench.single("${options.path}", ${JSON.stringify(options)})`));
            }
        }
    }
});

function save(name, picture) {
    writeFileSync(`${folder}${name}.png`, picture);
    console.log(`${folder}${name}.png`);
}
