// Opens two screens of the server at a port of this machine, one of them with sound, and tells what they see and hear of an upgrade:
//
//   TOKEN=… node Tests/Conformance/onlookers.mjs PORT
//
// Writes a line once both play, and are as far ahead as they ever are. A line of input says that the new files are there, a second one that the
// new program serves. Then it writes what they have seen and heard, and ends with 1 if people would have noticed it. While files are unpacked,
// pictures are not judged: that takes the processor of the screens, too, which are other machines elsewhere. What the server
// plays, such as its demo, begins anew before: its next change must not come meanwhile.
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { seen, silenceLog, silenceMs, standing, unnoticed } from "../BrowserTests/proof/interruption.mjs";
import { openScreens } from "../BrowserTests/proof/screens.mjs";
import { watchStalls } from "../BrowserTests/proof/stalls.mjs";
import { framesSince } from "../BrowserTests/stage/frameLog.mjs";
import { withChromium } from "../PublicTests/workbench/chromium.mjs";

const startS = 2;
const settleMs = 4000; // until pages are three seconds ahead

const port = Number(process.argv[2]);
if (!port) throw new Error("onlookers.mjs needs a port");
const address = `http://127.0.0.1:${port}`;
const server = { port, address, get: async (path) => (await fetch(`${address}/api/v1/${path}`)).json() };

await withChromium(async (browser) => {
    const screens = await openScreens(browser, server, 2, silenceLog);
    const began = await fetch(`${address}/api/v1/rooms/main/commands`, {
        method: "POST", headers: { authorization: `Bearer ${process.env.TOKEN}`, "content-type": "application/json" }, body: JSON.stringify({ do: "seek", position: startS }),
    });
    if (!began.ok) throw new Error(`seek: ${began.status} ${await began.text()}`);
    await pause(settleMs);
    const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const before = await standing(server);
    console.log("ready");
    const unpacked = await watch(screens, () => lines.next());
    const exchanged = await watch(screens, async () => {
        console.log("go on");
        await lines.next();
        await pause(settleMs); // what they had in advance is over
    });
    const after = await standing(server);
    const positionMs = Math.abs(after.originMs - before.originMs);
    const words = ({ pictureMs, soundMs, jumpMs }) => `picture ${pictureMs.toFixed(0)} ms, sound ${soundMs.toFixed(0)} ms, jump ${jumpMs.toFixed(1)} ms`;
    console.log(`${words(exchanged)}, position ${positionMs.toFixed(1)} ms off; while files were unpacked: ${words(unpacked)}`);
    const told = { ...exchanged, positionMs };
    if (Object.entries(unnoticed).some(([name, most]) => !(told[name] <= most))) process.exitCode = 1;
    if (!(unpacked.soundMs <= unnoticed.soundMs && unpacked.jumpMs <= unnoticed.jumpMs)) process.exitCode = 1;
    process.stdin.destroy(); // an open one would keep this program
    for (const screen of screens) await screen.close();
});

/** What the screens see and hear during `body`. */
async function watch(screens, body) {
    const from = await Promise.all(screens.map(({ page }) => page.evaluate("frameLog.count")));
    await screens[0].page.evaluate("void (silenceLog.longestMs = 0, silenceLog.runMs = 0)");
    const stalls = watchStalls();
    await body();
    const stood = await stalls.end();
    const pages = await Promise.all(screens.map(async ({ page }, number) => seen(await framesSince(page, from[number]), stood)));
    const most = (name) => Math.max(...pages.map((page) => page[name]));
    return { pictureMs: most("pictureMs"), jumpMs: most("jumpMs"), soundMs: await silenceMs(screens[0].page) };
}
