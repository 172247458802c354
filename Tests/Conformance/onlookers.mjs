// Opens two screens of the server at a port of this machine, one of them with sound, and tells what they see while something is done to it:
//
//   TOKEN=… node Tests/Conformance/onlookers.mjs PORT
//
// Writes a line once both play, and are as far ahead as they ever are. After a line of input, or its end, it writes what they have seen since,
// and ends with 1 if that was more than people leave unnoticed. What the server plays, such as
// its demo, begins anew before: its next change must not come meanwhile.
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
    const from = await Promise.all(screens.map(({ page }) => page.evaluate("frameLog.count")));
    const before = await standing(server);
    await screens[0].page.evaluate("void (silenceLog.longestMs = 0, silenceLog.runMs = 0)");
    const stalls = watchStalls();
    console.log("ready");
    for await (const _ of process.stdin) break;
    await pause(settleMs); // what they had in advance is over
    const stood = await stalls.end();
    const pages = await Promise.all(screens.map(async ({ page }, number) => seen(await framesSince(page, from[number]), stood)));
    const most = (name) => Math.max(...pages.map((page) => page[name]));
    const after = await standing(server);
    const told = { pictureMs: most("pictureMs"), soundMs: await silenceMs(screens[0].page), jumpMs: most("jumpMs"), positionMs: Math.abs(after.originMs - before.originMs) };
    const troubles = screens.flatMap(({ page }) => page.troubles);
    const machineMs = Math.max(0, ...stood.map(({ fromMs, toMs }) => toMs - fromMs));
    console.log(`picture ${told.pictureMs.toFixed(0)} ms, sound ${told.soundMs.toFixed(0)} ms, jump ${told.jumpMs.toFixed(1)} ms, position ${told.positionMs.toFixed(1)} ms off; the machine stood still for ${machineMs.toFixed(0)} ms; errors: ${troubles.join(", ") || "none"}`);
    if (Object.entries(unnoticed).some(([name, most]) => !(told[name] <= most))) process.exitCode = 1;
    for (const screen of screens) await screen.close();
});
