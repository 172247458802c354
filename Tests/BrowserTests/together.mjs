import { setTimeout as pause } from "node:timers/promises";
import { canvasStyles as styles } from "../../Public/renderers/index.js";
import { delayed } from "./stage/delayProxy.mjs";
import { frameLog, framesSince } from "./stage/frameLog.mjs";
import { difference, pictureAt } from "./stage/pictures.mjs";
import { showStyle } from "./stage/showStyle.mjs";
import { quantile } from "./stage/verdicts.mjs";

const size = { width: 720, height: 450, before: frameLog };
const laterS = 9; // more than any style looks back
const watchedMs = 6000;
const hiddenMs = 30_000;
const syncMs = 10_000; // for a busy machine; an idle one needs a second
const frameMs = 1000 / 60;
const looksBack = ["spectrogram", "tunnel", "waterfall"]; // these show sound from before the second screen joined, so they come first
const mostDifferent = 0.005; // of the full range, averaged over all pixels

/** Two screens must show the same picture, although the second joins later than any style looks back, over a poor network, at another frame rate. */
export default async function together({ browser, server, tracks, law, timed, measures }) {
    await server.command({ do: "play", track: tracks.get("Song at 100").id });
    await server.command({ do: "repeat", mode: "one" }); // a slow machine needs longer than the song
    const way = await delayed(server.port, { upMs: 8, downMs: 8, jitterMs: 4, seed: 7 });
    const near = await browser.open({ ...size, url: `${server.address}/?kiosk=1&quality=4` }); // as many pixels as the other, also while frames are late
    await synchronized("near", near, timed);
    const away = measures ? await hiddenPage(browser, way) : undefined; // others are watched meanwhile
    await near.until(`downbeat.scene.mediaS > ${laterS}`);
    const far = await browser.open({ ...size, url: `http://127.0.0.1:${way.port}/?kiosk=1&fps=25` });
    try {
        await synchronized("far", far, timed);
        await far.until("globalThis.frameLog?.firstPictureMs !== undefined");
        await pictures(server, near, far, law);
        if (measures) {
            await phases(near, far, law);
            await hiding(away, law);
        }
    } finally {
        for (const page of [near, far, away?.page]) await page?.close();
        way.close();
        await server.command({ do: "look", style: "pulse" });
        await server.command({ do: "repeat", mode: "off" });
    }
}

async function synchronized(name, page, timed) {
    await page.until("document.body?.dataset.sync === 'sync'");
    const tookMs = await page.evaluate("performance.now()");
    timed(`the ${name} screen gets in sync`, tookMs < syncMs, `${tookMs.toFixed(0)} ms after its address was entered`);
}

async function pictures(server, near, far, law) {
    const farBack = (style) => Number(looksBack.includes(style.id));
    for (const { id } of [...styles].sort((one, other) => farBack(other) - farBack(one))) {
        await showStyle(server, [near, far], id);
        const atUs = await near.evaluate("Math.round(downbeat.serverUs())");
        const [one, other] = await Promise.all([near, far].map((page) => page.evaluate(`(${pictureAt})([0, 130_000, 300_000].map((laterUs) => ${atUs} + laterUs))`)));
        const differences = one.pixels.map((pixels, moment) => difference(Buffer.from(pixels, "base64"), Buffer.from(other.pixels[moment], "base64")));
        const worst = Math.max(...differences);
        const later = difference(Buffer.from(one.pixels[0], "base64"), Buffer.from(one.pixels[1], "base64")); // the measure must detect it
        law(`${id}: two screens draw one picture of a moment`, worst < mostDifferent && worst < later,
            `differ by ${(100 * worst).toFixed(4)} %; another moment by ${(100 * later).toFixed(2)} %`);
    }
}

async function phases(near, far, law) {
    const first = await Promise.all([near, far].map((page) => page.evaluate("frameLog.count")));
    await pause(watchedMs);
    const [ours, theirs] = await Promise.all([near, far].map((page, which) => framesSince(page, first[which])));
    const apart = [];
    let at = 0;
    for (const { atMs, errorMs } of theirs) {
        while (at + 1 < ours.length && ours[at + 1].atMs <= atMs) at += 1;
        if (atMs >= ours[at].atMs) apart.push(Math.abs(errorMs - ours[at].errorMs));
    }
    const rates = [ours, theirs].map((frames) => ((1000 * (frames.length - 1)) / (frames.at(-1).atMs - frames[0].atMs)).toFixed(1));
    const median = quantile(apart, 0.5);
    const most = Math.max(...apart);
    law("drawn phase of the two: median apart", median < 2, `${median.toFixed(3)} ms over ${apart.length} frames, at ${rates.join(" and ")} frames a second`);
    law("drawn phase of the two: most apart", most < frameMs, `${most.toFixed(3)} ms`);
    for (const [name, frames] of [["near", ours], ["far", theirs]]) {
        const errors = frames.map(({ errorMs }) => Math.abs(errorMs));
        law(`the ${name} screen draws the server's own time`, Math.max(...errors) < frameMs, `off by ${quantile(errors, 0.5).toFixed(3)} ms (median), ${Math.max(...errors).toFixed(3)} ms (most)`);
    }
}

/** A page that has drawn, and is hidden from now on. */
async function hiddenPage(browser, way) {
    const page = await browser.open({ ...size, url: `http://127.0.0.1:${way.port}/?kiosk=1&fps=25` });
    await page.until("document.body?.dataset.sync === 'sync' && globalThis.frameLog?.firstPictureMs !== undefined");
    const { windowId } = await page.call("Browser.getWindowForTarget");
    await page.call("Emulation.setFocusEmulationEnabled", { enabled: false });
    await page.call("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } });
    await page.until("document.hidden");
    await pause(200);
    return { page, windowId, sinceMs: performance.now(), first: await page.evaluate("frameLog.count") };
}

/** A hidden page draws nothing, and its first frame when it is visible again is right. */
async function hiding({ page, windowId, sinceMs, first }, law) {
    await pause(Math.max(0, hiddenMs - (performance.now() - sinceMs)));
    const drawn = (await page.evaluate("frameLog.count")) - first;
    law("a hidden page draws nothing", drawn === 0, `${drawn} frames in ${((performance.now() - sinceMs) / 1000).toFixed(0)} s`);
    await page.call("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
    await page.until(`frameLog.count > ${first + drawn} + 5`);
    const [frame] = await framesSince(page, first + drawn);
    law(`seen again after ${hiddenMs / 1000} s and more, its first frame is right`, Math.abs(frame.errorMs) < frameMs, `off by ${frame.errorMs.toFixed(3)} ms`);
}
