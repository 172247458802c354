import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

const sameS = 1e-3; // a position and its moment, as two pages compute them

/** A room plays what never ends, a tone: pages draw it, late ones as well, and a pause delays nothing. */
export default async function live({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, options: ["--input", "test=tone:,desk=exec:echo no card >&2; exit 1"] });
    try {
        await server.start();
        const open = () => browser.open({ url: server.pageAddress(), width: 640, height: 360 });
        const page = await open();
        await page.until("globalThis.downbeat?.scene && document.body.dataset.sync === 'sync'");
        await page.evaluate("document.querySelector('[data-act=library]').click()");
        const row = "[...document.querySelectorAll('#panel-library [aria-label=Live] .row-main')].find(({ textContent }) => textContent.startsWith('test'))";
        await page.until(row);
        const words = "document.querySelector('#panel-library [aria-label=Live]').textContent";
        await page.until(`${words}.includes('no card')`);
        const list = await page.evaluate(words);
        law("where sound comes from is told of each input", /test\s*Sounds now/.test(list) && /desk\s*Nothing comes in: no card/.test(list), list);
        await page.evaluate(`${row}.click()`);
        await page.until("downbeat.scene.source?.startsWith('live:test@') && downbeat.scene.playing && downbeat.scene.hasGrid");
        await page.until("document.querySelector('.now-title').textContent === 'test'");
        law("the page plays it by its name", true);
        await page.until("document.querySelector('.time-passed').textContent === 'Live'");
        law("as sound without an end", await page.evaluate("document.querySelector('.time-whole').textContent === '' && document.querySelector('.now-artist').textContent === 'Live sound'"));
        const bpm = await page.evaluate("downbeat.scene.beat.bpm");
        law("with the beats that are predicted", bpm === 120, `${bpm} BPM`);
        await page.until("downbeat.scene.loudness > 0.5");
        law("and its frames", true);

        const behind = (one) => one.evaluate("downbeat.scene.timeS - downbeat.scene.mediaS");
        const before = await behind(page);
        const late = await open();
        await late.until("globalThis.downbeat?.scene?.source?.startsWith('live:') && downbeat.scene.playing && downbeat.scene.hasGrid && downbeat.scene.loudness > 0.5");
        const lateBehind = await behind(late);
        law("a page that comes later is at the same position", Math.abs(lateBehind - before) < sameS, `${(1e6 * (lateBehind - before)).toFixed(0)} µs apart`);

        await server.command({ do: "pause" });
        for (const one of [page, late]) await one.until("!downbeat.scene.playing");
        const [at, lateAt] = [await page.evaluate("downbeat.scene.mediaS"), await late.evaluate("downbeat.scene.mediaS")];
        law("a pause stands still on both", Math.abs(at - lateAt) < sameS && await page.evaluate("downbeat.scene.loudness > 0.5"), `${at} and ${lateAt} s`);
        await server.command({ do: "play" });
        await page.until("downbeat.scene.playing");
        const after = await behind(page);
        law("and delays nothing", Math.abs(after - before) < sameS, `${(1e6 * (after - before)).toFixed(0)} µs later`);

        await server.command({ do: "live.stop" });
        await page.until("!downbeat.scene.source?.startsWith('live:')");
        const choice = "document.querySelector('#panel-library .home > .slider-field select')";
        await page.until(`${choice}?.options.length === 3`);
        await page.evaluate(`{ ${choice}.value = "test"; ${choice}.dispatchEvent(new Event("change")); }`);
        for (const one of [page, late]) await one.until("downbeat.scene.source?.startsWith('live:test@') && downbeat.scene.playing");
        law("a room that is told to switches to an input that sounds, on all pages", true);
        await server.command({ do: "set", switchTo: "" });

        await server.command({ do: "live.start", input: "desk" });
        await page.until("document.body.textContent.includes('Nothing comes in at desk. There is sound at test.')");
        law("a silent input is told in the room, with where there is sound", true);
        await server.command({ do: "live.stop" });
        for (const one of [page, late]) await one.until("!downbeat.scene.source?.startsWith('live:')");
        law("it ends on all pages", true);
        await page.until("!document.body.textContent.includes('Nothing comes in at desk')");
        law("and with it what was told of it", true);
        law("no error in the console", page.troubles.length === 0 && late.troubles.length === 0, [...page.troubles, ...late.troubles].join("; "));
        for (const one of [page, late]) await one.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}
