import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { styles } from "../../Public/renderers/index.js";
import { frameLog } from "./stage/frameLog.mjs";
import { showStyle } from "./stage/showStyle.mjs";
import { quantile } from "./stage/verdicts.mjs";

const pages = fileURLToPath(new URL("../../Public/", import.meta.url));
const mostScriptMs = 2; // SCREENS: a frame's script at 64 points
const mostBytes = 150_000;
const mostZipped = 50_000;
const firstPictureMs = 1000;
const mostGrowth = 128 * 1024; // over these frames; noise is a tenth of it
const timed = 120;
const repeated = 1000;

/** What the page costs: bytes, time to the first picture, script of a frame, and the heap. */
export default async function budgets({ browser, server, tracks, law }) {
    bytes(law);
    await server.command({ do: "play", track: tracks.get("Song at 175").id, position: 8 });
    const page = await opened(browser, server, law);
    for (const { id } of styles) {
        await showStyle(server, [page], id);
        const took = await page.evaluate(`(${script})(${timed})`);
        const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
        let growth = await heapGrowth(page);
        if (growth >= mostGrowth) growth = await heapGrowth(page); // what is compiled late grows once, a leak grows again
        law(`${id}: script of a frame at 64 points`, mean < mostScriptMs, `${mean.toFixed(2)} ms (mean), ${quantile(took, 0.95).toFixed(2)} ms (p95)`);
        law(`${id}: the heap stays flat`, growth < mostGrowth, `${growth} bytes more after ${repeated} frames`);
    }
    await server.command({ do: "look", style: "pulse" });
    await page.close();
}

/** Opens the page a few times, each time without what was kept: the machine may be busy with something else, but not always. */
async function opened(browser, server, law) {
    let page;
    const took = [];
    for (let time = 0; time < 3; time += 1) {
        await page?.close();
        page = await browser.open({ url: `${server.address}/?points=64`, before: frameLog, apart: true });
        await page.until("globalThis.frameLog?.firstPictureMs !== undefined");
        took.push(await page.evaluate("frameLog.firstPictureMs"));
    }
    law("first picture of the music", Math.min(...took) < firstPictureMs, `${took.map((ms) => ms.toFixed(0)).join(", ")} ms after the address was entered`);
    return page;
}

function bytes(law) {
    const files = readdirSync(pages, { recursive: true }).filter((name) => /\.(js|css)$/.test(name));
    const contents = files.map((name) => readFileSync(pages + name));
    const raw = contents.reduce((sum, content) => sum + content.length, 0);
    const zipped = contents.reduce((sum, content) => sum + gzipSync(content).length, 0);
    law("bytes of code and style", raw < mostBytes, `${raw} in ${files.length} files`);
    law("the same gzipped, file by file", zipped < mostZipped, `${zipped}`);
}

/** The script's milliseconds of so many frames, the stage's and the controls' as well. Runs in a page. */
async function script(frames) {
    const took = [];
    while (took.length < frames) {
        const atUs = downbeat.serverUs();
        const started = performance.now();
        downbeat.drawAt(atUs);
        took.push(performance.now() - started);
        if (took.length % 4 === 0) await new Promise((next) => requestAnimationFrame(next));
    }
    downbeat.drawAt();
    return took;
}

/** By how much the heap has grown when a few seconds of the music were drawn again and again. */
async function heapGrowth(page) {
    const repeat = (frames) => page.evaluate(`(async () => {
        const from = downbeat.serverUs();
        for (let frame = 0; frame < ${frames}; frame += 1) {
            downbeat.drawAt(from + (frame % 60) * 16_667);
            if (frame % 30 === 0) await new Promise((next) => setTimeout(next));
        }
    })()`);
    const used = async () => {
        await page.call("HeapProfiler.collectGarbage");
        return (await page.call("Runtime.getHeapUsage")).usedSize;
    };
    await page.size(160, 100);
    await repeat(300);
    const before = await used();
    await repeat(repeated);
    const after = await used();
    await page.evaluate("downbeat.drawAt()");
    await page.size(1440, 900);
    return after - before;
}
