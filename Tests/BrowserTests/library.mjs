const list = "document.querySelector('#panel-library .list')";
const press = (selector) => `document.querySelector(${JSON.stringify(selector)}).click()`;

/** People find music in the library, and do with it what they like, by mouse, keys and addresses. */
export default async function library({ browser, server, tracks, law }) {
    await server.command({ do: "queue.clear" });
    const song = tracks.get("Song at 100");
    const page = await browser.open({ url: server.pageAddress("quality=4"), width: 1280, height: 800 });
    const happens = (sentence, expression, figure) => page.until(expression).then(() => law(sentence, true, figure), () => law(sentence, false, figure));
    await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live'");
    // On a busy machine a press whose code is not loaded yet would count as too late.
    await page.evaluate("Promise.all(['acts', 'drawer', 'sheets'].map((name) => import(`./ui/${name}.js`)))");
    await page.key("b"); // the bar may have gone
    // Other parts may have heard something.
    await happens("the library starts with the albums that were heard or added last", `/^Recently (played|added)$/.test(${list}?.querySelector('h3')?.textContent) && ${list}.querySelector('.card')`);

    const card = `${list}.querySelector('.card[data-album] .heart')`;
    const album = await page.evaluate(`(${card}.click(), ${card}.closest('.card').dataset.album)`);
    await happens("a heart on a cover makes an album a favourite", `${card}.ariaPressed === 'true'`);
    law("and the server keeps it", (await server.get(`albums/${album}`)).favourite === true);
    await page.evaluate(`${card}.click()`);
    await happens("until it is pressed again", `${card}.ariaPressed === 'false'`);
    await typed(page, "song");
    const found = "document.querySelectorAll('#panel-library [aria-label=Tracks] .row').length === 3";
    await happens("a search finds tracks as it is typed", found);
    await happens("how many results there are is said politely", "document.querySelector('#panel-library [role=status].heard-only').textContent === 'Found 3 tracks.'");
    await typed(page, "zzz");
    await happens("a search without results says so", `${list}.textContent === 'No results for “zzz”.'`);
    await typed(page, "metroonmes");
    await happens("a mistyped word finds the nearest, and says so", `/These are for “metronomes”/.test(${list}.querySelector('.search-instead')?.textContent) && ${list}.querySelector('.row, .card') !== null`);
    await page.key("Escape");
    law("Escape clears a search before it closes the drawer", await page.evaluate(`document.querySelector("#panel-library .search input").value === "" && document.querySelector(".drawer").checkVisibility()`));
    await typed(page, "made to");
    await page.until(`${list}.querySelector('[aria-label=Albums] .row-main')`);

    await page.evaluate(press("#panel-library [aria-label=Albums] .row-main"));
    await page.until(`${list}.querySelectorAll('.rows .row').length === 4`);
    const place = await page.evaluate("location.hash");
    law("an album has a page with an address", /^#library=album\/\d+$/.test(place), place);
    await page.leave("history.back()");
    await happens("the browser's Back button leads back to the search", `${list}.querySelector('[aria-label=Albums]') && location.hash.startsWith('#library=search')`);
    await page.leave("history.forward()");
    await page.until(`${list}.querySelectorAll('.rows .row').length === 4`);

    await page.evaluate("globalThis.before = true");
    await page.leave("location.reload()");
    await page.until("!globalThis.before && document.body.dataset.link === 'live'");
    await happens("after a reload the album is open again", `${list}?.querySelectorAll('.rows .row').length === 4`);
    await tracksOfAll({ page, server, song, law, happens });
    await page.close();
}

/** What can be done with rows, in the list of all tracks. */
async function tracksOfAll({ page, server, song, law, happens }) {
    await page.evaluate("location.hash = '#library=tracks'");
    const row = `${list}.querySelector('[data-track="${song.id}"]')`;
    await page.until(`${list}?.querySelectorAll('.rows .row').length === 4 && ${row}`);
    law("each row knows its place among all", await page.evaluate(`[...${list}.querySelectorAll('.rows .row')].map((row) => row.ariaPosInSet + '/' + row.ariaSetSize).join(' ')`) === "1/4 2/4 3/4 4/4");
    law("one row of the list is in the order of the tab key", await page.evaluate(`new Set([...${list}.querySelectorAll('.rows button')].filter(({ tabIndex }) => tabIndex === 0).map((button) => button.closest('li'))).size`) === 1);
    await page.evaluate(`${list}.querySelector('[data-at="0"] .row-main').focus()`);
    await page.key("ArrowDown");
    await happens("arrows move from row to row", "document.activeElement.closest('li')?.dataset.at === '1'");

    await page.evaluate(`document.activeElement.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))`);
    await happens("the menu key opens the menu of a row", "document.activeElement.matches('.menu [role=menuitem]') && document.activeElement.textContent === 'Play'");
    await page.key("ArrowDown");
    law("arrows move in it", await page.evaluate("document.activeElement.textContent") === "Play next");
    const entries = await page.evaluate("[...document.querySelectorAll('.menu [role=menuitem]')].map(({ textContent }) => textContent)");
    law("a server that edits no tags offers no editing", entries.includes("Show file") && !entries.includes("Edit tags…"), entries.join(", "));
    await page.key("Escape");
    await happens("Escape closes it, and the row has the focus again", "!document.querySelector('.menu') && document.activeElement.matches('.row .more')");

    await page.evaluate(`${row}.querySelector('.heart').click()`);
    await happens("a heart makes a track a favourite", `${row}.querySelector('.heart').ariaPressed === 'true'`);
    law("the server keeps it", (await server.get(`tracks/${song.id}`)).favourite === true);
    await page.evaluate(`${row}.querySelector('.heart').click()`);
    await happens("and no longer", `${row}.querySelector('.heart').ariaPressed === 'false'`);

    await page.evaluate(`${list}.querySelector('[data-at="0"] .row-main').focus()`);
    await page.key("ArrowDown", 8);
    await page.key("ArrowDown", 8);
    await happens("Shift and arrows choose several rows", "document.querySelector('.selection-count')?.textContent === '3 tracks selected'");
    const add = "[...document.querySelectorAll('.selection-bar button')].find(({ textContent }) => textContent === 'Add to queue')";
    await page.evaluate(`${add}.click()`);
    await happens("which one press adds to the queue", "document.querySelector('.toast').textContent === 'Added to the queue.' && document.querySelector('.selection-bar').hidden");
    const { queue } = await server.get("rooms/main");
    law("all of them", queue.count === 3, `${queue.count} tracks`);

    await page.evaluate(`${row}.querySelector('.row-main').click()`);
    await happens("the row of what plays is marked as current", `${row}.ariaCurrent === 'true' && ${list}.querySelectorAll('[aria-current]').length === 1`);
    law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
    await server.command({ do: "queue.clear" });
}

function typed(page, text) {
    return page.evaluate(`{
        const input = document.querySelector("#panel-library .search input");
        input.focus();
        input.value = ${JSON.stringify(text)};
        input.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
}
