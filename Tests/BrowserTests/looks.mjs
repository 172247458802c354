import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";

/** A look is saved under a name, shown in another room's page at once, chosen there, renamed and deleted. */
export default async function looks({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept });
    try {
        await server.start();
        const [one, other] = [await opened(browser, server, ""), await opened(browser, server, "room=bar")];
        await listening(server, [one, other]);
        await server.command({ do: "look", style: "wave", colour: "gold", seed: 7, points: 20 });
        await one.until("downbeat.scene.settings.style === 'wave' && downbeat.scene.settings.seed === 7");
        await one.evaluate("document.querySelector('.save-look').click()");
        await one.until("document.querySelector('dialog[open] input[type=text]')");
        await one.evaluate("document.querySelector('dialog[open] input[type=text]').value = 'Golden hour'");
        await one.evaluate("document.querySelector('dialog[open] form').requestSubmit()");
        for (const page of [one, other]) await page.until(`${names} === 'Golden hour'`);
        law("a look that is saved appears on the pages of all rooms", true);
        await one.until("document.querySelector('.saved-look input').checked");
        law("where it is shown it is marked", !(await other.evaluate("document.querySelector('.saved-look input').checked")));
        await other.evaluate("document.querySelector('.saved-look input').click()");
        await other.until("downbeat.scene.settings.style === 'wave'");
        const shown = await other.evaluate("(({ style, colour, seed, points }) => [style, colour, seed, points].join())(downbeat.scene.settings)");
        law("chosen in another room it is the same there", shown === "wave,gold,7,20", shown);

        await choose(one, "Rename");
        await one.until("document.querySelector('dialog[open] input[type=text]')?.value === 'Golden hour'");
        await one.evaluate("document.querySelector('dialog[open] input[type=text]').value = 'Evening'");
        await one.evaluate("document.querySelector('dialog[open] form').requestSubmit()");
        for (const page of [one, other]) await page.until(`${names} === 'Evening'`);
        law("it is renamed everywhere", true);
        await choose(other, "Delete");
        await other.until("document.querySelector('dialog.sure-sheet')?.open");
        await other.evaluate("document.querySelector('dialog.sure-sheet [type=submit]').click()");
        for (const page of [one, other]) await page.until(`${names} === '' && document.querySelector('[data-field=saved]').hidden`);
        law("deleted it is gone everywhere, and screens that show it stay as they are", (await other.evaluate("downbeat.scene.settings.style")) === "wave");
        law("nothing went wrong in it", one.troubles.length + other.troubles.length === 0, [...one.troubles, ...other.troubles].slice(0, 3).join(", "));
        for (const page of [one, other]) await page.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

const names = "[...document.querySelectorAll('.saved-look .choice span')].map(({ textContent }) => textContent).join()";

/** A page with its visuals open. */
async function opened(browser, server, query) {
    const page = await browser.open({ url: server.pageAddress(query), width: 1000, height: 800, apart: true });
    await page.until("globalThis.downbeat?.scene && document.body.dataset.sync === 'sync'");
    await page.evaluate("document.querySelector('[data-act=library]').click()");
    await page.until("!document.querySelector('.drawer').hidden && document.querySelector('#panel-library').children.length > 0");
    await page.evaluate("document.querySelector('#tab-look').click()");
    await page.until("document.querySelector('.save-look')?.checkVisibility()");
    return page;
}

/** Until pages hear of the library's changes: a stream that has just been asked for may not be there yet. */
async function listening(server, pages) {
    const send = (method, path, body) => fetch(`${server.address}/api/v1/looks${path}`, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
    const { id } = await (await send("POST", "", { name: "Heard", look: { style: "line" } })).json();
    for (const page of pages) {
        await untilSo(async () => {
            await send("PATCH", `/${id}`, { look: { style: "line" } });
            return page.evaluate(`${names} === 'Heard'`);
        }, Boolean);
    }
    await send("DELETE", `/${id}`);
    for (const page of pages) await page.until(`${names} === ''`);
}

async function choose(page, words) {
    await page.evaluate("document.querySelector('.look-more').click()");
    await page.until("document.querySelector('[role=menu]')");
    await page.evaluate(`[...document.querySelectorAll("[role=menuitem]")].find(({ textContent }) => textContent === "${words}").click()`);
}
