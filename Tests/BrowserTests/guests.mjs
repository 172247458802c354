import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

/** A party: the owner makes a link on the page, and guests add and vote with it until it is revoked. */
export default async function guests({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    try {
        await server.start();
        await server.analyzed(2);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const owner = await browser.open({ url: `${server.pageAddress()}#token=${token}`, apart: true });
        await owner.until("document.body.dataset.role === 'owner' && document.body.dataset.track === 'some'");
        const link = await madeLink(owner);
        law("the owner makes a link for guests on the page", /#token=[a-z2-9]{26}$/.test(link), link.replace(/#.*/, "#…"));

        const pages = [];
        for (let number = 0; number < 2; number += 1) pages.push(await browser.open({ url: link, apart: true }));
        const [one, other] = pages;
        for (const page of pages) await page.until("document.body.dataset.role === 'guest' && document.body.dataset.track === 'some'");
        const shown = await one.evaluate("[...document.querySelectorAll('.transport button')].filter((button) => button.checkVisibility()).map((button) => button.dataset.act).join()");
        law("a guest has a vote in place of the player's buttons", shown === "vote", shown);
        const vote = (words) => `document.querySelector('.vote-button').textContent === 'Vote to skip · ${words}'`;
        await one.until(vote("0 of 2"));
        const title = await one.evaluate("document.querySelector('.now-title').textContent");
        await one.click("[data-act=vote]");
        await other.until(vote("1 of 2"));
        law("one vote of two skips nothing", await other.evaluate("document.querySelector('.now-title').textContent") === title, title);
        await other.key("n");
        await one.until(`document.querySelector('.now-title').textContent !== ${JSON.stringify(title)}`);
        law("two votes skip", true);

        await one.click(".sound [data-act=library]");
        await one.until("document.querySelector('#panel-library .list .card .more')");
        await one.evaluate("document.querySelector('#panel-library .list .card .more').click()");
        await one.evaluate("[...document.querySelectorAll('.menu-item')].find(({ textContent }) => textContent === 'Add to queue').click()");
        await one.until("document.querySelector('.undo-toast')?.textContent.includes('Added')");
        law("a guest adds to the queue", true);
        await one.click("#tab-queue");
        const own = "[...document.querySelectorAll('#panel-queue .row > .icon-button:last-child')].filter((button) => button.checkVisibility())";
        await one.until(`${own}.length > 0`);
        const counts = `[document.querySelectorAll('#panel-queue .row').length, ${own}.length].join()`;
        const [rows, owned] = (await one.evaluate(counts)).split(",").map(Number);
        await one.evaluate(`${own}[0].click()`);
        await one.until(`${counts} === "${rows - 1},${owned - 1}"`);
        law("and removes one of the tracks that it has added, and sees no button at the others", owned < rows, `${owned} of ${rows}`);

        await other.evaluate("document.querySelector('[data-act=menu]').click()");
        await other.until("document.querySelector('[data-act=leave]')?.checkVisibility()");
        await other.leave("document.querySelector('[data-act=leave]').click()");
        await other.until("document.body.dataset.role === 'viewer' && document.body.dataset.track === 'some'");
        law("a guest who only wants to watch gives the link up, also after the reload", await other.evaluate("localStorage['downbeat.token'] === undefined"));

        await owner.evaluate("document.querySelector('.links [aria-label^=Revoke]').click()");
        await one.until("document.body.dataset.role === 'viewer'");
        law("a revoked link makes its guests viewers at once", true);
        for (const page of [owner, ...pages]) await page.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

/** The link that the page shows after it was asked for one. */
async function madeLink(page) {
    await page.click(".sound [data-act=library]");
    await page.until("document.querySelector('#tab-screens').checkVisibility()");
    await page.click("#tab-screens");
    await page.until("document.querySelector('#panel-screens [data-act=invite]')");
    await page.click("#panel-screens [data-act=invite]");
    await page.until("document.querySelector('.links-sheet')?.open");
    await page.evaluate("document.querySelector('.link-form').requestSubmit()");
    await page.until("document.querySelector('.link-shown input')");
    return page.evaluate("document.querySelector('.link-shown input').value");
}
