import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canvasStyles as styles } from "../../Public/renderers/index.js";
import { drawnMs, dueMs } from "./stage/drawing.mjs";
import { frameLog } from "./stage/frameLog.mjs";
import { heapUsed, mostGrowth } from "./stage/heap.mjs";
import { ordinaryTimes } from "./stage/ordinaryTimes.mjs";
import { weight } from "./stage/served.mjs";
import { showStyle } from "./stage/showStyle.mjs";
import { quantile } from "./stage/verdicts.mjs";

const pages = fileURLToPath(new URL("../../Public/", import.meta.url));
const meanOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const mostScriptMs = 2; // limit of SCREENS for the script of a frame at 64 points
const mostBytes = 150_000; // of the first load
const mostSent = 55_000;
const firstPictureMs = 1000;
const scriptFrames = 120;
const repeated = 600;

/** The page's costs: bytes, time to the first picture, script time of a frame, and the heap. */
export default async function budgets({ browser, server, tracks, law, timed, measures }) {
    await server.command({ do: "play", track: tracks.get("Song at 175").id, position: 8 });
    await firstLoad(browser, server, law);
    if (!measures) return;
    const page = await opened(browser, server, timed);
    for (const { id } of styles) {
        await showStyle(server, [page], id);
        const took = await ordinaryTimes(page, `(${script})(${scriptFrames})`, meanOf, mostScriptMs);
        const mean = meanOf(took);
        let growth = await heapGrowth(page);
        if (growth >= mostGrowth) growth = await heapGrowth(page); // late compilation grows the heap once, a leak grows it again
        const drawn = await drawnMs(page, await page.evaluate("downbeat.serverUs()"));
        law(`${id}: a frame is drawn before the next one is due, without a GPU`, drawn < dueMs, `${drawn.toFixed(2)} ms (median)`);
        law(`${id}: script of a frame at 64 points`, mean < mostScriptMs, `${mean.toFixed(2)} ms (mean), ${quantile(took, 0.95).toFixed(2)} ms (p95)`);
        law(`${id}: the heap stays flat`, growth < mostGrowth, `${growth} bytes more after ${repeated} frames`);
    }
    await server.command({ do: "look", style: "pulse" });
    await page.close();
}

/** Opens the page a few times with an empty cache, since other processes may slow down some of them. */
async function opened(browser, server, timed) {
    let page;
    const took = [];
    for (let time = 0; time < 3; time += 1) {
        await page?.close();
        page = await browser.open({ url: `${server.address}/?points=64`, before: frameLog, apart: true });
        await page.until("globalThis.frameLog?.firstPictureMs !== undefined");
        took.push(await page.evaluate("frameLog.firstPictureMs"));
    }
    timed("first picture of the music", Math.min(...took) < firstPictureMs, `${took.map((ms) => ms.toFixed(0)).join(", ")} ms after the address was entered`);
    return page;
}

/**
 * The code and style that are loaded until the music is drawn and the clock is in sync, compared with all files of the page. What the page loads for later, by
 * its timers, never comes: a slow machine would count it, too.
 */
async function firstLoad(browser, server, law) {
    const page = await browser.open({ url: `${server.address}/?points=64`, before: `${frameLog}; (${holdTimers})()`, apart: true });
    await page.until("document.body?.dataset.sync === 'sync' && globalThis.frameLog?.firstPictureMs !== undefined");
    const isCode = (address) => /\.(js|css)$/.test(new URL(address).pathname);
    const first = await weight(page.addresses.filter(isCode));
    const files = readdirSync(pages, { recursive: true }).filter((name) => /\.(js|css)$/.test(name) && !name.startsWith("clients"));
    const all = await weight(files.map((name) => `${server.address}/${name}`));
    const figure = (kind) => `${first[kind]} in ${first.count} files; all there is ${all[kind]} in ${all.count}`;
    law("bytes of code and style until the music is drawn", first.bytes < mostBytes, figure("bytes"));
    law("the same as it is sent, gzipped", first.sent < mostSent, figure("sent"));
    await page.close();
}

/** Keeps what the page does after a second and later from happening. Runs in the page before its own script. */
function holdTimers() {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (act, ms, ...rest) => (ms >= 1000 ? 0 : setTimeout(act, ms, ...rest));
    globalThis.setInterval = () => 0;
}

/**
 * The script time of each frame in milliseconds, including the stage and the controls. Without a GPU, browsers draw on small canvases within
 * the calls and on the stage later. Drawing is not script (`drawnMs` measures it), so the small canvases do not draw here. Runs in a page.
 */
async function script(frames) {
    const small = OffscreenCanvasRenderingContext2D.prototype;
    const methods = ["clearRect", "drawImage", "fill", "fillRect", "putImageData", "stroke"].map((name) => [name, small[name]]);
    for (const [name] of methods) small[name] = () => {};
    const took = [];
    while (took.length < frames) {
        const atUs = downbeat.serverUs();
        const started = performance.now();
        downbeat.drawAt(atUs);
        took.push(performance.now() - started);
        if (took.length % 4 === 0) await new Promise((next) => requestAnimationFrame(next));
    }
    for (const [name, method] of methods) small[name] = method;
    downbeat.drawAt();
    return took;
}

/** The growth of the heap while a few seconds of the music are drawn repeatedly. */
async function heapGrowth(page) {
    const repeat = (frames) => page.evaluate(`(async () => {
        const from = downbeat.serverUs();
        for (let frame = 0; frame < ${frames}; frame += 1) {
            downbeat.drawAt(from + (frame % 60) * 16_667);
            if (frame % 30 === 0) await new Promise((next) => setTimeout(next));
        }
    })()`);
    await page.size(160, 100);
    await repeat(300);
    const before = await heapUsed(page);
    await repeat(repeated);
    const after = await heapUsed(page);
    await page.evaluate("downbeat.drawAt()");
    await page.size(1440, 900);
    return after - before;
}
