import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";
import { makeShelf } from "./stage/shelf.mjs";

const albums = 30;
const most = 40; // presses that lead anywhere
const isQuiet = "document.body.classList.contains('quiet')";
const isWhole = "document.body.classList.contains('whole')";
/** A television says who it is before the page's own script runs. */
const television = `Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0 Safari/537.36" })`;

/** A television's remote control has arrows, OK, Back and media keys, and they do everything. */
export default async function remote({ browser, query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept: join(folder, "kept"), music: join(folder, "music") });
    try {
        makeShelf(join(folder, "music"), albums);
        await server.start();
        await untilSo(() => server.get("library"), ({ albums: there }) => there === albums);
        await server.command({ do: "play", library: true });
        await server.command({ do: "repeat", mode: "all" });
        const page = await browser.open({ url: server.pageAddress(), apart: true, width: 1920, height: 1080, before: television });
        await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
        await first({ page, law });
        await album({ page, server, law });
        await panels({ page, server, law });
        await keys({ page, server, law });
        await leaves({ page, law });
        law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
        await page.close();
        await desk({ browser, server, law });
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

const at = (where) => `document.activeElement.matches(${JSON.stringify(where)})`;

/** Presses an arrow until the focus is somewhere. @returns {Promise<boolean>} whether it got there */
async function led(page, arrow, where, times = most) {
    for (let step = 0; step < times && !await page.evaluate(at(where)); step += 1) await page.key(arrow);
    return page.evaluate(at(where));
}

async function first({ page, law }) {
    await page.until(isQuiet);
    await page.key("ArrowLeft");
    await page.until(at(".play-button"));
    law("the first arrow, whichever it is, shows the controls and is at Play", !await page.evaluate(isQuiet));
    await page.until("[...document.styleSheets].some(({ href }) => href?.endsWith('remote.css'))");
    const ring = await page.evaluate("(({ outlineWidth, outlineStyle }) => ({ px: parseFloat(outlineWidth), outlineStyle }))(getComputedStyle(document.activeElement))");
    law("its ring is as wide as can be seen from a sofa", ring.px >= 5 && ring.outlineStyle === "solid", `${ring.px} px of 1080`);
}

async function album({ page, server, law }) {
    law("arrows lead past the seek bar to the library", await led(page, "ArrowRight", ".sound [data-act=library]"), await page.evaluate("document.activeElement.outerHTML.slice(0, 90)"));
    await page.key("Enter");
    await page.until(`${isWhole} && document.activeElement.matches('[data-part=main]')`);
    law("OK opens the library in the whole window, at its first cover", true);
    await led(page, "ArrowUp", ".search input");
    await led(page, "ArrowRight", ".kind[data-kind=albums]") || await led(page, "ArrowDown", ".kind[data-kind=albums]", 3);
    await page.key("Enter");
    await page.until("location.hash === '#library=albums' && document.querySelectorAll('#panel-library .rows .card').length > 10");
    await led(page, "ArrowDown", ".rows .card-main");
    await page.key("ArrowRight");
    await page.key("ArrowRight");
    const chosen = await page.evaluate("document.activeElement.closest('li').dataset.album");
    await page.key("Enter");
    await page.until(`location.hash === '#library=album/${chosen}' && document.querySelector('.page-play')`);
    await page.until(at(".page-play"));
    law("OK on a cover opens its album, at Play", true);
    await page.key("Enter");
    const played = await untilSo(() => server.get("rooms/main"), ({ queue }) => queue.count === 1);
    law("from the address to a chosen album by arrows and OK alone", String((await server.get(`tracks/${played.track.id}`)).albumId ?? chosen) === chosen, played.track.title);
    await page.key("GoBack");
    await page.until("location.hash === '#library=albums'");
    await page.key("GoBack");
    await page.until(`!${isWhole} && document.querySelector('.drawer').hidden`);
    law("Back leads out again, to the button that led in", await page.evaluate(at(".sound [data-act=library]")));
}

async function panels({ page, server, law }) {
    await page.evaluate("document.querySelector('.play-button').focus()");
    await page.key("ArrowRight");
    await page.key("ArrowRight");
    const isSlider = await page.evaluate(at(".seek-slider"));
    await page.key("Enter");
    const before = await server.get("rooms/main");
    await page.key("ArrowRight");
    await untilSo(() => server.get("rooms/main"), ({ timeline }) => timeline.generation > before.timeline.generation);
    law("OK takes hold of the seek bar, and then the arrows seek", isSlider && await page.evaluate(at(".seek-slider")));
    await page.key("GoBack");
    law("Back lets it go, and the arrows move on", await led(page, "ArrowRight", ".sound [data-act=listen]", 3));
    await led(page, "ArrowUp", ".masthead button", 3);
    await led(page, "ArrowRight", "[data-act=menu]", 6) || await led(page, "ArrowLeft", "[data-act=menu]", 6);
    await page.key("Enter");
    await page.until("document.querySelector('dialog[open]') !== null");
    const inside = await led(page, "ArrowDown", "dialog[open] .menu-row, dialog[open] button", 6);
    law("in a dialog the arrows stay in it", inside && await page.evaluate("document.activeElement.closest('dialog[open]') !== null"));
    await page.key("BrowserBack");
    await page.until("document.querySelector('dialog[open]') === null");
    law("Back closes it", true);
}

async function keys({ page, server, law }) {
    const playing = ({ timeline }) => timeline.playing;
    await page.key("MediaPause");
    await untilSo(() => server.get("rooms/main"), (room) => !playing(room));
    await page.key("MediaPlay");
    await untilSo(() => server.get("rooms/main"), playing);
    await page.key("MediaPlayPause");
    await untilSo(() => server.get("rooms/main"), (room) => !playing(room));
    await page.key("MediaPlayPause");
    await untilSo(() => server.get("rooms/main"), playing);
    law("media keys play and pause", true);
    const code = (keyCode) => page.evaluate(`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Unidentified", keyCode: ${keyCode}, bubbles: true, cancelable: true }))`);
    await code(19);
    await untilSo(() => server.get("rooms/main"), (room) => !playing(room));
    await code(415);
    await untilSo(() => server.get("rooms/main"), playing);
    law("also those that have only a number", true);
}

async function leaves({ page, law }) {
    await page.key("ArrowUp");
    await page.key("GoBack");
    await page.until(isQuiet);
    law("Back hides the controls where nothing is open", true);
    await page.evaluate("globalThis.kept = undefined; addEventListener('keydown', (event) => { globalThis.kept = event.defaultPrevented; })");
    await page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'GoBack', bubbles: true, cancelable: true }))");
    law("and once more is left to the television", await page.evaluate("globalThis.kept === false"));
}

/** At a desk the arrows to the sides seek, until one up or down says that the arrows move. */
async function desk({ browser, server, law }) {
    await server.command({ do: "pause" });
    await server.command({ do: "seek", position: 0 });
    const page = await browser.open({ url: server.pageAddress(), apart: true, width: 1440, height: 900 });
    await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
    await page.key("ArrowDown");
    await page.until(at(".play-button"));
    await page.key("ArrowRight");
    law("at a desk an arrow down moves, too", await page.evaluate(at("[data-act=next]")));
    await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 300, y: 300 });
    await page.until("document.body.dataset.remote === undefined");
    law("and the mouse ends that", true);
    await page.close();
}
