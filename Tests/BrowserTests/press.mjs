import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";
import { makeShelf } from "./stage/shelf.mjs";

const toggle = ".transport [data-act=toggle]";
const heard = "downbeat.listening?.on === true && !downbeat.listening.waiting";
const pill = "document.querySelector('.sound-pill')?.checkVisibility() === true";
const pillIsReady = "document.querySelector('.sound-pill') !== null";

/** The press that lets a room play is heard where it was made, unless another device is heard. Pages count only clicks as a person's touch. */
export default async function press({ browser, query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept: join(folder, "kept"), music: join(folder, "music") });
    const open = async (how = "") => {
        const page = await browser.open({ url: server.pageAddress(how), width: 1280, height: 800, untouched: true, apart: true });
        await page.until(`globalThis.downbeat?.scene && document.body.dataset.link === 'live' && document.body.dataset.track === 'some' && ${pillIsReady}`);
        return page;
    };
    try {
        makeShelf(join(folder, "music"), 3);
        await server.start();
        await untilSo(() => server.get("library"), ({ tracks }) => tracks === 3);
        await server.command({ do: "play", library: true });
        await server.command({ do: "repeat", mode: "one" });
        await server.command({ do: "pause" });
        const [one, other, kiosk] = [await open(), await open(), await open("kiosk=1")];
        await one.click(toggle);
        await one.until(heard);
        law("Play is heard on the device where it is pressed, by the same press", (await server.get("rooms/main")).timeline.playing);
        law("and no page asks there for a tap", !await one.evaluate(pill));
        await untilSo(() => server.get("rooms/main/screens"), ({ screens }) => screens.filter(({ sound }) => sound === "on").length === 1);

        await other.click(toggle);
        await other.until("!downbeat.scene.playing");
        await other.click(toggle);
        await other.until("/^The sound is on Chrome on Linux/.test(document.querySelector('.toast').textContent)");
        law("where another device is heard, Play says which", true, await other.evaluate("document.querySelector('.toast').textContent"));
        law("and stays silent", !await other.evaluate("downbeat.listening?.on === true"));

        await one.click("[data-act=listen]");
        await one.until("!downbeat.listening.on");
        await untilSo(() => server.get("rooms/main/screens"), ({ screens }) => screens.every(({ sound }) => sound === "off"));
        for (const plays of [false, true]) {
            await one.click(toggle);
            await one.until(`downbeat.scene.playing === ${plays}`);
        }
        law("who silences a device hears nothing there by Play", !await one.evaluate("downbeat.listening.on"));
        await other.until(pill);
        law("while nobody hears what plays, pages ask for a tap", true);
        law("but not the one that was silenced, and no kiosk", !await one.evaluate(pill) && !await kiosk.evaluate(pill));

        await other.key("b");
        await other.until("document.querySelector('#panel-library .card .cover-play')");
        await other.evaluate("document.querySelector('#panel-library .card').querySelector('.card-main').focus()");
        await other.click("#panel-library .card .cover-play");
        await other.until(heard);
        law("Play on a cover is heard as well", true);
        for (const page of [one, other, kiosk]) law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
        for (const page of [one, other, kiosk]) await page.close();
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}
