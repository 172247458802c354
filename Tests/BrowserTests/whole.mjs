import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { names, sizesAndContrast } from "./access.mjs";
import { misplaced } from "./layout.mjs";
import { Server } from "./stage/server.mjs";
import { makeShelf } from "./stage/shelf.mjs";
import { visible } from "./stage/visible.mjs";

const albums = 260;
/** At these sizes so many albums must be seen at once. */
const sizes = [[390, 844, 9], [844, 390, 5], [1024, 768, 12], [1440, 900, 24], [1920, 1080, 40], [3840, 2160, 60]];
const list = "document.querySelector('#panel-library .list')";
const isWhole = "document.body.classList.contains('whole')";
const shift = 8;
const times = 1000;

/** The library in the whole window: how much is seen at each size, what a few presses and the arrows do, and that nothing is left of it when it closes. */
export default async function whole({ browser, query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept: join(folder, "kept"), music: join(folder, "music") });
    try {
        makeShelf(join(folder, "music"), albums);
        await server.start();
        await untilSo(() => server.get("library"), ({ albums: there }) => there === albums);
        await server.command({ do: "play", library: true });
        await server.command({ do: "repeat", mode: "all" });
        for (const [width, height, least] of sizes) await seen({ browser, server, law, width, height, least });
        const page = await opened(browser, server, { width: 1440, height: 900, before: `(${countIntervals})()` });
        await arrows({ page, server, law });
        await presses({ page, law });
        await rail({ page, law });
        for (const view of ["albums", "artists", "tracks"]) {
            await page.evaluate(`location.hash = '#library=${view}'`);
            await page.until(`document.querySelector('.kind[data-kind=${view}]').ariaPressed === 'true' && ${list}.querySelectorAll('.rows > li:not(.brief)').length > 10`);
            await names(page, view, law);
            await sizesAndContrast(page, view, law);
        }
        await page.click(".sound [data-act=beats]");
        await page.until(`!${isWhole} && document.querySelector('.tools')?.checkVisibility()`);
        law("what the library would lie over is seen", true);
        await page.click(".sound [data-act=beats]");
        await manyTimes({ page, law });
        law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
        await page.close();
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

async function opened(browser, server, how) {
    const page = await browser.open({ url: server.pageAddress(), apart: true, ...how });
    await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
    // On a busy machine a press whose code is not loaded yet would count as too late.
    await page.evaluate("Promise.all(['acts', 'drawer', 'sheets'].map((name) => import(`./ui/${name}.js`)))");
    return page;
}

async function seen({ browser, server, law, width, height, least }) {
    const page = await opened(browser, server, { width, height });
    const isPhone = width < 700;
    await page.key(isPhone ? "b" : "B", isPhone ? 0 : shift);
    await page.until("document.querySelector('#panel-library .kind')?.checkVisibility()");
    await page.evaluate("document.querySelector('#panel-library [data-kind=albums]').click()");
    await page.until(`location.hash === '#library=albums' && ${list}.querySelectorAll('.rows .card').length >= ${least}`);
    await page.painted();
    const count = await page.evaluate(`(() => {
        const { top, bottom } = ${list}.getBoundingClientRect();
        return [...${list}.querySelectorAll(".card")].filter((card) => card.getBoundingClientRect().top >= top - 1 && card.getBoundingClientRect().bottom <= bottom + 1).length;
    })()`);
    law(`${width}×${height}: at least ${least} albums are seen whole`, count >= least, `${count} albums`);
    const quiet = await page.evaluate(`[...${list}.querySelectorAll(".card:not(:focus-within) .icon-button:is(.heart, .more)")].every((one) => getComputedStyle(one).opacity === "0")`);
    law(`${width}×${height}: no cover has a heart or dots that nobody asked for`, quiet);
    const { controls } = await page.evaluate(`(${visible})()`);
    const drawer = await page.evaluate("(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(document.querySelector('.drawer').getBoundingClientRect())");
    const within = ({ left, top, right, bottom }) => left >= drawer.left && top >= drawer.top && right <= drawer.right && bottom <= drawer.bottom;
    const isScrolled = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('#panel-library .kinds'))";
    const kinds = await page.evaluate(isScrolled);
    const wrong = misplaced(controls.filter(({ words }) => !kinds || !words.startsWith("button.kind")), { width, height }, (one) => within(one) || one.top >= drawer.bottom);
    law(`${width}×${height}: nothing in it overlaps or is cut off`, wrong.length === 0, wrong.slice(0, 4).join(", ") || `${controls.length} controls`);
    law(`${width}×${height}: it fills the window`, drawer.right - drawer.left > 0.95 * width && await page.evaluate(isWhole) === !isPhone);
    await page.close();
}

/** With arrows, Enter and Escape alone an album is found, opened, played and left. */
async function arrows({ page, server, law }) {
    await page.evaluate("document.querySelector('.sound [data-act=whole]').focus()");
    await page.key("Enter");
    await page.until(`${isWhole} && document.activeElement.matches('.card-main')`);
    law("one press in the bar opens it, and the first album has the focus", true);
    law("which is seen", await page.evaluate("document.activeElement.matches(':focus-visible') && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2"));
    await page.key("ArrowUp");
    const led = async (key, where, most = 12) => {
        for (let step = 0; step < most && !await page.evaluate(`document.activeElement.matches(${JSON.stringify(where)})`); step += 1) await page.key(key);
        return page.evaluate(`document.activeElement.matches(${JSON.stringify(where)})`);
    };
    const toAlbums = await led("ArrowUp", ".search input") && await led("ArrowRight", ".kind[data-kind=albums]");
    law("the arrows lead to the kinds of lists", toAlbums, await page.evaluate("document.activeElement.className"));
    await page.key("Enter");
    await page.until(`location.hash === '#library=albums' && ${list}.querySelectorAll('.rows .card').length > 20`);
    await led("ArrowDown", ".rows .card-main");
    const from = await page.evaluate("Number(document.activeElement.closest('li').dataset.at)");
    await page.key("ArrowRight");
    await page.key("ArrowDown");
    const [at, columns, name] = await page.evaluate(`(() => {
        const card = document.activeElement.closest("li");
        const first = ${list}.querySelector("[data-at='0']").getBoundingClientRect();
        return [Number(card.dataset.at), Math.round(${list}.querySelector(".rows").clientWidth / first.width), card.dataset.album];
    })()`);
    law("and through the covers, sideways and down", at === from + 1 + columns, `from cover ${from} to ${at}, ${columns} in a line`);
    await page.key("Enter");
    await page.until(`location.hash === '#library=album/${name}' && ${list}.querySelector('.page-play')`);
    law("Enter opens an album", true);
    const play = await led("ArrowDown", ".page-play");
    law("an arrow leads to its Play", play, await page.evaluate("document.activeElement.className"));
    await page.key("Enter");
    await untilSo(() => server.get("rooms/main"), ({ track, queue }) => queue.count === 1 && track !== null);
    law("which plays it", (await server.get("rooms/main")).queue.count === 1);
    await page.key("Escape");
    await page.until("location.hash === '#library=albums'");
    await page.until(`${list}.querySelectorAll('.rows .card').length > 20`);
    const isThere = `${isWhole} && document.activeElement.closest('li')?.dataset.album === '${name}'`;
    await page.until(isThere);
    law("Escape leads back to all albums, to the one that was opened", true);
    await page.key("Escape");
    await page.until(`!${isWhole} && document.querySelector('.drawer').hidden`);
    law("and then out of the library, to the button that opened it", await page.evaluate("document.activeElement.matches('.sound [data-act=whole]')"));
    await page.evaluate("document.activeElement.blur()");
    await page.key("Enter");
    await page.until(`${isWhole} && document.activeElement.matches('[data-part=main]')`);
    law("Enter opens it where nothing has the focus", true);
    await page.key("Escape");
    await page.until(`!${isWhole}`);
    await server.command({ do: "play", library: true });
}

/** The fewest presses with the mouse. */
async function presses({ page, law }) {
    await page.click(".sound [data-act=whole]"); // 1
    await page.until(`${isWhole} && ${list}.querySelector('.rows .card, .cards .card')`);
    await page.evaluate("globalThis.sent = []; document.addEventListener('click', ({ target }) => sent.push(target.closest('button')?.ariaLabel), true)");
    const before = await page.evaluate("document.querySelector('.now-title').textContent");
    const place = await page.evaluate(`(() => {
        const { left, top, width } = [...${list}.querySelectorAll(".card")][6].querySelector(".cover").getBoundingClientRect();
        return { x: left + width / 2, y: top + width / 2 };
    })()`);
    await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", ...place });
    const shows = `[...${list}.querySelectorAll(".card")][6].querySelector(".cover-play")`;
    await page.until(`getComputedStyle(${shows}).opacity === "1"`);
    law("a cover under the mouse shows its Play", true);
    const button = await page.evaluate(`(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(${shows}.getBoundingClientRect())`);
    for (const type of ["mousePressed", "mouseReleased"]) await page.call("Input.dispatchMouseEvent", { type, ...button, button: "left", clickCount: 1 }); // 2
    await page.until(`document.querySelector('.now-title').textContent !== ${JSON.stringify(before)}`);
    const made = await page.evaluate("sent");
    law("an album plays after two presses", made.length === 1 && made[0].startsWith("Play "), made.join(", "));
    await page.evaluate("document.querySelector('.shuffle-all').click()");
    await page.until("document.querySelector('#panel-queue') && downbeat.scene.source !== null");
    await page.evaluate("document.querySelector('#tab-queue').click()");
    await page.until(`document.querySelector('.queue-count').textContent.startsWith('${albums} tracks')`);
    await page.until("document.querySelector('[aria-label=Shuffle]').ariaPressed === 'true'");
    law("one press plays everything, shuffled", true);
    law("the queue is beside the picture again", !await page.evaluate(isWhole) && await page.evaluate("downbeat.scene.width < downbeat.scene.view.width"));
    await page.evaluate("document.querySelector('#tab-library').click()");
    await page.until(isWhole);
    law("and the library in the whole window, with the picture in the middle of it", await page.evaluate("downbeat.scene.width === downbeat.scene.view.width"));
}

async function rail({ page, law }) {
    await page.evaluate("location.hash = '#library=albums'");
    await page.until("document.querySelector('.rail')?.checkVisibility()");
    await page.evaluate("document.querySelector('.rail').focus()");
    await page.key("m");
    const first = `(() => {
        const { top } = ${list}.getBoundingClientRect();
        const line = [...${list}.querySelectorAll(".rows .card")].filter((card) => Math.abs(card.getBoundingClientRect().top - top) < 20);
        return line.map((card) => card.querySelector(".row-title").textContent).join(" ");
    })()`;
    const rows = await page.evaluate(`${list}.querySelectorAll(".rows > li").length`);
    await page.until(`/\\bM/.test(${first})`);
    law("a letter of the rail leads to the albums that begin with it", true, await page.evaluate(first));
    law("screen readers hear which letter", await page.evaluate("document.querySelector('.rail').ariaValueText") === "M");
    law("a long list has rows for what is in sight alone", rows < albums, `${rows} of ${albums}`);
    await page.key("Home");
    await page.until(`/^A/.test(${first})`);
}

/** Opened and closed a thousand times, and made small and large: no listener, interval or element more. */
async function manyTimes({ page, law }) {
    const press = (key, count) => page.evaluate(`(async () => {
        for (let time = 0; time < ${count}; time += 1) {
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", shiftKey: "${key}" === "B", bubbles: true }));
            await new Promise((next) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = next; port2.postMessage(0); });
        }
    })()`);
    const counts = async () => {
        await page.until(`${isWhole} && ${list}.querySelectorAll('.rows > .card').length > 20 && !${list}.querySelector('.brief')`);
        await page.painted();
        for (let time = 0; time < 3; time += 1) await page.call("HeapProfiler.collectGarbage");
        const { metrics } = await page.call("Performance.getMetrics");
        const of = (name) => metrics.find((metric) => metric.name === name).value;
        return { listeners: of("JSEventListeners"), nodes: of("Nodes"), intervals: await page.evaluate("globalThis.intervals.size") };
    };
    if (!await page.evaluate(isWhole)) await page.key("B", shift);
    await page.evaluate("location.hash = '#library=albums'");
    await page.until("location.hash === '#library=albums' && document.querySelector('.kind[data-kind=albums]').ariaPressed === 'true'");
    const both = async (count) => {
        await press("B", 20);
        await press("b", count);
    };
    await both(100);
    const before = await counts();
    await both(2 * times);
    const after = await counts();
    const words = ["listeners", "intervals", "nodes"].map((name) => `${name} ${before[name]}, then ${after[name]}`).join("; ");
    law(`opened and closed ${times} times, it leaves no listener and no interval behind`, after.listeners <= before.listeners + 5 && after.intervals <= before.intervals, words);
    law("and no elements", after.nodes <= 1.1 * before.nodes + 50, words);
}

/** Keeps the intervals that are running. Runs in the page before its own script. */
function countIntervals() {
    globalThis.intervals = new Set();
    const { setInterval, clearInterval } = globalThis;
    globalThis.setInterval = (...how) => {
        const timer = setInterval(...how);
        globalThis.intervals.add(timer);
        return timer;
    };
    globalThis.clearInterval = (timer) => {
        globalThis.intervals.delete(timer);
        clearInterval(timer);
    };
}
