import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileOf, pieces } from "./stage/music.mjs";
import { Server } from "./stage/server.mjs";

const sizes = [[390, 844], [1440, 900], [3840, 2160]];
const rows = "[...document.querySelectorAll('.upload')]";
const stateOf = (name) => `${rows}.find((row) => row.querySelector('.upload-name').textContent === ${JSON.stringify(name)})?.querySelector('.upload-state').textContent`;

/** The owner adds music from the page: files are dropped or chosen, and told what became of each. With $SHOTS it leaves pictures in that folder. */
export default async function uploads({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const folder = join(kept, "uploads");
    mkdirSync(folder);
    const server = new Server({ query, kept: join(kept, "data"), isOpen: false, options: ["--upload-folder", folder] });
    try {
        await server.start();
        const token = readFileSync(join(kept, "data", "token"), "utf8").trim();
        const page = await browser.open({ url: `${server.pageAddress("quality=4")}#token=${token}`, width: 1280, height: 800, apart: true });
        const happens = (sentence, expression) => page.until(expression).then(() => law(sentence, true), async () => law(sentence, false, await page.evaluate("document.querySelector('.uploads-body')?.textContent")));
        await page.until("document.body.dataset.role === 'owner'");
        await page.evaluate("Promise.all(['acts', 'drawer'].map((name) => import(`./ui/${name}.js`)))");
        await page.key("b");
        const link = "[...document.querySelectorAll('#panel-library .home .row-main')].find(({ textContent }) => textContent.startsWith('Add music'))";
        await page.until(link);
        await page.evaluate(`${link}.click()`);
        await happens("the library leads to a place for files", "location.hash === '#library=uploads' && document.querySelector('.drop-zone button')?.checkVisibility()");
        law("files can be chosen by keyboard, too", await page.evaluate("(() => { const button = document.querySelector('.drop-zone button'); button.focus(); return document.activeElement === button; })()"));

        const song = fileOf(pieces.find(({ clicks }) => clicks));
        await page.evaluate(`globalThis.song = Uint8Array.from(atob("${song.toString("base64")}"), (letter) => letter.charCodeAt(0)); undefined`);
        await page.evaluate(`(${drop})([["Clicks.wav", song], ["no music.mp3", "This is no music."], ["cover.jpg", "x"]])`);
        await happens("a song that is dropped is added", `${stateOf("Clicks.wav")} === 'Added'`);
        await happens("what is no music is not, and it is said why", `${stateOf("no music.mp3")} === 'Not added' && ${rows}.at(-1).querySelector('.upload-trouble').textContent.includes('not stored')`);
        await happens("what lies beside music is left out", "document.querySelector('.uploads-head .note').textContent.includes('1 file left out')");
        law("its bytes are in the folder", readFileSync(join(folder, "Clicks.wav")).equals(song) && readdirSync(folder).length === 1);
        law("and it is in the library", (await server.get("tracks")).items.some(({ title }) => title === "Clicks at 120"));
        await page.evaluate(`(${drop})([["Other name.wav", song]])`);
        await happens("the same sound again is told", `${stateOf("Other name.wav")} === 'In the library already'`);
        law("and not stored", readdirSync(folder).length === 1);
        await page.evaluate("[...document.querySelectorAll('.uploads-head button')].find(({ textContent }) => textContent === 'Clear').click()");
        await happens("the list is cleared of what is done", `${rows}.length === 1`);
        law("nothing of it stays on the device", await page.evaluate("localStorage.getItem('uploads')") === "{}");
        law("no error in the console", page.troubles.length === 0, page.troubles.join("; "));
        await page.close();
        for (const [width, height] of sizes) await atSize({ browser, server, law, token, width, height });
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

/** At every size the place for files fits, and the Tab key leads to it from the head of the library. */
async function atSize({ browser, server, law, token, width, height }) {
    const page = await browser.open({ url: `${server.pageAddress("quality=4")}#token=${token}`, width, height, apart: true });
    const size = `${width}x${height}`;
    await page.until("document.body.dataset.role === 'owner'");
    await page.evaluate("Promise.all(['acts', 'drawer'].map((name) => import(`./ui/${name}.js`)))");
    await page.key("b");
    await page.evaluate("location.hash = '#library=uploads'");
    await page.until("document.querySelector('.drop-zone button')?.checkVisibility()");
    await page.evaluate(`(${drop})([["A name that is so long that no phone could ever show all of it in one line.mp3", "This is no music."]])`);
    await page.until(`${rows}.at(-1)?.querySelector('.upload-state').textContent === 'Not added'`);
    const wide = await page.evaluate(`(() => {
        const panel = document.querySelector('#panel-library'), { left, right } = panel.getBoundingClientRect();
        return [...panel.querySelectorAll('.drop-zone, .upload, .upload *')].filter((part) => part.checkVisibility() && (part.getBoundingClientRect().left < left - 1 || part.getBoundingClientRect().right > right + 1)).map(({ className }) => className);
    })()`);
    law(`${size}: nothing of it is wider than its panel`, wide.length === 0, wide.join(", "));
    let steps = 0;
    while (steps < 60 && !await page.evaluate("document.activeElement.matches('.drop-zone button')")) {
        await page.key("Tab");
        steps += 1;
    }
    law(`${size}: the Tab key leads to the choice of files`, steps < 60, `${steps} steps`);
    if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/uploads-${size}.png`, await page.shot());
    await page.close();
}

/** Drops files on the page. Runs in it. */
function drop(files) {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of files) dataTransfer.items.add(new File([content], name));
    for (const kind of ["dragover", "drop"]) document.querySelector(".drop-zone").dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
}
