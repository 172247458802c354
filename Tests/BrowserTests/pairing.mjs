import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Server } from "./stage/server.mjs";

const letters = "[...document.querySelectorAll('.pairing-code span')].map(({ textContent }) => textContent).join('')";
const role = (name) => `document.body.dataset.role === '${name}'`;

/** Four letters across a room: a television asks to be let in, and one in control lets somebody in. */
export default async function pairing({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    try {
        await server.start();
        await server.analyzed(2);
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const open = async (size, hash = "") => {
            const page = await browser.open({ url: server.pageAddress() + hash, apart: true, ...size });
            await page.until("document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
            return page;
        };
        const television = await open({ width: 1920, height: 1080 });
        const phone = await open({ width: 390, height: 844 }, `#token=${token}`);
        await asks({ television, phone, law });
        const other = await open({ width: 1440, height: 900 });
        await offers({ owner: phone, other, law });
        for (const page of [television, phone]) law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
        for (const page of [television, phone, other]) await page.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

async function asks({ television, phone, law }) {
    await television.until(role("viewer"));
    await television.click(".play-button");
    await television.until("document.querySelector('.token-sheet[open]') !== null");
    await television.click(".token-sheet [data-act=ask]");
    await television.until(`document.querySelector('.pairing-sheet[open]') !== null && /^[B-Z]{4}$/.test(${letters})`);
    const tall = await television.evaluate("parseFloat(getComputedStyle(document.querySelector('.pairing-code')).fontSize)");
    law("who may only watch is shown four letters, as large as can be read from a sofa", tall >= 200, `${Math.round(tall)} px of 1080`);
    const code = await television.evaluate(letters);
    await phone.until(role("owner"));
    await phone.click(".sound [data-act=library]");
    await phone.until("document.querySelector('#tab-screens')?.checkVisibility()");
    await phone.click("#tab-screens");
    await phone.until("document.querySelector('.screens-pairing summary')?.checkVisibility()");
    await phone.click(".screens-pairing summary");
    await phone.until("document.querySelector('.pairing-field') !== null");
    await phone.evaluate(`(() => {
        document.querySelector(".pairing-input").value = ${JSON.stringify(code.toLowerCase())};
        document.querySelector(".pairing-field select").value = "host";
        document.querySelector(".pairing-field button").click();
    })()`);
    await television.until(role("host"));
    law("who types them in Screens lets it in, with the role that was chosen", true);
    await television.until("document.querySelector('.pairing-sheet[open]') === null && document.body.dataset.link === 'live'");
    await television.click(".sound [data-act=library]");
    await television.until("document.querySelector('#tab-screens')?.checkVisibility()");
    await television.click("#tab-screens");
    await television.until("document.querySelector('.screens-pairing summary')?.checkVisibility()");
    law("it asks no more, and only the owner could make it show a code for control", await television.evaluate(
        "!document.querySelector('#panel-screens [data-act=ask]').checkVisibility() && document.querySelector('[data-role-offered=host]').hidden"));
}

async function offers({ owner, other, law }) {
    await owner.click("[data-role-offered=guest]");
    await owner.until(`document.querySelector('.pairing-sheet[open]') !== null && /^[B-Z]{4}$/.test(${letters})`);
    const fits = await owner.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.pairing-sheet'))");
    law("the letters fit a phone, too", fits);
    const code = await owner.evaluate(letters);
    await other.until(role("viewer"));
    await other.click(".play-button");
    await other.until("document.querySelector('.token-sheet[open]') !== null");
    await other.evaluate(`document.querySelector(".token-input").value = ${JSON.stringify(code)}`);
    await other.click(".token-sheet .wide-button");
    await other.until(role("guest"));
    law("a code that is shown is typed elsewhere, and lets in", true);
}
