import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contrastOf } from "./access.mjs";
import { Server } from "./stage/server.mjs";
import { visible } from "./stage/visible.mjs";

const leastContrast = 4.5;
const sizes = [[390, 844], [1440, 900], [3840, 2160]];

/** The console of the owner, at /debug. */
export default async function console({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    try {
        await server.start();
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const page = await browser.open({ url: `${server.address}/debug`, width: 1440, height: 900, apart: true });
        await page.until("!document.querySelector('.key').hidden");
        law("a stranger is asked for the key, and sees no line", await page.evaluate("document.querySelector('main').hidden && document.querySelectorAll('.lines li').length === 0"));
        await page.until("document.activeElement.name === 'key'");
        await page.call("Input.insertText", { text: `${server.address}/#token=${token}` });
        await page.key("Enter");
        await page.until("document.querySelectorAll('.lines li').length > 0");
        law("the owner sees the log", await page.evaluate("/listening/.test(document.querySelector('.lines').textContent)"));
        law("and not the key", !(await page.evaluate("document.body.outerHTML")).includes(token));
        await filtering(page, server, law);
        await page.until("document.querySelectorAll('.panels .card').length === 6 && /Memory/.test(document.querySelector('.panels').textContent)");
        law("panels tell the server's state", await page.evaluate("/Running for.*Memory/s.test(document.querySelector('.panels').textContent) && /Covers/.test(document.querySelector('.panels').textContent)"), await page.evaluate("document.querySelector('.panels').textContent.slice(0, 80)"));
        for (const scheme of ["dark", "light"]) {
            await page.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
            for (const [width, height] of sizes) await looks(page, law, scheme, width, height);
        }
        law("nothing went wrong in it", page.troubles.filter((trouble) => !trouble.includes("401")).length === 0, page.troubles.slice(0, 3).join(", "));
        await page.close();
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

const rows = "[...document.querySelectorAll('.lines li')]";

async function filtering(page, server, law) {
    await page.evaluate("const { level } = document.querySelector('.tools'); level.value = 'debug'; level.dispatchEvent(new Event('input', { bubbles: true }))");
    await page.until("document.querySelector('.state').textContent === 'Live'");
    const asked = async (path) => {
        await fetch(`${server.address}/${path}`);
        return page.until(`${rows}.some(({ textContent }) => textContent.includes('${path}'))`).then(() => true, () => false);
    };
    // The stream may just be asked for again.
    let isThere = false;
    for (let tries = 0; tries < 5 && !isThere; tries += 1) isThere = await asked(`version?try=${tries}`.split("?")[0]);
    law("lines of the level debug come as they are logged, while they are wanted", isThere);
    await page.evaluate("document.activeElement.blur()");
    await page.key("/");
    await page.call("Input.insertText", { text: "version GET" });
    law("words leave the lines that have all of them", await page.until(`${rows}.length > 0 && ${rows}.every(({ textContent }) => /version/.test(textContent) && /GET/.test(textContent))`).then(() => true, () => false));
    await page.evaluate("document.querySelector('.tools').words.value = ''; document.querySelector('.tools').words.dispatchEvent(new Event('input', { bubbles: true })); document.activeElement.blur()");
    await page.key("p");
    const before = await page.evaluate(`${rows}.length`);
    await fetch(`${server.address}/health`);
    law("P pauses, and the lines that come are counted", await page.until("/paused, [1-9]\\d* new/.test(document.querySelector('.count').textContent)").then(() => true, () => false) && (await page.evaluate(`${rows}.length`)) === before);
    await page.key("p");
    law("and goes on", await page.until(`${rows}.length > ${before}`).then(() => true, () => false));
    await page.evaluate("document.querySelector('.tools').delta.click()");
    law("times can be those between lines", await page.evaluate(`/^\\+\\d/.test(${rows}.at(-1).querySelector('time').textContent)`));
}

async function looks(page, law, scheme, width, height) {
    await page.size(width, height);
    const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    law(`${scheme} ${width}×${height}: the page does not scroll sideways`, over <= 0, `${over} px`);
    const { texts } = await page.evaluate(`(${visible})()`);
    const faint = texts.map((text) => ({ ...text, contrast: contrastOf(text) })).filter(({ contrast }) => contrast < leastContrast);
    law(`${scheme} ${width}×${height}: text stands out 4.5 to 1`, faint.length === 0, faint.slice(0, 4).map(({ words, contrast }) => `${words} ${contrast.toFixed(2)}`).join(", ") || `${texts.length} texts`);
}
