import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withChromium } from "../PublicTests/workbench/chromium.mjs";
import { hearing, writeClicks } from "./stage/microphone.mjs";
import { Server } from "./stage/server.mjs";

const bpm = 120;
const inSync = "globalThis.downbeat?.scene && document.body.dataset.sync === 'sync'";
const told = "document.querySelector('.now-artist').textContent";
const live = "document.querySelector('#panel-library [aria-label=Live]')";
const row = (words) => `[...${live}.querySelectorAll('.row-main')].find(({ textContent }) => textContent.startsWith(${JSON.stringify(words)}))`;

/** The microphone of one page is what all pages show. */
export default async function microphone({ query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const file = join(folder, "clicks.wav");
    writeClicks(file, { seconds: 20, bpm });
    const server = new Server({ query, kept: join(folder, "data"), options: ["--allow-host", "plain.test"] });
    try {
        await server.start();
        await withChromium(async (browser) => {
            const page = await browser.open({ url: server.pageAddress(), width: 640, height: 360 });
            const other = await browser.open({ url: server.pageAddress(), width: 640, height: 360, apart: true });
            for (const one of [page, other]) await one.until(inSync);
            await page.evaluate("document.querySelector('[data-act=library]').click()");
            await page.until(row("Use this device's microphone"));
            await page.evaluate(`${row("Use this device's microphone")}.click()`);
            for (const one of [page, other]) await one.until("downbeat.scene.source?.startsWith('live:microphone-of-')");
            law("the room plays a page's microphone", true);
            for (const one of [page, other]) await one.until("downbeat.scene.loudness > 0.3");
            law("all pages show what it hears", true);
            await page.until(`/All screens can show it as microphone-of-/.test(${live}.textContent) && /microphone-of-\\S+Sounds now/.test(${live}.textContent)`);
            law("the page says what it sends", true);
            for (const one of [page, other]) await one.until("downbeat.scene.hasGrid");
            const found = await other.evaluate("downbeat.scene.beat.bpm");
            law("with its beats", Math.abs(found - bpm) < 2, `${found} BPM`);
            await page.evaluate(`${row("Stop this device's microphone")}.click()`);
            await other.until(`${told}.includes('Nothing comes in at microphone-of-')`);
            law("its end is told in the room", true);
            await page.evaluate(`${row("Use this device's microphone")}.click()`);
            await other.until(`downbeat.scene.loudness > 0.3 && ${told} === 'Live sound'`);
            law("and it goes on when it is used again", true);
            const plain = await browser.open({ url: server.pageAddress().replace("127.0.0.1", "plain.test"), width: 640, height: 360 });
            await plain.until(inSync);
            await plain.evaluate("document.querySelector('[data-act=library]').click()");
            await plain.until(`${row("Use this device's microphone")}?.textContent.includes('Needs a page with https')`);
            law("a page without https says what it needs", true);
            const troubles = [page, other].flatMap((one) => one.troubles);
            law("no error in the console", troubles.length === 0, troubles.join("; "));
            for (const one of [page, other, plain]) await one.close();
        }, { options: [...hearing(file), "--host-resolver-rules=MAP plain.test 127.0.0.1"] });
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}
