#!/usr/bin/env node
// Says what a frame of each style costs: measure.mjs [style ...]; at 64 points, 1440x900. Script time, and bytes allocated a frame.
import { canvasStyles as styles } from "../../../Public/renderers/index.js";
import { withWorkbench } from "./browser.mjs";

const wanted = process.argv.slice(2);
const scene = { width: 1440, height: 900, points: 64, bpm: 120, art: true };

await withWorkbench(async ({ call, evaluate }) => {
    console.log("style        mean ms  median  p95 ms  worst ms  mean and p95 while the hue turns  bytes a frame  heap over 3000 frames");
    for (const { id } of styles.filter((style) => wanted.length === 0 || wanted.includes(style.id))) {
        const path = `/Public/renderers/stage/${id}.js`;
        const ask = (what, options) => evaluate(`bench.${what}("${path}", ${JSON.stringify({ ...scene, ...options })})`);
        await ask("time", { frames: 60, flushed: 4 });
        const turning = await ask("time", { frames: 150, flushed: 4, hues: true });
        const { mean, median, p95, worst } = await ask("time", { frames: 300, flushed: 1 });

        const small = { width: 160, height: 100 };
        await ask("repeat", { ...small, frames: 200 });
        const before = await evaluate("gc(), performance.memory.usedJSHeapSize");
        await call("HeapProfiler.startSampling", { samplingInterval: 512, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true });
        await ask("repeat", { ...small, frames: 3000 });
        const { profile } = await call("HeapProfiler.stopSampling");
        const after = await evaluate("gc(), performance.memory.usedJSHeapSize");
        const own = allocated(profile.head);
        console.log(`${id.padEnd(12)} ${mean.toFixed(2).padStart(7)} ${median.toFixed(2).padStart(7)} ${p95.toFixed(2).padStart(7)} ${worst.toFixed(2).padStart(9)} ${`${turning.mean.toFixed(2)}, ${turning.p95.toFixed(2)}`.padStart(33)} ${(own.bytes / 3000).toFixed(1).padStart(14)} ${`${after - before} B`.padStart(22)}`);
        for (const [name, bytes] of own.places) if (process.env.PLACES) console.log(`    ${name}: ${(bytes / 3000).toFixed(1)}`);
    }
});

/** The bytes that functions of the styles allocated, in all and each. */
function allocated(head) {
    const places = new Map();
    const walk = (node, within) => {
        const { functionName, url, lineNumber } = node.callFrame;
        const own = within || url.includes("/renderers/");
        if (own && node.selfSize > 0) {
            const name = `${functionName} ${url.split("/").at(-1)}:${lineNumber + 1}`;
            places.set(name, (places.get(name) ?? 0) + node.selfSize);
        }
        for (const child of node.children) walk(child, own);
    };
    walk(head, false);
    return { bytes: [...places.values()].reduce((sum, bytes) => sum + bytes, 0), places };
}
