import { readFileSync } from "node:fs";
import { canvasStyles as styles } from "../../Public/renderers/index.js";
import { playedPart } from "./stage/playedPart.mjs";
import { showStyle } from "./stage/showStyle.mjs";

const meter = readFileSync(new URL("../PublicTests/workbench/flashMeter.js", import.meta.url), "utf8");
/** White flashes most and red is the most dangerous; users can choose both, and a cover may be red. */
const trials = [
    { song: "Song at 100", colours: [{ colour: "signal" }] }, { song: "Song at 175", colours: [{ colour: "signal" }] },
    { song: "Song at 220", colours: [{ colour: "signal" }, { colour: "custom", custom: "#ffffff" }, { colour: "custom", custom: "#ff0000" }] },
    { song: "Song at 220", hits: true, colours: [{ colour: "custom", custom: "#ffffff" }, { colour: "custom", custom: "#ff0000" }] },
];
const leastHit = 0.5; // how strongly the music opens
const mostBpmOff = 2;
const seconds = 2;
const fromS = 8; // the same part of each song
const fadeS = 0.5; // it fades in
const shownS = fromS + fadeS;
const lyricFramesPerS = 30; // lines are words that stay, and need no more
const mostOfField = 0.25; // of a visual field of ten degrees (WCAG 2.3.1)
const size = { width: 384, height: 240 };

/** Flash safety with the server's frames and beats of real music, in the default settings. */
export default async function flashes({ browser, server, tracks, law }) {
    const page = await browser.open({ url: `${server.address}/?kiosk=1&quality=4`, ...size, apart: true });
    await page.until("globalThis.downbeat");
    await giveMeter(page);
    for (const { song, hits, colours } of trials) {
        const track = tracks.get(song);
        const partS = hits ? (await hitOf(server, track)) - fadeS : shownS;
        const timeUs = await playedPart(server, [page], track, partS - fadeS, partS + seconds);
        const trial = hits ? `${song}, where it opens` : song;
        if (hits) {
            const hit = await page.evaluate(`(() => { downbeat.drawAt(${timeUs(partS + fadeS + 0.05)}); downbeat.drawAt(); return downbeat.scene.direction.hit; })()`);
            law(`${trial}: the picture opens`, hit > leastHit, hit.toFixed(2));
        } else {
            const bpm = await page.evaluate("downbeat.scene.beat.bpm");
            law(`${trial}: the beats are found`, Math.abs(bpm - Number(song.match(/\d+/)[0])) < mostBpmOff, `${bpm.toFixed(1)} BPM`);
        }
        for (const { colour, custom } of colours) {
            await server.command({ do: "look", colour, custom });
            await page.until(`downbeat.scene.settings.colour === "${colour}"${custom ? ` && downbeat.scene.settings.custom === "${custom}"` : ""}`);
            for (const style of styles) {
                await showStyle(server, [page], style.id);
                const { worst, mostPerS, red } = await page.evaluate(`(${watch})(${timeUs(partS)}, ${seconds})`);
                law(`${trial}, ${style.id}${custom ? ` in ${custom}` : ""}: no field flashes, in no colour and in red`, worst < mostOfField && red < mostOfField,
                    `${(100 * worst).toFixed(1)} % of one, red ${(100 * red).toFixed(1)} %; a patch at most ${mostPerS.toFixed(1)} times a second`);
            }
        }
    }
    await server.command({ do: "look", style: "pulse", colour: null, custom: null });
    await page.close();
    await hastyLyrics({ browser, server, tracks, law });
}

/** Where a song opens after a break, in seconds. */
async function hitOf(server, { id }) {
    const { sections } = await server.get(`tracks/${id}/grid`);
    return sections.find((_, at) => sections[at - 1]?.label === "break").start;
}

/** Lyrics of a file whose lines come and go ten times a second, over the picture. */
async function hastyLyrics({ browser, server, tracks, law }) {
    const page = await browser.open({ url: server.pageAddress("kiosk=1&lyrics=1&quality=4"), ...size, apart: true });
    await page.until("globalThis.downbeat");
    const timeUs = await playedPart(server, [page], tracks.get("Song at 220"), fromS, shownS + seconds);
    await page.until(`document.querySelector(".lyrics-word")`);
    await giveMeter(page);
    await page.evaluate(`globalThis.meter = new FlashMeter(${size.width}, ${size.height}); undefined`);
    const fromUs = timeUs(shownS);
    const lines = new Set();
    for (let frame = 0; frame < lyricFramesPerS * seconds; frame += 1) {
        lines.add(await page.evaluate(`(${painted})(${fromUs + (frame * 1e6) / lyricFramesPerS})`));
        const { data } = await page.call("Page.captureScreenshot", { format: "png" });
        await page.evaluate(`(${take})("${data}")`);
    }
    const { worst, mostPerS, red } = await page.evaluate(`meter.found(${seconds})`);
    law("hasty lyrics: no field flashes, in no colour and in red", worst < mostOfField && red < mostOfField && lines.size > 2,
        `${lines.size} lines; ${(100 * worst).toFixed(1)} % of one, red ${(100 * red).toFixed(1)} %; a patch at most ${mostPerS.toFixed(1)} times a second`);
    await page.close();
}

const giveMeter = (page) => page.evaluate(`${meter.replace("export class FlashMeter", "globalThis.FlashMeter = class FlashMeter")}; undefined`);

/** Paints a moment with its lyrics. Runs in a page. @returns the line that is sung */
async function painted(atUs) {
    downbeat.drawAt(atUs);
    for (let times = 0; times < 2; times += 1) await new Promise((next) => requestAnimationFrame(next));
    return document.querySelector(".lyrics-now").textContent;
}

/** Measures a picture of the whole page. Runs in a page. */
async function take(base64) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    meter.add(context.getImageData(0, 0, picture.width, picture.height).data);
}

/** Measures seconds from a time of the server at sixty frames each, with the canvas on the page's background. Runs in a page. */
function watch(fromUs, seconds) {
    const canvas = document.querySelector(".stage");
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    const meter = new FlashMeter(canvas.width, canvas.height);
    for (let frame = 0; frame < 60 * seconds; frame += 1) {
        downbeat.drawAt(fromUs + (frame * 1e6) / 60);
        context.fillStyle = "#08152b"; // the lightest colour of the background
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(canvas, 0, 0);
        meter.add(context.getImageData(0, 0, canvas.width, canvas.height).data);
    }
    downbeat.drawAt();
    return meter.found(seconds);
}
