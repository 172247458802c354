import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { fileOf } from "./stage/music.mjs";
import { png } from "./stage/png.mjs";
import { Server } from "./stage/server.mjs";

const sizes = [[390, 844], [1440, 900], [3840, 2160]];
const sheet = "document.querySelector('.tags-sheet')";
const button = (words) => `[...${sheet}.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(words)})`;

/** The owner edits the tags of a track and of several, by keys alone, sees what will change and how it went, and undoes it. With $SHOTS it leaves pictures in that folder. */
export default async function tags({ browser, query, law }) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const music = join(folder, "music");
    mkdirSync(music);
    for (const [index, name] of ["First", "Second", "Third"].entries()) {
        writeFileSync(join(music, `${name}.wav`), fileOf({ name, bpm: 100 + 20 * index, seconds: 8, clicks: true }));
    }
    const server = new Server({ query, kept: join(folder, "kept"), music, options: ["--edit-tags"] });
    try {
        await server.start();
        await server.analyzed(3);
        for (const [width, height] of sizes) await edited({ browser, server, law, width, height });
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

async function edited({ browser, server, law, width, height }) {
    const page = await browser.open({ url: server.pageAddress("quality=4"), width, height });
    const size = `${width}x${height}`;
    const happens = (sentence, expression) => page.until(expression).then(() => law(`${size}: ${sentence}`, true), (error) => law(`${size}: ${sentence}`, false, error.message));
    /** Moves the focus by the Tab key until a condition on the focused element holds. */
    const tabTo = async (condition) => {
        for (let steps = 0; steps < 60; steps += 1) {
            if (await page.evaluate(`((here) => ${condition})(document.activeElement)`)) return;
            await page.key("Tab");
        }
        throw new Error(`${size}: the Tab key never comes to ${condition}`);
    };
    const press = async (words) => {
        await page.until(`${button(words)}`);
        await tabTo(`here === ${button(words)}`);
        await page.key("Enter");
    };
    const type = async (fields) => {
        for (const [name, value] of Object.entries(fields)) {
            await tabTo(`here === ${sheet}.querySelector('[name=${name}]')`);
            await page.evaluate("document.activeElement.select()");
            await page.call("Input.insertText", { text: value });
        }
    };
    const shoot = async (name) => {
        if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/tags-${name}-${size}.png`, await page.shot());
    };
    await page.until("document.body.dataset.role === 'owner'");
    await page.evaluate("Promise.all(['acts', 'drawer', 'sheets'].map((name) => import(`./ui/${name}.js`)))");
    await page.key("b");
    await page.evaluate("location.hash = '#library=tracks'");
    await page.until("document.querySelectorAll('#panel-library .rows .row').length === 3");
    // Keys alone: the menu of the first row, its last entry, and the form's first field.
    const last = await untilSo(async () => { // again, if the list was read anew meanwhile: that closes the menu
        await page.evaluate("document.querySelector('#panel-library [data-at=\"0\"] .more').focus()");
        await page.key("Enter");
        await page.until("document.activeElement.matches('.menu [role=menuitem]')");
        await page.key("End");
        return page.evaluate("document.activeElement.textContent");
    }, (words) => words === "Edit tags…");
    law(`${size}: the menu of a track ends with its tags`, last === "Edit tags…");
    await page.key("Enter");
    await happens("the editor shows the tags", `${sheet}?.open && ${sheet}.querySelector('[name=title]').value !== ''`);
    law(`${size}: nothing is wider than the window`, await page.evaluate(`${sheet}.scrollWidth <= ${sheet}.clientWidth && ${sheet}.getBoundingClientRect().right <= innerWidth`));
    await shoot("track");
    await press("Preview changes");
    await happens("without a change it says so", `${sheet}.querySelector('[role=alert]').textContent === 'Nothing is changed yet.'`);
    const title = `Song ✓ ${width}`;
    await type({ title, year: "1969", lyrics: "La\nla" });
    await press("Preview changes");
    await happens("what will change is shown first", `${sheet}.querySelectorAll('.tags-change').length >= 3 && ${sheet}.querySelector('ins').textContent === ${JSON.stringify(title)}`);
    await shoot("preview");
    law(`${size}: and nothing is written before`, (await server.get("tracks?q=song")).items.every((track) => track.title !== title));
    await press("Save");
    await happens("then it is saved", `/^1 track saved/.test(${sheet}.querySelector('.tags-step').textContent)`);
    await happens("and listed at once", `fetch('api/v1/tracks').then((answer) => answer.json()).then(({ items }) => items.some((track) => track.title === ${JSON.stringify(title)} && track.year === 1969))`);
    await page.evaluate(`${button("Done")}.dataset.before = "undo"`);
    await press("Undo");
    await happens("it can be undone", `fetch('api/v1/tracks').then((answer) => answer.json()).then(({ items }) => items.every((track) => track.title !== ${JSON.stringify(title)}))`);
    await page.until(`${button("Done")} && !${button("Done")}.dataset.before`); // until the page itself knows, too: it then shows its buttons anew
    await press("Done");
    await several({ page, server, law, happens, press, tabTo, type, shoot, size, width });
    await page.close();
}

async function several({ page, server, law, happens, press, tabTo, type, shoot, size, width }) {
    await page.until("document.querySelectorAll('#panel-library .rows .row').length === 3");
    await page.evaluate("document.querySelector('#panel-library [data-at=\"0\"] .row-main').focus()");
    for (let row = 1; row < 3; row += 1) await page.key("ArrowDown", 8);
    await page.until("document.querySelector('.selection-count')?.textContent === '3 tracks selected'");
    await tabTo("here.matches('.selection-bar button') && here.textContent === 'Edit tags…'");
    await shoot("selected");
    await page.key("Enter");
    await happens("the editor of several shares what they share", `${sheet}?.open && !${sheet}.querySelector('[name=title]') && ${sheet}.querySelector('[name=artist]')`);
    const artist = `Artist of ${size}`;
    await type({ artist, albumArtist: artist, genre: "Clicks" });
    const colour = [width % 250, 200, 220];
    const cover = Buffer.from(png(64, 64, () => colour)).toString("base64");
    await page.evaluate(`(async () => {
        const file = new File([Uint8Array.from(atob("${cover}"), (letter) => letter.charCodeAt(0))], "cover.png", { type: "image/png" });
        const data = new DataTransfer();
        data.items.add(file);
        ${sheet}.querySelector(".tags-cover").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await happens("a picture can be dropped", `${sheet}.querySelector('.tags-cover-words').textContent === 'New cover'`);
    await shoot("album");
    await press("Preview changes");
    await page.until(`${button("Save")}`);
    await press("Save");
    await happens("all are saved", `/^3 tracks saved/.test(${sheet}.querySelector('.tags-step').textContent)`);
    const shown = `document.querySelector('#panel-library [data-at="0"] .cover img')`;
    await happens("and their covers are shown at once", `${shown}.complete && (${colourAt})(${shown}).join() === '${colour.join()}'`);
    await shoot("report");
    const { items } = await server.get("tracks");
    law(`${size}: with the same artist, and their own titles`, items.every((track) => track.artist.name === artist && track.hasCover !== false) && new Set(items.map(({ title }) => title)).size === 3);
    await press("Done");
    await happens("the editor closes", `!${sheet}`);
}

/** The colour in the middle of a picture. Runs in the page. */
function colourAt(picture) {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.drawImage(picture, 0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}
