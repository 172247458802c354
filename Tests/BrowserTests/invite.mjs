import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

const leftS = 5; // of the track that plays when the server stops

/** An outage as people see it, and how they hand over the control: short codes, rooms. */
export default async function invite({ browser, server, tracks, query, law }) {
    await Promise.all([outage({ browser, server, tracks, law }), handedOver({ browser, query, law })]);
}

/** On a server with an owner: a phone is let in by a code, and rooms are made, named, left and deleted. */
async function handedOver({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const own = new Server({ query, kept, isOpen: false });
    try {
        await own.start();
        await own.analyzed(2);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const owner = await browser.open({ url: `${own.pageAddress()}#token=${token}`, apart: true });
        await owner.until("document.body.dataset.role === 'owner' && document.body.dataset.track === 'some'");
        await code(browser, own, owner, law);
        await rooms(owner, law);
        await owner.close();
    } finally {
        await own.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

async function code(browser, server, owner, law) {
    await owner.click("[data-act=menu]");
    await owner.until("document.querySelector('.menu-sheet [data-act=invite]')?.checkVisibility()");
    await owner.evaluate("document.querySelector('.menu-sheet [data-act=invite]').click()");
    await owner.until("document.querySelector('.links-sheet')?.open");
    await owner.evaluate("document.querySelector('.links-sheet [value=host]').click()");
    await owner.evaluate("document.querySelector('.link-form').requestSubmit()");
    await owner.until("document.querySelector('.invite-code strong')");
    const shown = await owner.evaluate("document.querySelector('.invite-code strong').textContent");
    law("the owner is shown a code of eight letters and digits", /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(shown), shown);
    await owner.evaluate("document.querySelector('.links-sheet').close()");

    const phone = await browser.open({ url: server.pageAddress(), width: 390, height: 844, apart: true });
    await phone.until("document.body.dataset.role === 'viewer' && document.body.dataset.track === 'some' && document.body.dataset.sync === 'sync'");
    await phone.click("[data-act=menu]");
    await phone.until("document.querySelector('.menu-sheet')?.open");
    await phone.click(".menu-sheet [data-act=code]");
    await phone.until("document.querySelector('.token-sheet')?.open");
    law("the menu leads to where a code is typed", true);
    await phone.key("Escape");
    await phone.until("!document.querySelector('.token-sheet').open");
    await phone.click(".play-button");
    await phone.until("document.querySelector('.token-sheet').open");
    const enter = (typed) => phone.evaluate(`(() => {
        document.querySelector(".token-sheet input").value = ${JSON.stringify(typed)};
        document.querySelector(".token-sheet form").requestSubmit();
    })()`);
    await enter("0000-0000");
    await phone.until("document.querySelector('.token-sheet .token-line').textContent.startsWith('There is no such code')");
    law("a wrong code is refused in the sheet, which stays", await phone.evaluate("document.querySelector('.token-sheet').open"));
    await enter(shown.toLowerCase().replace("-", " "));
    await phone.until("document.body.dataset.role === 'host'");
    await owner.until("document.querySelector('.play-button').ariaLabel === 'Play'");
    law("a phone that types the code controls the music", true);
    await phone.close();
}

async function rooms(page, law) {
    const heading = (words) => `document.querySelector(".room-name")?.textContent === ${JSON.stringify(words)} && document.body.dataset.role === "owner"`;
    const open = async () => {
        await page.click(".room-name");
        await page.until("document.querySelector('.rooms-sheet')?.open && document.querySelector('.rooms li')");
    };
    await page.evaluate("globalThis.stays = true");
    await open();
    await page.evaluate(`(() => {
        document.querySelector(".rooms-new input").value = "Küche & Bad";
        document.querySelector(".rooms-sheet > .rooms-new").requestSubmit();
    })()`);
    await page.until(`location.search.includes("room=") && ${heading("Küche & Bad")}`);
    law("a new room has the name that was typed, and the address follows", true, await page.evaluate("decodeURIComponent(location.search)"));
    await open();
    const lines = await page.evaluate("[...document.querySelectorAll('.room-row')].map((row) => row.textContent).join(' | ')");
    law("the rooms are listed with what plays and who is there", /Küche & BadThis roomNothing plays · 1 screen/.test(lines) && /Main room.* – .*· nobody here|Main roomPaused: /.test(lines), lines);
    await page.evaluate("[...document.querySelectorAll('.room-row')].find((row) => row.textContent.startsWith('Main room')).click()");
    await page.until(`!location.search.includes("room=") && ${heading("Main room")} && document.body.dataset.track === "some"`);
    await page.evaluate("history.back()");
    await page.until(`location.search.includes("room=") && ${heading("Küche & Bad")}`);
    law("the browser's way back leads to the room before", true);
    await page.evaluate("history.forward()");
    await page.until(`!location.search.includes("room=") && ${heading("Main room")}`);
    await open();
    await page.until("document.querySelector('.rooms [aria-label^=Delete]')").catch(async (error) => {
        throw new Error(`${error.message}: ${await page.evaluate("document.querySelector('.rooms').textContent + ' / ' + document.activeElement.outerHTML.slice(0, 200) + ' / ' + location.href + ' / ' + document.querySelector('.rooms-sheet').open")}`);
    });
    await page.evaluate("document.querySelector('.rooms [aria-label^=Delete]').click()");
    await page.until("document.querySelectorAll('.rooms li').length === 1");
    law("a room in which nobody is can be deleted", true);
    law("no room needed a reload, so sound that was allowed goes on", await page.evaluate("globalThis.stays === true"));
}

/** The server stands still while its socket stays open, as when a machine swaps or a network stalls: until the next track plays, and all has been said. */
async function outage({ browser, server, tracks, law }) {
    const order = ["Clicks at 120", "Song at 100", "Song at 175", "Song at 220"].map((title) => tracks.get(title).id);
    await server.command({ do: "play", tracks: order, position: 49 });
    const page = await browser.open({ url: server.pageAddress() });
    const kiosk = await browser.open({ url: server.pageAddress("kiosk=1") });
    const outages = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("outage.css"))`;
    for (const one of [page, kiosk]) await one.until(`document.body.dataset.sync === "sync" && ${outages}`);
    await page.until(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("acts.js"))`);
    await server.command({ do: "play", tracks: order, position: 60 - leftS });
    await page.until("document.querySelector('.now-title').textContent === 'Clicks at 120'");
    await page.evaluate(`(${noteOutage})()`);
    process.kill(server.id, "SIGSTOP");
    try {
        for (let press = 0; press < 2; press += 1) await page.click("[data-act=next]");
        await kiosk.until("document.querySelector('.outage').checkVisibility()");
        const sign = await kiosk.evaluate("document.querySelector('.outage').textContent");
        law("a kiosk says that the server is gone", sign === "Server not responding", sign);
        await page.until("document.querySelector('.chip-word').textContent === 'Offline'").then(() => law("the label says so, too", true), (error) => law("the label says so, too", false, error.message));
        await page.until("outage.words !== '' && document.querySelector('.now-title').textContent === 'Song at 100'");
    } finally {
        process.kill(server.id, "SIGCONT");
    }
    const { words, times } = await page.evaluate("outage");
    const past = times.find((time) => seconds(time.split(" of ")[0]) > seconds(time.split(" of ")[1])) ?? "";
    law("a press while the server stands still says that it is not responding", words === "Server not responding.", words);
    law("shown times never pass the end of the track", past === "", past);
    for (const one of [page, kiosk]) await one.until("document.body.dataset.link === 'live'");
    await kiosk.until("!document.querySelector('.outage').checkVisibility()");
    law("the sign goes when the server is back", true);
    // The second track plays, and a press obeyed late would have gone on to the third or fourth.
    const { track } = await server.get("rooms/main");
    law("two presses on Next that were not answered skip nothing later", track?.id === order[1], track?.title);
    await page.until(`document.querySelector('.now-title').textContent === ${JSON.stringify(track?.title)}`);
    await page.click("[data-act=next]");
    await page.until("document.querySelector('.now-title').textContent === 'Song at 175'");
    law("the next press skips one track", true);
    for (const one of [page, kiosk]) await one.close();
}

/** Notes what the page says, and each pair of times that it shows. Runs in the page. */
function noteOutage() {
    const find = (name) => document.querySelector(name);
    find(".toast").textContent = "";
    const outage = globalThis.outage = { words: "", times: [] };
    new MutationObserver(() => {
        outage.words ||= find(".toast").textContent;
        for (const times of [find(".seek-slider").ariaValueText, `${find(".time-passed").textContent} of ${find(".time-whole").textContent}`]) if (!outage.times.includes(times)) outage.times.push(times);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-valuetext"] });
}

function seconds(time) {
    return time.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}
