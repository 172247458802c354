#!/usr/bin/env node
// Takes pictures of the styles: shoot.mjs [--sheet] [--size 1440x900] [--at 16.02] [--art] [style ...]; they lie in .build/shots.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { withWorkbench } from "./browser.mjs";

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        sheet: { type: "boolean", default: false }, size: { type: "string", multiple: true }, art: { type: "boolean", default: false },
        beat: { type: "string", default: "20" }, phase: { type: "string", multiple: true }, bpm: { type: "string", default: "112" },
        columns: { type: "string", default: "2" },
        then: { type: "string", default: "{}" },
    },
});
const every = ["pulse", "wave", "siri", "bars", "line", "circular", "waterfall"];
const styles = positionals.length > 0 ? positionals : every;
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
    for (const [width, height] of sizes) {
        if (values.sheet) {
            const cells = styles.flatMap((style) => phases.map((phase) => moment(style, phase, width, height)));
            const expression = `bench.sheet(${columns}, ${JSON.stringify(cells)})`;
            save(`sheet-${width}x${height}`, await page.shoot(columns * (width + 6), Math.ceil(cells.length / columns) * (height + 6), expression));
            continue;
        }
        for (const style of styles) {
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
