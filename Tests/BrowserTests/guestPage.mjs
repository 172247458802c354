import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";
import { makeSongs } from "./stage/songs.mjs";

const most = 30 * 1024; // of the first load, as sent
const songS = 120; // none ends meanwhile
const hostile = "<img src=x onerror=alert(1)>";

/** The guests' page of a party: from the link to a song, turns, votes, and what the host answers. */
export default async function guestPage({ browser, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const [kept, music] = [join(folder, "data"), join(folder, "music")];
    makeSongs(music, 8, songS);
    const server = new Server({ kept, music, isOpen: false, options: ["--address", "http://party.local"] });
    try {
        await server.start();
        const tracks = await server.analyzed(8);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const host = (wish) => command(server, token, wish);
        await host({ do: "play", track: tracks.get("Song 0").id });
        await host({ do: "pause" });
        await host({ do: "party.open", patienceMinutes: 0, boosts: 1, downVotes: true });
        const invited = await server.get("rooms/main/party/invitation");
        const link = `${server.address}/party/${new URL(invited.addresses[0]).hash}`;
        law("the server has made a link to the guests' page, and a code", /\/party\/#token=[a-z2-9]{26}$/.test(link) && /^\w{4}-\w{4}$/.test(invited.code), `${invited.addresses.length} addresses`);

        const mira = await browser.open({ url: link, width: 390, height: 844, apart: true, untouched: true });
        await mira.until("document.querySelectorAll('.ideas .row').length > 0 && document.querySelector('.now-title').textContent === 'Song 0'");
        const sent = await mira.evaluate("performance.getEntries().filter(({ name, initiatorType }) => ['navigation', 'link', 'script', 'css', 'other'].includes(initiatorType) && !/api|ws$/.test(name)).reduce((sum, one) => sum + (one.transferSize ?? 0), 0)");
        law("its first load is less than 30 KB as sent", sent > 0 && sent < most, `${sent} bytes`);
        law("its token is out of the address", !await mira.evaluate("location.href.includes('token')"));
        let taps = 0;
        const tap = async (selector) => {
            await mira.until(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`);
            await mira.click(selector);
            taps += 1;
        };
        await tap(".ideas .ask");
        await mira.until("document.querySelector('.name-sheet[open] [name=name]')");
        await mira.evaluate(`(({ elements }) => { elements.name.value = ${JSON.stringify(hostile)}; elements.dedication.value = ${JSON.stringify(hostile)}; })(document.querySelector('.name-sheet form'))`);
        await tap(".name-sheet .main");
        await mira.until("document.querySelectorAll('.coming .mine').length === 1");
        law("from the link to the first song it takes at most three taps", taps <= 3, `${taps} taps`);
        law("names and dedications are text", await mira.evaluate(`document.querySelector('.coming .mine').textContent.includes(${JSON.stringify(hostile)}) && !document.querySelector('.coming img')`));
        law("she is told that hers is next", await mira.evaluate("document.querySelector('.turn').textContent") === "Your song is next");

        await search(mira, "Song 5");
        await mira.until("document.querySelectorAll('.found .row').length === 1");
        await mira.click(".found .ask");
        await mira.until("document.querySelector('.name-sheet[open]')");
        law("the name is asked once", await mira.evaluate("!document.querySelector('.name-sheet [name=name]')"));
        await mira.click(".name-sheet .main");
        await mira.until("document.querySelectorAll('.coming .mine').length === 2");

        const jo = await browser.open({ url: link, width: 390, height: 844, apart: true, untouched: true });
        await jo.until("document.querySelectorAll('.coming .row').length >= 2");
        await search(jo, "Song 6");
        await jo.until("document.querySelectorAll('.found .row').length === 1");
        await jo.click(".found .ask");
        await jo.until("document.querySelector('.name-sheet[open]')");
        await jo.evaluate("document.querySelector('.name-sheet [name=name]').value = 'Jo'");
        await jo.click(".name-sheet .main");
        await jo.until("document.querySelector('.turn').textContent === 'Your turn in 1 song'");
        law("who comes later has a turn after the first song of each other", true);
        await jo.until("document.querySelector('.coming .row .up')?.checkVisibility()");
        await jo.click(".coming .row .up");
        await mira.until("document.querySelector('.coming .mine .row-title') && [...document.querySelectorAll('.coming .row')].some((row) => row.querySelector('.up').textContent === '▲ 1')");
        law("a vote is seen on other phones", true);
        await mira.until("[...document.querySelectorAll('.coming .boost')].some((button) => button.checkVisibility())");
        await mira.evaluate("[...document.querySelectorAll('.coming .boost')].find((button) => button.checkVisibility()).click()");
        await jo.until("document.querySelector('.turn').textContent === 'Your turn in 2 songs'");
        law("a song that is brought forward comes before the others", true);

        const party = await untilSo(() => server.get("rooms/main/party"), ({ requests }) => requests.length === 3);
        const own = party.requests.find(({ person }) => person === 2);
        await host({ do: "party.refuse", entry: own.entry, reason: hostile });
        await jo.until(`document.querySelector('.toast')?.textContent.includes(${JSON.stringify(hostile)})`);
        law("who asked for a song that the host refuses is told why", await jo.evaluate("!document.querySelector('.toast img')"));

        await mira.evaluate("location.reload()");
        await mira.until("document.querySelectorAll('.coming .mine').length === 2");
        law("after a reload she is the same person", true);
        law("nothing sounds there", await mira.evaluate("!document.querySelector('audio') && !performance.getEntries().some(({ name }) => name.includes('/audio/'))"));
        await mira.click(".to-picture");
        await mira.until("globalThis.downbeat?.scene && document.body.dataset.role === 'guest'");
        law("the picture is one tap away", true);
        const made = await (await fetch(`${server.address}/api/v1/links`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify({ role: "guest", room: "main" }) })).json();
        const ann = await browser.open({ url: `${server.pageAddress()}#token=${made.token}`, width: 390, height: 844, apart: true });
        await ann.until("location.pathname === '/party/' && document.querySelectorAll('.ideas .row').length > 0");
        law("any guest's link leads a phone there while a party is open", true);
        await ann.close();
        await host({ do: "party.close" });
        await jo.until("document.querySelector('.code').checkVisibility()");
        law("the end of the party ends the link", await jo.evaluate("localStorage['downbeat.token'] === undefined"));
        await host({ do: "party.open", patienceMinutes: 0 });
        const { code } = await server.get("rooms/main/party/invitation");
        await jo.evaluate(`(({ form }) => { form.elements.code.value = ${JSON.stringify(code.toLowerCase())}; form.requestSubmit(); })({ form: document.querySelector('.code') })`);
        await jo.until("!document.querySelector('.code').checkVisibility() && document.querySelector('.word').textContent === ''");
        law("the code of the next party opens the page without a link", true);
        for (const page of [mira, jo]) await page.close();
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

async function search(page, text) {
    await page.click(".search input");
    await page.evaluate(`(({ input }) => { input.value = ${JSON.stringify(text)}; input.dispatchEvent(new Event('input', { bubbles: true })); })({ input: document.querySelector('.search input') })`);
}

async function command(server, token, wish) {
    const response = await fetch(`${server.address}/api/v1/rooms/main/commands`, {
        method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify(wish),
    });
    if (!response.ok) throw new Error(`${wish.do}: ${response.status} ${await response.text()}`);
    return response.json();
}
