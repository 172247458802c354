import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canvasStyles as styles } from "../../Public/renderers/index.js";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { png } from "./stage/png.mjs";
import { showStyle } from "./stage/showStyle.mjs";

const cell = { width: 400, height: 240 }; // half of it is whole, for a coarser quality
const cells = [[0, 0], [1, 0], [0, 1], [1, 1]]; // column and row
const plays = "globalThis.downbeat?.scene.levels.some((level) => level > 0) && downbeat.scene.hasGrid && downbeat.scene.art !== null";
const song = "Song at 100";
const laterS = 9; // more than any style looks back
const longLaterS = 20;
const moments = [0, 170_000];
const moreMoments = [0, 130_000, 300_000, 450_000];
const lit = 48; // of 255: brighter than the night
const mostDifferent = 0.01; // of the full range, averaged over lit pixels
const folder = fileURLToPath(new URL("../../.build/wall/", import.meta.url));

/** Several screens must make one picture: joined, their parts equal what one large screen shows. */
export default async function wall(stage) {
    const { server, tracks } = stage;
    await server.command({ do: "play", track: tracks.get(song).id });
    await server.command({ do: "repeat", mode: "one" });
    // The code of the title card is loaded when a track starts: a page that has just opened may not have it yet.
    await server.command({ do: "look", titles: "off" });
    try {
        const early = await byAddress(stage);
        await byPlace(stage);
        await early.whole.until(`downbeat.scene.mediaS > ${stage.long ? longLaterS : laterS}`);
        await joinedLater(stage, early);
    } finally {
        await server.command({ do: "look", style: "pulse", titles: null });
        await server.command({ do: "wall.clear" });
        await server.command({ do: "repeat", mode: "off" });
    }
}

/** A wall of 2 × 2 by addresses, without the last screen. */
async function byAddress({ browser, server, law }) {
    const whole = await opened(browser, server, "quality=4", 2, 2);
    const parts = await Promise.all(cells.slice(0, 3).map(([column, row]) => opened(browser, server, `quality=4&wall=2x2&at=${column},${row}`)));
    for (const page of [whole, ...parts]) await page.until(`${plays} && downbeat.scene.width === ${2 * cell.width}`);
    const three = await compared(whole, parts, cells, [0]);
    law("a missing screen leaves its part dark and the rest right", three.worst < mostDifferent, differing(three));
    return { whole, parts };
}

async function joinedLater({ browser, server, law, long }, { whole, parts }) {
    parts.push(await opened(browser, server, "quality=4&wall=2x2&at=1,1"));
    await parts[3].until(`${plays} && downbeat.scene.width === ${2 * cell.width}`);
    await parts[3].until("document.body?.dataset.sync === 'sync'");
    for (const { id } of [...styles].reverse()) { // the waterfall first, since it shows sound from before the last screen joined
        await Promise.all([whole, ...parts].map((page) => showStyle(server, [page], id)));
        const all = await compared(whole, parts, cells, long ? moreMoments : moments, long && id);
        law(`${id}: four screens make one picture`, all.worst < mostDifferent && all.seam < mostDifferent && all.worst < all.moved, differing(all));
    }
    for (const page of [whole, ...parts]) await page.close();
}

/** A row of two by places in the room; one of them can only draw coarse. */
async function byPlace({ browser, server, law }) {
    const [whole, ...parts] = await Promise.all([
        opened(browser, server, "quality=2", 2), opened(browser, server, "quality=4&name=fine"), opened(browser, server, "quality=2&name=coarse"),
    ]);
    for (const page of [whole, ...parts]) await page.until(plays);
    const screens = await listed(server, ["fine", "coarse"]);
    const shapes = screens.map(({ width, height, quality }) => `${width}×${height} at ${quality}`).join(", ");
    law("screens report their size and their quality", shapes === "400×240 at 4, 400×240 at 2", shapes);
    for (const [i, { id }] of screens.entries()) {
        await server.command({ do: "screen.place", screen: id, place: { x: 160 * i - 40, y: 7, width: 160, height: 96 } });
    }
    const size = "`${downbeat.scene.width}×${downbeat.scene.height} from ${downbeat.scene.view.x} on ${document.querySelector('.stage').width}`";
    for (const page of parts) await page.until("downbeat.scene.view.width === 200 && downbeat.scene.width === 400");
    const shown = await Promise.all([whole, ...parts].map((page) => page.evaluate(size)));
    law("screens of a wall draw at the lowest quality of all", shown.join() === "400×120 from 0 on 400,400×120 from 0 on 200,400×120 from 200 on 200", shown.join(", "));
    const two = await compared(whole, parts, cells, moments);
    law("placed by commands, two screens make one picture", two.worst < mostDifferent && two.seam < mostDifferent, differing(two));
    await server.command({ do: "screens.identify" });
    const numbers = await Promise.all(parts.map(async (page) => {
        await page.until("!document.querySelector('.identify').hidden");
        return page.evaluate("document.querySelector('.identify').dataset.number");
    }));
    const all = (await server.get("rooms/main/screens")).screens.filter(({ kind }) => kind === "screen").map(({ id }) => id).sort((one, other) => one - other);
    const nth = ({ id }) => all.indexOf(id) + 1;
    law("each shows which of the screens it is, from 1", numbers.join() === screens.map(nth).join(), numbers.join(", "));
    await byHand({ server, law }, whole, screens[0].id, nth(screens[0]));
    await parts[1].close();
    await parts[0].until("downbeat.scene.view.width === 400");
    const alone = await parts[0].evaluate(size);
    law("without the coarse one, the other shows the same part, finer", alone === "800×240 from 0 on 400", alone);
    await server.command({ do: "wall.clear" });
    await parts[0].until("downbeat.scene.width === 400");
    law("taken off the wall, a screen shows a picture of its own", true);
    for (const page of [whole, parts[0]]) await page.close();
}

/** The wall view: a screen is moved by keys and by the mouse. */
async function byHand({ server, law }, page, id, nth) {
    const placed = async () => (await server.get("rooms/main/screens")).screens.find((screen) => screen.id === id).place;
    const moved = (from) => untilSo(placed, (place) => place.x !== from.x || place.y !== from.y);
    const press = async (selector) => {
        await page.until(`document.querySelector(${JSON.stringify(selector)})`);
        await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
    };
    const tile = `.wall-board [aria-label^='Screen ${nth},']`;
    await press(".sound [data-act=library]");
    await page.until("!document.querySelector('.drawer').hidden");
    await press("#tab-screens");
    await page.until("document.querySelector('#panel-screens .screen')");
    await press(".wall-open");
    await page.until(`document.querySelector("${tile}")`);
    await page.evaluate(`document.querySelector("${tile}").focus()`);
    const before = await placed();
    await page.key("ArrowDown");
    const keyed = await moved(before);
    law("in the wall view arrow keys move a screen", keyed.x === before.x && keyed.y === before.y + 10, `${before.y} → ${keyed.y}`);
    const { x, y } = await page.evaluate(`(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(document.activeElement.getBoundingClientRect())`);
    const hand = (type, moreX, moreY) => page.call("Input.dispatchMouseEvent", { type, x: x + moreX, y: y + moreY, button: "left", buttons: 1, clickCount: 1 });
    await hand("mousePressed", 0, 0);
    for (const share of [0.3, 0.7, 1]) await hand("mouseMoved", -60 * share, -50 * share);
    await hand("mouseReleased", -60, -50);
    const dragged = await moved(keyed);
    law("and a drag does", dragged.x < keyed.x && dragged.y < keyed.y && dragged.width === before.width, `${keyed.x}, ${keyed.y} → ${dragged.x}, ${dragged.y}`);
    await server.command({ do: "screen.place", screen: id, place: before });
}

function opened(browser, server, query, columns = 1, rows = 1) {
    return browser.open({ width: columns * cell.width, height: rows * cell.height, apart: true, url: `${server.address}/?kiosk=1&fps=10&${query}` });
}

/** The screens of these names, once all have reported their size. */
function listed(server, names) {
    return untilSo(async () => {
        const { screens } = await server.get("rooms/main/screens");
        return names.map((name) => screens.find((screen) => screen.name === name));
    }, (found) => found.every((screen) => screen?.width));
}

/** How much the parts differ from the whole, at moments from now on: at worst, beside a seam; and the whole from itself a moment later. */
async function compared(whole, parts, places, laterUs, keptAs) {
    const atUs = await whole.evaluate("Math.round(downbeat.serverUs())");
    const [one, ...others] = await Promise.all([whole, ...parts].map((page) => page.evaluate(`(${picturesAt})(${JSON.stringify(laterUs.map((us) => atUs + us))})`)));
    const figures = { worst: 0, seam: 0, most: 0, moved: Infinity, share: 0 };
    const areas = areasOf(one, others[0], places.slice(0, parts.length));
    let before;
    for (const [moment, pixels] of one.pixels.entries()) {
        const picture = Buffer.from(pixels, "base64");
        const joined = Buffer.alloc(picture.length);
        others.forEach((other, i) => paste(joined, one.width, Buffer.from(other.pixels[moment], "base64"), other, places[i]));
        const { mean, seam, most, share } = difference(picture, joined, areas);
        figures.worst = Math.max(figures.worst, mean);
        figures.seam = Math.max(figures.seam, seam);
        figures.most = Math.max(figures.most, most);
        figures.share = share;
        if (before) figures.moved = Math.min(figures.moved, difference(picture, before, areas).mean);
        before = picture;
        if (keptAs) keep(`${keptAs}-${moment}`, one, { whole: picture, joined });
    }
    return figures;
}

/** Red, green and blue of the picture at some server times. Runs in a page. */
async function picturesAt(momentsUs) {
    const canvas = document.querySelector(".stage");
    const { width, height } = canvas;
    const pixels = [];
    for (const us of momentsUs) {
        downbeat.drawAt(us);
        const seen = canvas.getContext("2d").getImageData(0, 0, width, height).data;
        const bytes = new Uint8Array(3 * width * height);
        for (let from = 0, to = 0; to < bytes.length; from += 4, to += 3) bytes.set(seen.subarray(from, from + 3), to);
        let text = "";
        for (let at = 0; at < bytes.length; at += 32_766) text += String.fromCharCode(...bytes.subarray(at, at + 32_766));
        pixels.push(btoa(text));
    }
    downbeat.drawAt();
    return { width, height, pixels };
}

function paste(joined, wide, bytes, { width, height }, [column, row]) {
    for (let y = 0; y < height; y += 1) bytes.copy(joined, 3 * ((row * height + y) * wide + column * width), 3 * y * width, 3 * (y + 1) * width);
}

/** For each pixel of the whole: 0 where no part is, 1 on a part, 2 beside a seam. */
function areasOf(whole, part, places) {
    const areas = new Uint8Array(whole.width * whole.height);
    const isBySeam = (at, side) => at > 1 && (at + 2) % side < 4;
    for (const [column, row] of places) {
        for (let y = row * part.height; y < (row + 1) * part.height; y += 1) {
            for (let x = column * part.width; x < (column + 1) * part.width; x += 1) {
                areas[y * whole.width + x] = isBySeam(x, part.width) || isBySeam(y, part.height) ? 2 : 1;
            }
        }
    }
    return areas;
}

/** The mean difference over lit pixels, also of those beside seams; the largest of any pixel; 0 to 1. And which share is lit. */
function difference(one, other, areas) {
    const sums = [0, 0, 0];
    const counts = [0, 0, 0];
    let [most, all] = [0, 0];
    for (let i = 0, at = 0; i < areas.length; i += 1, at += 3) {
        const area = areas[i];
        if (area === 0) continue;
        all += 1;
        const apart = Math.max(Math.abs(one[at] - other[at]), Math.abs(one[at + 1] - other[at + 1]), Math.abs(one[at + 2] - other[at + 2]));
        if (apart > most) most = apart;
        if (Math.max(one[at], one[at + 1], one[at + 2], other[at], other[at + 1], other[at + 2]) < lit) continue;
        sums[area] += apart;
        counts[area] += 1;
    }
    const mean = (sum, count) => sum / Math.max(1, count) / 255;
    return { mean: mean(sums[1] + sums[2], counts[1] + counts[2]), seam: mean(sums[2], counts[2]), most: most / 255, share: (counts[1] + counts[2]) / all };
}

/** Writes pictures into a folder for people to look at. */
function keep(name, { width, height }, pictures) {
    mkdirSync(folder, { recursive: true });
    for (const [kind, bytes] of Object.entries(pictures)) {
        writeFileSync(`${folder}${name}-${kind}.png`, png(width, height, (x, y) => bytes.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)));
    }
}

function differing({ worst, seam, most, moved, share }) {
    const percent = (value) => `${(100 * value).toFixed(3)} %`;
    return `differ by ${percent(worst)}, beside seams ${percent(seam)}, one pixel at most ${percent(most)}; ${percent(share)} lit${Number.isFinite(moved) ? `; another moment by ${percent(moved)}` : ""}`;
}
