import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { fileOf, pieces } from "./stage/music.mjs";
import { musicServer } from "./stage/musicServer.mjs";
import { Server } from "./stage/server.mjs";

const password = "sesame";
const beatS = 0.5; // of "Clicks at 120"
const taps = 8;
const mostOffS = 0.05; // the clocks of two pages on a busy machine; 2 to 6 ms on a quiet one

/** A room follows what anna plays on her phone: nothing pulses until a host has tapped, and then the beats are the phone's. */
export default async function following({ browser, query, law, timed }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept });
    const music = await musicServer(password, fileOf(pieces.find(({ clicks }) => clicks)));
    try {
        await server.start();
        await addServer(server, kept, music);
        const [host, screen] = [await browser.open({ url: server.pageAddress("quality=4"), width: 1280, height: 800, apart: true }), await browser.open({ url: server.pageAddress("kiosk=1&quality=4"), width: 640, height: 400, apart: true })];
        const happens = (sentence, page, expression) => page.until(expression).then(() => law(sentence, true), async () => law(sentence, false, await page.evaluate("document.querySelector('.follow-line')?.textContent")));
        await host.until("globalThis.downbeat && document.body.dataset.role");
        music.playing = [{ playerName: "Phone" }];
        await host.evaluate("document.querySelector('[data-act=rooms]').click()");
        const choice = "[...document.querySelectorAll('.follow-choice button')].find(({ textContent }) => textContent.includes('anna'))";
        await host.until(choice);
        law("the rooms' sheet tells what is played in an app", (await host.evaluate(`${choice}.textContent`)).includes("Remote 1"), await host.evaluate(`${choice}.textContent`));
        await host.evaluate(`${choice}.click()`);
        const line = "document.querySelector('.follow-line')?.textContent";
        await happens("the room follows it, and the page says how exact that is", host, `document.querySelector('.follow')?.checkVisibility() && ${line}.includes('nothing pulses') && !document.querySelector('.follow-tap').disabled`);
        for (const page of [host, screen]) await page.until("downbeat.scene.source !== null");
        law("nothing pulses before a tap", !await screen.evaluate("downbeat.scene.hasGrid") && !await screen.evaluate("downbeat.scene.levels.some((level) => level > 0)"));

        // The phone's beats are at whole half seconds of the server's time.
        await host.until("document.body.dataset.sync === 'sync'");
        await host.evaluate(`(${tapAlong})(${beatS}, ${taps})`);
        await happens("after taps the page says so", host, `${line}.startsWith('The beats are as you tapped them')`);
        await happens("and the screens pulse", screen, "downbeat.scene.hasGrid && downbeat.scene.beat.bpm > 0");
        const offS = await screen.evaluate(`(${beatOff})(${beatS})`);
        timed("with the beats of the phone", Math.abs(offS) < mostOffS, `${(1000 * offS).toFixed(1)} ms off after ${taps} taps`);
        law("the player's own buttons are hidden", !await host.evaluate("document.querySelector('.transport').checkVisibility()"));

        music.playing = [{ playerName: "Phone", id: "4", title: "Only there" }];
        await happens("a song that is not in the library is said", host, `${line}.startsWith('“Only there” by Far Away is not in this library')`);
        await happens("and no beats are shown", screen, "!downbeat.scene.hasGrid");
        await host.evaluate("[...document.querySelectorAll('.follow button')].find(({ textContent }) => textContent === 'Stop following').click()");
        await happens("a host ends it", host, "document.querySelector('.follow').hidden && !document.body.dataset.following");
        law("no error in the console", host.troubles.length === 0 && screen.troubles.length === 0, [...host.troubles, ...screen.troubles].join("; "));
        for (const page of [host, screen]) await page.close();
    } finally {
        music.close();
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

async function addServer(server, kept, music) {
    const authorization = `Bearer ${readFileSync(join(kept, "token"), "utf8").trim()}`;
    const answer = await fetch(`${server.address}/api/v1/servers`, {
        method: "POST", headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ name: "home", addresses: [music.address], user: "anna", password }),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    const total = await untilSo(async () => (await server.get("tracks?q=remote")).total, (total) => total === 3);
    if (total !== 3) throw new Error(`${total} of the server's 3 songs are listed`);
}

/** Taps at the last whole beats of the server's time, which the test tells by the time stamps of its presses. Runs in a page. */
function tapAlong(beatS, count) {
    const [nowMs, nowS] = [performance.now(), downbeat.serverUs() / 1e6];
    const last = Math.floor(nowS / beatS);
    for (let beat = last - count + 1; beat <= last; beat += 1) {
        const press = new KeyboardEvent("keydown", { key: "t", bubbles: true });
        document.dispatchEvent(Object.defineProperty(press, "timeStamp", { value: nowMs - 1000 * (nowS - beat * beatS) }));
    }
}

/** How far the drawn beats are from whole beats of the server's time, in seconds. Runs in a page. */
function beatOff(beatS) {
    const { beat, timeS } = downbeat.scene;
    const sinceS = beat.fraction * beatS;
    const off = (((timeS - sinceS) / beatS) % 1) * beatS;
    return off > beatS / 2 ? off - beatS : off;
}
