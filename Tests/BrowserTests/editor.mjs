import { writeFileSync } from "node:fs";

const alt = 1;
const ctrl = 2;
const shift = 8;

/** Seeking, and the editor of beats and markers, by mouse and keys. With $SHOTS it leaves pictures in that folder. */
export default async function editor({ browser, server, tracks, law }) {
    const { id } = tracks.get("Clicks at 120");
    await server.command({ do: "play", track: id, position: 20.1 });
    await server.command({ do: "pause" });
    const page = await browser.open({ url: server.pageAddress(), apart: true });
    await page.until("document.body.dataset.track === 'some' && Number(document.querySelector('.seek-slider').ariaValueMax) > 0");
    const grid = await page.evaluate(`fetch("api/v1/tracks/${id}/grid").then((answer) => answer.json())`);
    const happens = (sentence, condition, figure) => page.until(condition, 4000).then(() => law(sentence, true), async () => law(sentence, false, figure ?? String(await page.evaluate("downbeat.scene.mediaS"))));
    const at = (atS) => `Math.abs(downbeat.scene.mediaS - ${atS}) < 0.01`;
    const shoot = async (name) => {
        if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.png`, await page.shot());
    };

    await seeking({ page, grid, happens, at, law, shoot });
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
