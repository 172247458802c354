import { delayed } from "../stage/delayProxy.mjs";
import { beganMs, frameLog } from "../stage/frameLog.mjs";
import { pictureLog } from "./pictures.mjs";
import { skewedClock } from "./skewedClock.mjs";
import { soundLog } from "./soundLog.mjs";

const size = { width: 400, height: 250 };
const scale = 0.1; // of the pixels: software can draw two screens at sixty frames a second, with time left after a stall
const fineDensity = 4;
const firstPictureMs = 20_000;
const syncMs = 20_000; // a machine that is too busy never gets in sync
/** Clocks and wireless networks in homes: quartz clocks are off by 50 ppm, and a busy network delays by 10 ms and more. */
const kinds = [
    { skew: { ppm: 50, offMs: 3200 }, way: { upMs: 2, downMs: 2, jitterMs: 2, seed: 11 } },
    { skew: { ppm: -50, offMs: -7900 }, way: { upMs: 8, downMs: 8, jitterMs: 4, seed: 12 } },
    { skew: { ppm: 20, offMs: 120_000 }, way: { upMs: 4, downMs: 4, jitterMs: 6, seed: 13 } },
    { skew: { ppm: -100, offMs: 250 }, way: { upMs: 1, downMs: 1, jitterMs: 1, seed: 14 } },
];

/**
 * Opens screens one after another, each with a wrong clock and behind a separate simulated wireless network; the first one plays
 * sound.
 * `more` is a script that runs in each page before its own.
 * @returns {Promise<object[]>} each with `words`, `page`, `began`, `firstPictureMs`, `syncMs`, `finely` and `close`
 */
export async function openScreens(browser, server, count, more = "") {
    const screens = [];
    for (let number = 0; number < count; number += 1) {
        screens.push(await openScreen(browser, server, number, more));
        if (number > 0) continue;
        // Before the other screens open: they may use the whole CPU, and the sound decoder has a low priority.
        await screens[0].page.key("l");
        await screens[0].page.until("downbeat.listening?.on && soundLog.length > 0", syncMs).catch(() => {}); // without sound, the results show it
    }
    return screens;
}

async function openScreen(browser, server, number, more) {
    const { skew, way } = kinds[number % kinds.length];
    const delay = await delayed(server.port, { ...way, seed: way.seed + number });
    const clock = skewedClock(skew, Date.now());
    const page = await browser.open({
        ...size, apart: true, url: `http://127.0.0.1:${delay.port}/?kiosk=1&scale=${scale}`, before: [frameLog, pictureLog, soundLog, clock, more].join(";\n"), inWorkers: clock,
    });
    const picture = page.until("globalThis.frameLog?.firstPictureMs !== undefined", firstPictureMs);
    const sync = await page.until("document.body.dataset.sync === 'sync'", syncMs).catch(() => Infinity);
    await picture;
    return {
        words: `${skew.ppm > 0 ? "+" : ""}${skew.ppm} ppm, ${way.upMs + way.downMs} ms round trip and ${way.jitterMs} ms of jitter each way`,
        page, began: await beganMs(page), firstPictureMs: await page.evaluate("frameLog.firstPictureMs"), syncMs: sync,
        /** Draws all pixels, for people to look at; a page learns its pixel density only with its size. */
        finely: () => page.size(size.width, size.height + 1, fineDensity),
        async close() {
            await page.close();
            delay.close();
        },
    };
}
