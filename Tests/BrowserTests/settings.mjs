import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

/** Settings that travel: the owner exports them on the page, and imports them after seeing what would change. */
export default async function settings({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    try {
        await server.start();
        await server.analyzed(1);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const page = await browser.open({ url: `${server.pageAddress()}#token=${token}`, width: 390, height: 844, apart: true });
        await page.until("document.body.dataset.role === 'owner'");
        await page.evaluate("document.querySelector('[data-act=menu]').click()");
        await page.until("document.querySelector('.menu-sheet')?.open");
        const rows = await page.evaluate("[...document.querySelectorAll('.menu-row')].filter((row) => row.checkVisibility()).map(({ textContent }) => textContent)");
        law("the owner's menu leads to the console and to the settings", ["Console", "Export and import"].every((name) => rows.some((row) => row.startsWith(name))), rows.join(", ").slice(0, 120));
        await page.evaluate("[...document.querySelectorAll('button.menu-row')].find(({ textContent }) => textContent.startsWith('Export and import')).click()");
        const sheet = "document.querySelector('dialog[aria-labelledby=settings-title]')";
        await page.until(`${sheet}?.open`);
        const song = { title: "Travelled", artist: "", notes: "", kit: "wood", piece: null, followsTrack: false, changedAt: 5 };
        const file = join(kept, "given.json");
        writeFileSync(file, JSON.stringify({ downbeat: "settings", version: 1, songs: [song] }));
        await page.call("DOM.enable");
        const { root } = await page.call("DOM.getDocument");
        const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector: "dialog[aria-labelledby=settings-title] input[type=file]" });
        await page.call("DOM.setFileInputFiles", { files: [file], nodeId });
        await page.until(`/Nothing is changed yet/.test(${sheet}.textContent)`);
        law("an import first shows what would change, and changes nothing", /Songs1 new/.test(await page.evaluate(`${sheet}.textContent`)) && (await songs(server, token)) === 0);
        law("the page does not scroll sideways", (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) <= 0);
        await page.key("Enter"); // the focus is on the button
        await page.until(`/Imported/.test(${sheet}.textContent)`);
        law("then it imports", (await songs(server, token)) === 1);
        await page.key("Escape");
        law("Escape closes it", await page.until(`!${sheet}.open`).then(() => true, () => false));
        await leads({ page, server, law });
        law("nothing went wrong in it", page.troubles.length === 0, page.troubles.slice(0, 3).join(", "));
        await page.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

/** Each row leads to where it is set, and tells how it stands. */
async function leads({ page, server, law }) {
    const rowOf = (name) => `[...document.querySelectorAll('.menu-row')].find((row) => row.firstChild.textContent === ${JSON.stringify(name)})`;
    const open = async () => {
        await page.evaluate("document.querySelector('[data-act=menu]').click()");
        await page.until("document.querySelector('.menu-sheet')?.open");
    };
    await open();
    const sections = await page.evaluate("[...document.querySelectorAll('.menu-sheet section')].filter((one) => one.checkVisibility()).map(({ ariaLabel }) => ariaLabel).join()");
    law("all settings are in one place", sections === "Playback,Sound,Visuals,Screens,Library,Servers,Access,About", sections);
    const places = [
        ["Playback", "document.querySelector('#panel-queue .playback')?.checkVisibility()"], ["Visuals", "document.querySelector('#panel-look .look')?.checkVisibility()"],
        ["Screens", "document.querySelector('#panel-screens .screens')?.checkVisibility()"], ["Music servers", "location.hash === '#library=servers'"],
    ];
    for (const [name, there] of places) {
        await page.evaluate(`${rowOf(name)}.click()`);
        await page.until(`!document.querySelector('.menu-sheet').open && ${there}`);
        await page.key("Escape");
        await page.until("document.querySelector('.drawer').hidden");
        await open();
    }
    law("playback, visuals, screens and servers are one press away", true);
    await page.evaluate(`${rowOf("Playback")}.click()`);
    const timer = "document.querySelector('.playback-sleep select')";
    await page.until(`${timer}?.checkVisibility()`);
    const choose = (value) => page.evaluate(`(() => {
        ${timer}.value = ${JSON.stringify(value)};
        ${timer}.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await choose("30");
    await page.until(`/^Pauses at \\d/.test(${timer}.selectedOptions[0].textContent)`);
    const { sleep, sent } = await server.get("rooms/main");
    law("the sleep timer tells when it pauses", Math.abs(sleep - sent - 1800e6) < 60e6, await page.evaluate(`${timer}.selectedOptions[0].textContent`));
    await choose("0");
    await page.until(`${timer}.selectedOptions[0].textContent === "Off"`);
    law("and is taken away again", (await server.get("rooms/main")).sleep === null);
}

async function songs(server, token) {
    const answer = await fetch(`${server.address}/api/v1/songs`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()).total;
}
