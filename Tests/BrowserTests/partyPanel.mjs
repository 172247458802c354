import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";
import { makeSongs } from "./stage/songs.mjs";

const songS = 120; // none ends meanwhile
const hostile = "<img src=x onerror=alert(1)>";

/** A party's panel for its host, and its poster on a television. */
export default async function partyPanel({ browser, query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const [kept, music] = [join(folder, "data"), join(folder, "music")];
    makeSongs(music, 6, songS);
    const server = new Server({ kept, music, query, isOpen: false, options: ["--address", "http://party.local"] });
    try {
        await server.start();
        const tracks = await server.analyzed(6);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const host = await browser.open({ url: `${server.pageAddress()}#token=${token}`, apart: true });
        await host.until("globalThis.downbeat?.scene && document.body.dataset.role === 'owner'");
        const television = await browser.open({ url: server.pageAddress("kiosk=1"), width: 960, height: 540, apart: true });
        await television.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live'");

        await host.click("[data-act=menu]");
        await host.until("document.querySelector('.menu-sheet [data-act=party]')?.checkVisibility()");
        await host.evaluate("document.querySelector('.menu-sheet [data-act=party]').click()");
        await host.until("document.querySelector('.party-open')?.checkVisibility()");
        await host.click(".party-open");
        await host.until("document.querySelector('.party-come img')?.src.startsWith('data:') && document.querySelector('.party-come').checkVisibility()");
        law("the host opens a party, and the panel shows how guests come", await host.evaluate("document.querySelector('.party-come').textContent.includes('party.local/party')"));

        const send = (key) => async (wish) => (await fetch(`${server.address}/api/v1/rooms/main/commands`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` }, body: JSON.stringify({ ...wish, person: key }) })).json();
        await send()({ do: "party.set", patienceMinutes: 0 });
        await send()({ do: "play", track: tracks.get("Song 0").id });
        const [mira, jo] = [send((await send()({ do: "party.join", name: hostile, colour: 1 })).key), send((await send()({ do: "party.join", name: "Jo", colour: 4 })).key)];
        for (const song of [1, 2]) await mira({ do: "party.ask", track: tracks.get(`Song ${song}`).id, dedication: hostile });
        await jo({ do: "party.ask", track: tracks.get("Song 3").id });
        const titles = "[...document.querySelectorAll('[aria-label=Requests] .party-row span')].map(({ textContent }) => textContent.split(' · ')[0]).join()";
        await host.until(`${titles} === 'Song 1,Song 3,Song 2'`);
        law("what guests ask for comes in turns", true);
        await press(host, "[aria-label=Requests] .party-row:nth-child(2) [aria-pressed]");
        await host.until(`${titles} === 'Song 3,Song 1,Song 2'`);
        await press(host, "[aria-label=Requests] .party-row:nth-child(3) [aria-label=Up]");
        await host.until(`${titles} === 'Song 3,Song 2,Song 1'`);
        law("the host pins and moves songs", true);

        await press(host, ".party-acts button:nth-child(3)");
        await television.until("document.querySelector('.poster')?.checkVisibility() && document.querySelectorAll('.poster-next li').length === 3 && document.querySelector('.poster-come').checkVisibility()");
        law("the host puts the poster on all screens, with the next three and the code", await television.evaluate("document.querySelector('.poster-come').textContent.includes('party.local/party')"));
        law("names are text there, too", await television.evaluate(`document.querySelector('.poster-next').textContent.includes(${JSON.stringify(hostile)}) && !document.querySelector('.poster-songs img')`));
        law("it leaves the place of the title card to it", await television.evaluate("document.body.classList.contains('posted')"));
        const { requests } = await untilSo(() => server.get("rooms/main/party"), ({ requests: waiting }) => waiting.length === 3);
        await jo({ do: "party.vote", entry: requests[1].entry, vote: "up" });
        await television.until("document.querySelector('.poster-votes')?.textContent === '▲ 1'");
        law("a vote is seen on it", true);
        await press(host, ".party-acts button:nth-child(1)");
        await television.until("document.querySelector('.poster-title').textContent === 'Song 3' && document.querySelector('.poster-asked').textContent === 'Asked for by Jo'");
        law("after a skip it says who asked for what plays", true);

        await host.until("downbeat.scene.about?.asked?.name === 'Jo'");
        law("and so does the title card of screens without it", true);

        await press(host, "[aria-label=Requests] .party-row:nth-child(1) > button:nth-of-type(4)");
        await host.evaluate("(({ form }) => { form.elements.reason.value = 'too slow'; form.requestSubmit(); })({ form: document.querySelector('[aria-label=Requests] .party-row form') })");
        await host.until("document.querySelectorAll('[aria-label=Requests] .party-row').length === 1");
        law("the host refuses a song", true);
        await press(host, "[aria-label=People] .party-row:nth-child(2) .party-mute");
        await host.until("document.querySelector('[aria-label=People] .party-row:nth-child(2)').textContent.includes('muted')");
        law("and mutes a guest", (await jo({ do: "party.ask", track: tracks.get("Song 4").id })).detail === "The host has muted you.");
        await host.evaluate("(({ select }) => { select.value = 'votes'; select.dispatchEvent(new Event('change')); })({ select: document.querySelector('.party-rules select') })");
        await untilSo(() => server.get("rooms/main/party"), ({ rules }) => rules.order === "votes");
        law("the rules are changed as they are chosen", (await server.get("rooms/main/party")).rules.order === "votes");
        await press(host, ".party-acts button:nth-child(4)");
        await host.until("document.querySelector('.party-acts button:nth-child(4)').textContent === 'Take the last call back'");
        law("the last song is called", (await server.get("rooms/main/party")).lastCall !== null);

        await press(host, "[aria-label=End] button");
        await host.until("document.querySelector('.party-open')?.checkVisibility()");
        await television.until("!document.querySelector('.poster').checkVisibility()");
        law("at its end the poster goes", true);
        await host.evaluate("[...document.querySelectorAll('.party-sheet button')].find(({ textContent }) => textContent.startsWith('Keep')).click()");
        const { items } = await untilSo(() => server.get("playlists"), ({ items: lists }) => lists.some(({ name }) => name.startsWith("Party ")));
        law("its songs are kept as a playlist", items.some(({ name }) => name.startsWith("Party ")));
        law("nothing went wrong on the pages", host.troubles.length + television.troubles.length === 0, [...host.troubles, ...television.troubles].join("; "));
        for (const page of [host, television]) await page.close();
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Presses a button of the panel, which may be beyond what is scrolled into view. */
async function press(page, selector) {
    await page.until(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`);
    await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
}
