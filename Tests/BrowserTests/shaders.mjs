import { readFileSync } from "node:fs";
import { shaderStyles } from "../../Public/renderers/index.js";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { pictureAt } from "./stage/pictures.mjs";
import { playedPart } from "./stage/playedPart.mjs";

const meter = readFileSync(new URL("../PublicTests/workbench/flashMeter.js", import.meta.url), "utf8");
const whole = { width: 256, height: 144 };
const half = { width: 128, height: 144 };
const field = { width: 96, height: 54 };
const longField = { width: 240, height: 144 };
const laterS = 9; // more than any shader looks back
const fromS = 8;
const shownS = fromS + 0.5; // it has faded in
const watchedS = 2;
const framesPerS = 30;
const trials = [{ song: "Song at 175", colours: [{ colour: "signal" }] }]; // as fast as every beat is drawn
/** White flashes most and red is the most dangerous. */
const longTrials = ["Song at 100", "Song at 175", "Song at 220"].map((song) => ({ song, colours: [{ colour: "art" }, { colour: "custom", custom: "#ffffff" }, { colour: "custom", custom: "#ff0000" }] }));
const mostOfField = 0.25; // of a visual field of ten degrees (WCAG 2.3.1)
const closeBy = 1; // of 255
const mostApart = 1e-5; // of the pixels
const mostSeam = 0.02; // of the pixels of a Canvas style, whose lines are smoothed at the edges of a screen
const dark = 32; // of 255
const mostDark = 0.25;

/** Styles that are shaders: without a graphics card, drawn by the browser's own software. */
export default async function judge(stage) {
    const { server, tracks } = stage;
    await server.command({ do: "look", titles: "off", style: "line" });
    try {
        await fallBacks(stage);
        await onWall(stage);
        await flashes(stage);
        await onePicture(stage);
    } finally {
        await server.command({ do: "look", style: "pulse", titles: null, background: null });
        await server.command({ do: "play", track: tracks.get("Song at 100").id });
    }
}

function opened(browser, server, query, more = {}) {
    return browser.open({ ...whole, ...more, apart: true, url: `${server.address}/?kiosk=1&fps=1&${query}` });
}

/** Two pages of which one joins late, and the halves of a wall, at one moment; and one page at a place of the music to which it comes back. */
async function onePicture({ browser, server, tracks, law }) {
    const track = tracks.get("Song at 100");
    const first = await opened(browser, server, "quality=4");
    const halves = await Promise.all([0, 1].map((column) => opened(browser, server, `quality=4&wall=2x1&at=${column},0`, half)));
    await server.command({ do: "play", track: track.id, position: fromS });
    for (const page of [first, ...halves]) await page.until(`downbeat?.scene.mediaS > ${fromS + laterS} && downbeat.scene.art && downbeat.scene.hasGrid`);
    const late = await opened(browser, server, "quality=4");
    await late.until("globalThis.downbeat?.scene.art && downbeat.scene.hasGrid && document.body?.dataset.sync === 'sync'");
    await server.command({ do: "pause" });
    const pages = [first, late, ...halves];
    for (const page of pages) await page.until("!downbeat.scene.playing");
    const seen = new Map();
    for (const { id } of shaderStyles) {
        const [one, other, ...parts] = await pictures(server, pages, id);
        const joined = beside(...parts);
        law(`${id}: a screen that joined late draws the same picture`, one.equals(other), told(compared(one, other)));
        const seam = compared(one, joined);
        law(`${id}: the halves of a wall are one picture`, seam.share <= mostApart, told(seam));
        const share = darkShare(one);
        law(`${id}: little of it is nearly black`, share < mostDark, `${(100 * share).toFixed(1)} %`);
        seen.set(id, one);
    }
    const others = [...seen.values()];
    law("no two of them are alike", others.every((one, at) => others.every((other, to) => at === to || compared(one, other).share > 0.5)));
    const { mediaS } = await first.evaluate("({ mediaS: downbeat.scene.mediaS })");
    for (const position of [40, mediaS]) {
        await server.command({ do: "seek", position });
        await first.until(`downbeat.scene.mediaS === ${position} || Math.abs(downbeat.scene.mediaS - ${position}) < 1e-6`);
        await first.until("downbeat.scene.levels.some((level) => level > 0)");
    }
    for (const { id } of shaderStyles) {
        const [again] = await pictures(server, [first], id);
        const { share } = compared(again, seen.get(id));
        law(`${id}: after a pause and a seek the place looks as it did`, share <= mostApart, told(compared(again, seen.get(id))));
    }
    for (const page of pages) await page.close();
}

/** What is shown instead of a shader: at once, and exactly. */
async function fallBacks({ browser, server, tracks, law }) {
    const cases = [
        ["without WebGL2", "quality=4", noWebGL, ""],
        ["that its driver does not compile", "quality=4", badDriver, "cannot be drawn"],
        ["that its screen is too slow for", "", undefined, "faster graphics card"],
        ["on a transparent background", "quality=4&bg=transparent", undefined, ""],
    ];
    for (const [what, query, before, words] of cases) {
        const page = await opened(browser, server, query, { before });
        await playedPart(server, [page], tracks.get("Song at 100"), fromS, fromS + 1);
        const [one] = await pictures(server, [page], "particles");
        const [other] = await pictures(server, [page], "nebula");
        law(`a shader ${what}: its Canvas style is shown`, one.equals(other), told(compared(one, other)));
        const notice = await page.evaluate("document.querySelector('.toast').textContent");
        if (words) law(`a shader ${what}: a sentence says so`, notice.includes(words), notice);
        await page.close();
    }
    await lostContext({ browser, server, tracks, law });
}

/** A wall of two screens, one of which cannot draw shaders, beside a screen of its own. */
async function onWall({ browser, server, tracks, law }) {
    const alone = await opened(browser, server, "quality=4");
    const parts = [await opened(browser, server, "quality=4&name=able", half), await opened(browser, server, "quality=4&name=plain", { ...half, before: noWebGL })];
    await playedPart(server, [alone, ...parts], tracks.get("Song at 100"), fromS, fromS + 1);
    const places = await untilSo(async () => (await server.get("rooms/main/screens")).screens.filter(({ name, width }) => width && ["able", "plain"].includes(name)), (found) => found.length === 2);
    for (const { id, name } of places) await server.command({ do: "screen.place", screen: id, place: { x: name === "able" ? 0 : 160, y: 0, width: 160, height: 180 } });
    for (const page of parts) await page.until("downbeat.scene.width === 256 && downbeat.scene.view.width === 128");
    await show(server, parts, "nebula");
    await parts[0].until("downbeat.scene.isPlain");
    const [shader] = await pictures(server, [alone], "nebula");
    const shown = await pictures(server, parts, "nebula");
    const [canvas] = await pictures(server, [alone], "particles");
    const both = compared(beside(...shown), canvas);
    law("a wall of which one screen cannot draw a shader: all show its Canvas style, as one picture", both.share < mostSeam && compared(canvas, shader).share > 0.5, told(both));
    await show(server, [alone], "nebula");
    await parts[1].close();
    await parts[0].until("!downbeat.scene.isPlain");
    const [again, other] = await pictures(server, [parts[0], alone], "nebula");
    law("once that screen has left: the others show the shader again", compared(again, leftOf(other)).share < mostSeam);
    await server.command({ do: "wall.clear" });
    for (const page of [alone, parts[0]]) await page.close();
}

async function lostContext({ browser, server, tracks, law }) {
    const page = await opened(browser, server, "quality=4", { before: keptContext });
    await playedPart(server, [page], tracks.get("Song at 100"), fromS, fromS + 1);
    const [canvas] = await pictures(server, [page], "particles");
    const [shader] = await pictures(server, [page], "nebula");
    await page.evaluate("globalThis.loser = shader.getExtension('WEBGL_lose_context'); loser.loseContext()");
    await page.until("shader.isContextLost()");
    const [lost] = await pictures(server, [page], "nebula");
    law("a shader whose context is lost: its Canvas style is shown", lost.equals(canvas) && !lost.equals(shader));
    await page.evaluate("loser.restoreContext()");
    await page.until(`!shader.isContextLost() && (${pictureAt})([downbeat.serverUs()]).then(({ pixels }) => pixels[0] === ${JSON.stringify(shader.toString("base64"))})`);
    law("a shader whose context is back: it is shown again", true);
    await page.close();
}

const noWebGL = `(${() => {
    const { getContext } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.getContext = function (kind, ...rest) {
        return kind === "webgl2" ? null : getContext.call(this, kind, ...rest);
    };
}})()`;
const badDriver = `(${() => {
    const { shaderSource } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
        shaderSource.call(this, shader, text.replace("#line 1", "#line 1\nnot GLSL"));
    };
}})()`;
const keptContext = `(${() => {
    const { getContext } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.getContext = function (kind, ...rest) {
        const made = getContext.call(this, kind, ...rest);
        if (kind === "webgl2") globalThis.shader = made;
        return made;
    };
}})()`;

/** The flash law on small pictures. */
async function flashes({ browser, server, tracks, law, long }) {
    const page = await browser.open({ ...(long ? longField : field), apart: true, url: `${server.address}/?kiosk=1&fps=1&quality=4` });
    await page.until("globalThis.downbeat");
    await page.evaluate(`${meter.replace("export class FlashMeter", "globalThis.FlashMeter = class FlashMeter")}; undefined`);
    for (const { song, colours } of long ? longTrials : trials) {
        const timeUs = await playedPart(server, [page], tracks.get(song), fromS, shownS + watchedS);
        for (const { colour, custom } of colours) {
            await server.command({ do: "look", colour, custom });
            for (const { id } of shaderStyles) {
                await show(server, [page], id);
                const { worst, mostPerS, red } = await page.evaluate(`(${watch})(${timeUs(shownS)}, ${watchedS}, ${framesPerS})`);
                law(`${song}, ${id}${custom ? ` in ${custom}` : ""}: no field flashes, in no colour and in red`, worst < mostOfField && red < mostOfField,
                    `${(100 * worst).toFixed(1)} % of one, red ${(100 * red).toFixed(1)} %; a patch at most ${mostPerS.toFixed(1)} times a second`);
            }
        }
    }
    await server.command({ do: "look", colour: null, custom: null });
    await page.close();
}

/** Measures seconds from a time of the server. Runs in a page. */
function watch(fromUs, seconds, perS) {
    const canvas = document.querySelector(".stage");
    const found = new FlashMeter(canvas.width, canvas.height);
    for (let frame = 0; frame < perS * seconds; frame += 1) {
        downbeat.drawAt(fromUs + (frame * 1e6) / perS);
        found.add(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
    }
    downbeat.drawAt();
    return found.found(seconds);
}

/** Selects a style for the room. Pages that draw once a second draw at once what loads it, and then wait until it is there. */
async function show(server, pages, style) {
    await server.command({ do: "look", style });
    await Promise.all(pages.map(async (page) => {
        await page.until(`(downbeat.drawAt(downbeat.serverUs()), downbeat.scene.settings.style === "${style}" && downbeat.hasStyle())`);
        await page.evaluate("downbeat.drawAt()");
    }));
}

/** What pages show of a paused moment in a style. @returns {Promise<Buffer[]>} */
async function pictures(server, pages, style) {
    await show(server, pages, style);
    const atUs = await pages[0].evaluate("Math.round(downbeat.serverUs())");
    const found = await Promise.all(pages.map((page) => page.evaluate(`(${pictureAt})([${atUs}])`)));
    return found.map(({ pixels: [one] }) => Buffer.from(one, "base64"));
}

/** The left half of a picture. */
function leftOf(picture) {
    const part = Buffer.alloc(picture.length / 2);
    const row = 4 * half.width;
    for (let y = 0; y < half.height; y += 1) picture.copy(part, y * row, 2 * y * row, (2 * y + 1) * row);
    return part;
}

/** Two halves side by side. */
function beside(left, right) {
    const joined = Buffer.alloc(left.length + right.length);
    const row = 4 * half.width;
    for (let y = 0; y < half.height; y += 1) {
        left.copy(joined, 2 * y * row, y * row, (y + 1) * row);
        right.copy(joined, (2 * y + 1) * row, y * row, (y + 1) * row);
    }
    return joined;
}

/** The largest difference of any colour, and which share of the pixels differs by more than one step. */
function compared(one, other) {
    if (one.length !== other.length) return { most: 255, share: 1 };
    let [most, apart] = [0, 0];
    for (let at = 0; at < one.length; at += 4) {
        const by = Math.max(Math.abs(one[at] - other[at]), Math.abs(one[at + 1] - other[at + 1]), Math.abs(one[at + 2] - other[at + 2]));
        most = Math.max(most, by);
        apart += by > closeBy ? 1 : 0;
    }
    return { most, share: (4 * apart) / one.length };
}

const told = ({ most, share }) => `at most ${most} of 255; ${(100 * share).toFixed(4)} % by more than ${closeBy}`;

function darkShare(picture) {
    let count = 0;
    for (let at = 0; at < picture.length; at += 4) count += Math.max(picture[at], picture[at + 1], picture[at + 2]) < dark ? 1 : 0;
    return (4 * count) / picture.length;
}
