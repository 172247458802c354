import { frameLog } from "./stage/frameLog.mjs";
import { growthOver, madePerFrame, mostGrowth } from "./stage/heap.mjs";
import { showStyle } from "./stage/showStyle.mjs";

const watchedS = 60;
const longS = 600;

/** The page plays without input: the heap after garbage collection must not grow. `long` measures ten minutes. */
export default async function idle({ browser, server, tracks, law, long }) {
    const seconds = long ? longS : watchedS;
    await server.command({ do: "play", track: tracks.get("Song at 175").id, position: 8 });
    await server.command({ do: "repeat", mode: "one" });
    const page = await browser.open({ url: `${server.address}/?points=64`, before: frameLog, apart: true });
    await page.until("globalThis.frameLog?.firstPictureMs !== undefined");
    await showStyle(server, [page], "pulse");
    let { growth, frames } = await growthOver(page, seconds);
    if (growth >= mostGrowth) ({ growth, frames } = await growthOver(page, seconds)); // late compilation grows it only once
    const { perFrame, most } = await madePerFrame(page);
    law(`nobody touches it: the heap stays flat for ${seconds} s`, growth < mostGrowth,
        `${growth} bytes more after ${frames} frames; each makes ${perFrame} that are collected later (most: ${most})`);
    await server.command({ do: "repeat", mode: "off" });
    await page.close();
}
