import { contrastOf } from "./access.mjs";
import { visible } from "./stage/visible.mjs";

const leastTarget = 44; // px (WCAG 2.5.5); links within text may be as high as a line, and the skip link is for keyboards only
const leastContrast = 4.5;
const sizes = [[390, 844], [1440, 900], [3840, 2160]];

/** The documentation page: reading, searching, links and examples. */
export default async function docs({ browser, server, tracks, law }) {
    await server.command({ do: "play", track: tracks.get("Song at 100").id, position: 5 });
    const page = await browser.open({ url: `${server.address}/docs`, width: 1440, height: 900 });
    await page.until("document.querySelector('.entry') && !document.querySelector('.coming')");
    law("/docs leads to the page", (await page.evaluate("location.pathname")) === "/docs/");
    await structure(page, law);
    await finding(page, law);
    await trying(page, law);
    for (const [width, height] of sizes) await looks(page, law, width, height);
    await steps(page, law);
    law("nothing went wrong in it", page.troubles.length === 0, page.troubles.slice(0, 3).join(", "));
    await page.close();
    await clients(browser, server, law);
    await menu(browser, server, law);
    await overlay(browser, server, law);
}

/** The layer for OBS. */
async function overlay(browser, server, law) {
    const page = await browser.open({ url: `${server.address}/?kiosk=1&bg=transparent&titles=off&style=circular`, width: 960, height: 540 });
    await page.until("globalThis.downbeat?.scene.playing && downbeat.scene.settings.background === 'transparent'");
    await page.painted();
    const corner = await page.evaluate("[...document.querySelector('canvas.stage').getContext('2d').getImageData(2, 2, 1, 1).data]");
    law("bg=transparent lets through what is behind the page", corner[3] < 8, `alpha ${corner[3]} of 255`);
    await page.close();
}

/** Each line of the start page leads to a place on this page. */
async function steps(page, law) {
    const lost = await page.evaluate(`[...document.querySelectorAll("#guide-start-which-page-is-for-you a[href^='#guide-']")].filter(({ hash }) => !document.getElementById(hash.slice(1))?.textContent).map(({ hash }) => hash)`);
    law("the start page leads to every page that it names", lost.length === 0, lost.join(" "));
    const elsewhere = await page.evaluate("[...document.querySelectorAll('pre code')].filter(({ textContent }) => textContent.includes('localhost:8080')).length");
    law("examples of the guide call this server", elsewhere === 0, `${elsewhere} do not`);
}

/** The page for lights and scripts. */
async function clients(browser, server, law) {
    const page = await browser.open({ url: `${server.address}/clients/?room=the%20bar`, width: 390, height: 844 });
    await page.until("document.querySelector('.room select')?.options.length > 1");
    const lines = await page.evaluate("[...document.querySelectorAll('pre code')].map(({ textContent }) => textContent)");
    law("lines for scripts call the server and the room that the page was opened for", lines.every((line) => line.includes(server.address) && !line.includes("8080/"))
        && lines.some((line) => line === `python3 beats.py '${server.address}/?room=the%20bar'`) && lines.includes(`bash beat.sh ${server.address} 'the bar'`), lines[0]);
    await page.evaluate(`(({ options }) => { const [main] = [...options].filter(({ value }) => value === "main"); main.selected = true; main.parentElement.dispatchEvent(new Event("change")); })(document.querySelector(".room select"))`);
    law("another room changes them", (await page.evaluate("document.querySelector('pre code').textContent")) === `python3 beats.py ${server.address}`);
    await page.evaluate("document.querySelector('pre + .copy').scrollIntoView({ block: 'center' })");
    await page.click("pre + .copy");
    law("each line can be copied", await page.until("/Copied|Selected/.test(document.querySelector('pre + .copy').textContent)").then(() => true, () => false));
    const files = await page.evaluate("[...document.querySelectorAll('a.get[download]')].map(({ href }) => href)");
    const answers = await Promise.all(files.map((file) => fetch(file).then(({ ok }) => ok)));
    law("every file can be downloaded", answers.length > 6 && answers.every(Boolean), `${answers.length} files`);
    await looks(page, law, 390, 844);
    await looks(page, law, 1440, 900);
    law("nothing went wrong on the page for scripts", page.troubles.length === 0, page.troubles.slice(0, 3).join(", "));
    await page.close();
}

/** The menu of the player, by the keyboard alone. */
async function menu(browser, server, law) {
    const page = await browser.open({ url: server.pageAddress(), width: 1280, height: 800 });
    await page.until("document.body.dataset.link === 'online' || globalThis.downbeat?.serverUs() !== undefined");
    await page.evaluate("document.querySelector('[data-act=menu]').focus()");
    await page.key("Enter");
    await page.until("document.querySelector('.menu-sheet')?.open");
    const rows = await page.evaluate("[...document.querySelectorAll('.menu-row')].map(({ href, textContent }) => ({ href, textContent }))");
    const found = await Promise.all(rows.filter(({ href }) => href).map(({ href }) => fetch(href).then(({ ok }) => ok)));
    law("the menu leads to the keys, the clients, the documentation and about", ["Keyboard", "Connect", "Documentation", "About"].every((name) => rows.some(({ textContent }) => textContent.startsWith(name))) && found.every(Boolean), rows.map(({ textContent }) => textContent.slice(0, 14)).join(", "));
    await page.evaluate("document.querySelector('.menu-sheet summary').click()");
    law("about tells the version and the server", await page.until(`/Downbeat \\d.*${new URL(server.address).host}.*main.*MIT/s.test(document.querySelector('.menu-about').textContent)`).then(() => true, () => false), await page.evaluate("document.querySelector('.menu-about').textContent"));
    await page.key("Escape");
    law("Escape closes it, and the focus is back", await page.until("!document.querySelector('.menu-sheet').open && document.activeElement.dataset.act === 'menu'").then(() => true, () => false));
    await page.close();
}

async function structure(page, law) {
    const { ids, links, markup, elsewhere } = await page.evaluate(`({
        ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
        links: [...document.querySelectorAll("a[href^='#']")].map((link) => decodeURIComponent(link.hash.slice(1))),
        markup: document.querySelector("main").textContent.match(/\`\`|\\*\\*|undefined|\\[object/g) ?? [],
        elsewhere: performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith(location.origin)),
    })`);
    law("every name is there once, and every link within the page leads somewhere", new Set(ids).size === ids.length && links.every((link) => ids.includes(link)), `${links.length} links`);
    law("no marks of the descriptions are left, and nothing is undefined", markup.length === 0, markup.join(" "));
    law("nothing comes from elsewhere", elsewhere.length === 0, elsewhere.join(" "));
}

async function finding(page, law) {
    const left = () => page.evaluate("[...document.querySelectorAll('.entry')].filter((entry) => entry.checkVisibility()).map(({ id }) => id)");
    const all = (await left()).length;
    await page.evaluate("document.activeElement.blur()");
    await page.key("/");
    await page.call("Input.insertText", { text: "queue.move" });
    const found = await left();
    law("words leave what has them", found.includes("do-queue.move") && found.length < 5, `${found.length} of ${all}`);
    await page.evaluate("location.hash = 'message-binaryFrames'");
    const place = "document.querySelector('#message-binaryFrames').getBoundingClientRect().top";
    await page.until(`${place} >= 0 && ${place} < innerHeight / 3`).then(() => law("a link into the page leads to what it names, also past the filter", true), async () => law("a link into the page leads to what it names, also past the filter", false, `at ${await page.evaluate(place)}`));
    law("the contents tell what is read", await page.until("document.querySelector('[aria-current]')?.hash === '#message-binaryFrames'").then(() => true, () => false));
}

async function trying(page, law) {
    await page.evaluate("location.hash = 'listTracks'; document.querySelector('#listTracks .try').open = true");
    await page.until("document.querySelector('#listTracks-q')");
    await page.evaluate("document.querySelector('#listTracks-q').focus()");
    await page.call("Input.insertText", { text: "song" });
    const line = await page.evaluate("document.querySelector('#listTracks .try code').textContent");
    law("the line says what the form says", line.endsWith("api/v1/tracks?q=song'"), line);
    await page.key("Enter");
    const answered = page.until(`document.querySelector('#listTracks .try-answer .json')?.textContent.includes('"title": "Song at 100"')`);
    law("what is asked for is answered", await answered.then(() => true, () => false), await page.evaluate("document.querySelector('#listTracks .try-answer')?.textContent.slice(0, 60)"));
    await page.evaluate("location.hash = 'socket'; document.querySelector('#socket .try').open = true");
    await page.until("document.querySelector('#watch-streams')");
    await page.evaluate("document.querySelector('#socket .try form').requestSubmit()");
    law("the socket shows beats", await page.until(`document.querySelector('#socket .following').textContent.includes('"type":"beat"')`).then(() => true, () => false));
    await page.evaluate("document.querySelector('#socket .try form').requestSubmit()");
    await page.evaluate("location.hash = 'listen'; document.querySelector('#listen .try').open = true");
    await page.until("document.querySelector('#listen .try form')");
    await page.evaluate("document.querySelector('#listen .try form').requestSubmit()");
    const button = "document.querySelector('#listen .try-form button').textContent";
    const told = await page.until(`document.querySelector('#listen .try-answer').textContent.startsWith('200') && ${button} === 'Stop'`).then(() => true, () => false);
    await page.evaluate("document.querySelector('#listen .try form').requestSubmit()");
    law("an answer without end is told, and can be stopped", told && (await page.until(`${button} === 'Send'`).then(() => true, () => false)));
}

async function looks(page, law, width, height) {
    await page.size(width, height);
    await page.evaluate("document.querySelectorAll('.fold:not(.try)').forEach((fold) => { fold.open = true; }); scrollTo(0, 0)");
    await page.painted();
    const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    law(`${width}×${height}: the page does not scroll sideways`, over <= 0, `${over} px`);
    const { controls, texts } = await page.evaluate(`(${visible})()`);
    const isThumb = width < 600;
    const small = controls.filter(({ words, right, left, bottom, top }) => !/^(a “|a\.skip|pre|div)/.test(words) && Math.min(right - left, bottom - top) < leastTarget - 0.5);
    if (isThumb) law(`${width}×${height}: targets of ${leastTarget} px and more`, small.length === 0, small.slice(0, 4).map(({ words }) => words).join(", "));
    const faint = texts.map((text) => ({ ...text, contrast: contrastOf(text) })).filter(({ contrast }) => contrast < leastContrast);
    law(`${width}×${height}: text stands out 4.5 to 1`, faint.length === 0, faint.slice(0, 4).map(({ words, contrast }) => `${words} ${contrast.toFixed(2)}`).join(", ") || `${texts.length} texts`);
}
