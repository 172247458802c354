import { writeFileSync } from "node:fs";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";

const alt = 1;
const ctrl = 2;
const shift = 8;

/** Seeking, and the editor of beats and markers, by mouse and keys. With $SHOTS it leaves pictures in that folder. */
export default async function editor({ browser, server, tracks, law, timed }) {
    const { id } = tracks.get("Clicks at 120");
    await server.command({ do: "play", track: id, position: 20.1 });
    await server.command({ do: "pause" });
    const page = await browser.open({ url: server.pageAddress(), apart: true, before: `(${hearClicks})()` });
    await page.until("document.body.dataset.track === 'some' && Number(document.querySelector('.seek-slider').ariaValueMax) > 0");
    const grid = await page.evaluate(`fetch("api/v1/tracks/${id}/grid").then((answer) => answer.json())`);
    const happens = (sentence, condition, figure) => page.until(condition).then(() => law(sentence, true), async () => law(sentence, false, figure ?? String(await page.evaluate("downbeat.scene.mediaS"))));
    const at = (atS) => `Math.abs(downbeat.scene.mediaS - ${atS}) < 0.01`;
    const shoot = async (name) => {
        if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.png`, await page.shot());
    };

    await seeking({ page, grid, happens, at, law, shoot });
    await editing({ page, id, grid, happens, law, shoot });
    await clicking({ page, server, id, grid, law, timed });
    await looping({ page, server, id, happens, law, shoot });
    await onPhones({ page, law, shoot });
    law("no error in the console", page.troubles.length === 0, page.troubles.join("; "));
    await page.close();
}

async function seeking({ page, grid, happens, at, law, shoot }) {
    const before = (times, atS) => times.filter((time) => time <= atS + 1e-6);
    let nowS = await page.evaluate("downbeat.scene.mediaS");
    for (const [key, byS, modifiers, words] of [["ArrowRight", 5, 0, "an arrow seeks 5 s"], ["ArrowRight", 30, shift, "with Shift 30 s"], ["ArrowLeft", -30, shift, "and back"]]) {
        await page.key(key, modifiers);
        nowS += byS;
        await happens(words, at(nowS));
    }
    await page.key("ArrowRight", alt);
    nowS = grid.downbeats[before(grid.downbeats, nowS).length];
    await happens("with Alt to the next bar", at(nowS));
    await page.key("ArrowRight", ctrl);
    nowS = grid.beats[before(grid.beats, nowS).length];
    await happens("with Ctrl to the next beat", at(nowS));
    await page.key(",");
    await page.key(",");
    nowS = before(grid.beats, nowS).at(-3);
    await happens("a comma goes back a beat", at(nowS));
    await page.key("ArrowLeft", alt);
    await happens("Alt and the left arrow stay on the page", at(before(grid.downbeats, nowS).at(-2)));

    const place = await page.evaluate("(({ left, top, width, height }) => ({ left, top, width, height }))(document.querySelector('.seek-slider').getBoundingClientRect())");
    await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: place.left + place.width / 2, y: place.top + place.height / 2 });
    const bar = before(grid.downbeats, 30).length;
    await happens("a pointer over the seek bar tells the time and the bar", `document.querySelector('.seek-preview')?.textContent === '0:30 · bar ${bar}'`, await page.evaluate("document.querySelector('.seek-preview')?.textContent ?? 'none'"));
    await shoot("hover");
    law("clear of the edge and of the bar", await page.evaluate("(({ left, bottom }) => left >= 0 && bottom <= document.querySelector('.seek-slider').getBoundingClientRect().top)(document.querySelector('.seek-preview').getBoundingClientRect())"));
    await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 700, y: 300 });
    await happens("and goes with it", "document.querySelector('.seek-preview').hidden");
}

async function editing({ page, id, grid, happens, law, shoot }) {
    const press = (words, root = ".tools") => page.until(`(() => {
        const button = [...document.querySelectorAll("${root} button, ${root} summary")].find((one) => one.offsetParent && one.textContent.trim() === ${JSON.stringify(words)});
        if (!button || button.disabled) return false;
        button.click();
        return true;
    })()`);
    const beats = "fetch(`api/v1/tracks/" + id + "/grid`).then((answer) => answer.json())";
    const becomes = async (words, check) => {
        const now = await untilSo(() => page.evaluate(beats), check);
        law(words, check(now), `${now.beats.length} beats; ${await page.evaluate("document.querySelector('.notice')?.textContent ?? ''")}`);
    };
    await page.key("g");
    await page.until("document.querySelector('.tools')?.hidden === false");
    law("while editing, the strip is at least 96 px high", await page.evaluate("document.querySelector('.seek-track').clientHeight >= 96"));
    await shoot("beats");
    await page.evaluate("downbeat.seekbar.seek(30.1)");
    await happens("the editor stands in the middle of the track", "Math.abs(downbeat.scene.mediaS - 30.1) < 0.01");
    await press("From here on");
    await press("½");
    await becomes("from here on, there are half as many beats; before, nothing changes", (now) => now.beats.length < grid.beats.length
        && JSON.stringify(now.beats.filter((time) => time < 29.7)) === JSON.stringify(grid.beats.filter((time) => time < 29.7)));
    await shoot("part");
    await page.call("Page.reload");
    await page.until("document.body?.dataset.track === 'some' && Number(document.querySelector('.seek-slider').ariaValueMax) > 0");
    await page.key("g");
    await page.until("document.querySelector('.tools')?.hidden === false && [...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Undo' && !one.disabled)");
    await press("Undo");
    await becomes("after a reload the change is undone", (now) => JSON.stringify(now.beats) === JSON.stringify(grid.beats));
    await page.until("[...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Redo' && !one.disabled)");
    await press("Redo");
    await becomes("and redone", (now) => now.beats.length < grid.beats.length);
    await page.until("[...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Undo' && !one.disabled)");
    await press("Undo");
    await becomes("and undone again", (now) => JSON.stringify(now.beats) === JSON.stringify(grid.beats));
    await page.evaluate("globalThis.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }");
    await press("Export…");
    await shoot("export");
    await press("rekordbox XML");
    await happens("an export is saved under the track's name", "saved[0]?.endsWith('Clicks at 120.rekordbox.xml')", await page.evaluate("String(saved)"));
}

/** Notes when and by which clock sounds are started, but for those that are cancelled before. Runs in the page. */
function hearClicks() {
    globalThis.clicks = [];
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (atS, ...rest) {
        this.click = { atS, context: this.context };
        globalThis.clicks.push(this.click);
        return start.call(this, atS, ...rest);
    };
    AudioBufferSourceNode.prototype.stop = function (...rest) {
        if (this.click && this.context.currentTime < this.click.atS) globalThis.clicks = globalThis.clicks.filter((one) => one !== this.click);
        return stop.call(this, ...rest);
    };
}

async function clicking({ page, server, id, grid, law, timed }) {
    await server.command({ do: "play", track: id, position: 10 });
    await page.evaluate("[...document.querySelectorAll('.tools button')].find((one) => one.textContent === 'Click').click()");
    const beats = JSON.stringify(grid.beats);
    const came = await page.until("clicks.length >= 6").then(() => true, () => false);
    law("the click clicks", came, await page.evaluate("`${clicks.length} clicks`"));
    // Where in the track each click is heard, by the mapping of clocks that the room's sound has.
    const offMs = came ? await page.evaluate(`import("./audio/listen.js").then(({ heardLessPageS }) => {
        const beats = ${beats};
        return clicks.slice(-5).map(({ atS, context }) => {
            const aheadS = atS - heardLessPageS(context) - performance.now() / 1000;
            const mediaS = downbeat.mediaS(downbeat.serverUs() + 1e6 * aheadS);
            return 1000 * Math.min(...beats.map((time) => Math.abs(time - mediaS)));
        });
    })`) : [Infinity];
    timed("within a few ms of the beats", Math.max(...offMs) < 6, `${Math.max(...offMs).toFixed(2)} ms`);
    await page.key("Escape");
    const after = await page.evaluate("clicks.length");
    await page.until(`downbeat.scene.mediaS > ${await page.evaluate("downbeat.scene.mediaS")} + 1.2`); // two beats and more
    const later = await page.evaluate("clicks.length");
    law("and ends with the editor", later === after, `${later - after} clicks more`);
}

async function looping({ page, server, id, happens, law, shoot }) {
    await page.evaluate(`fetch("api/v1/tracks/${id}/markers", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ start: 20, end: 21, label: "Drop" }) })`);
    await page.key("e");
    await page.until("[...document.querySelectorAll('.marker-choice')].some((one) => one.textContent.includes('Drop'))");
    await page.evaluate("[...document.querySelectorAll('.marker-choice')].find((one) => one.textContent.includes('Drop')).click()");
    await page.until("[...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Loop' && one.offsetParent)");
    await page.evaluate("[...document.querySelectorAll('.tools button')].find((one) => one.textContent === 'Loop').click()");
    await happens("a region loops", "[...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Loop' && one.ariaPressed === 'true')");
    await shoot("loop");
    await page.evaluate(`(${watchRounds})(2)`);
    await page.until("rounds.left === 0");
    const seen = await page.evaluate("rounds.seen");
    law("and the picture stays in it, round after round", seen.every((atS) => atS > 19.9 && atS < 21.1), `${Math.min(...seen).toFixed(2)} to ${Math.max(...seen).toFixed(2)} s`);
    await server.command({ do: "seek", position: 40 });
    await happens("a seek out of it ends it", "[...document.querySelectorAll('.tools button')].some((one) => one.textContent === 'Loop' && one.ariaPressed === 'false')");
    await server.command({ do: "pause" });
    await page.key("Escape");
    await page.evaluate("document.activeElement.blur()");
    await page.key("[");
    await happens("the bracket jumps to the marker before", "Math.abs(downbeat.scene.mediaS - 20) < 0.05");
    await page.key("k");
    await happens("no second marker is set at the same place", "document.querySelector('.toast').textContent === 'There is a marker here already.'");
}

/** Notes where in the music each frame is, until it has gone back a number of times. Runs in the page. */
function watchRounds(count) {
    const rounds = globalThis.rounds = { left: count, seen: [] };
    const look = () => {
        const { mediaS } = downbeat.scene;
        if (mediaS < rounds.seen.at(-1)) rounds.left -= 1;
        rounds.seen.push(mediaS);
        if (rounds.left > 0) requestAnimationFrame(look);
    };
    look();
}

async function onPhones({ page, law, shoot }) {
    for (const [width, height] of [[390, 844], [844, 390]]) {
        await page.size(width, height);
        for (const key of ["g", "e"]) {
            await page.key(key);
            await page.until("document.querySelector('.tools')?.hidden === false");
            await shoot(`phone-${key}-${width}`);
            const { tools, strip, bar } = await page.evaluate(`(() => {
                const box = (name) => (({ left, top, right, bottom, height }) => ({ left, top, right, bottom, height }))(document.querySelector(name).getBoundingClientRect());
                return { tools: box(".tools"), strip: box(".seek-track"), bar: box(".bar") };
            })()`);
            law(`${width}×${height}: ${key === "g" ? "beats" : "markers"} fill the screen`, Math.abs(tools.top) < 2 && tools.left < 2 && tools.right > width - 2
                && Math.abs(bar.bottom - height) < 2 && Math.abs(tools.bottom - bar.top) < 3 && strip.height >= 96, JSON.stringify({ tools, strip, bar }));
            await page.key("Escape");
        }
    }
}
