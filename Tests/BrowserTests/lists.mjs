const undoKey = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))";

/** The queue with its undo and its history, and playlists from first to last. */
export default async function lists({ browser, server, tracks, law }) {
    const ids = [...tracks.values()].map(({ id }) => id);
    await server.command({ do: "repeat", mode: "off" });
    await server.command({ do: "shuffle", on: false });
    await server.command({ do: "play", tracks: [...ids, ...ids, ...ids], start: 1, position: 15 });
    const page = await browser.open({ url: server.pageAddress(), width: 390, height: 844 });
    await page.until("document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
    await page.click(".sound [data-act=library]");
    await page.until("document.querySelector('#tab-queue').checkVisibility()");
    await page.click("#tab-queue");
    await queue({ page, server, law, count: ids.length * 3 });
    await playlists({ page, server, law, ids });
    await back({ page, law });
    await player({ page, server, law });
    law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
    await page.close();
}

async function queue({ page, server, law, count }) {
    const rows = "document.querySelectorAll('#panel-queue .list:not([hidden]) .row').length";
    await page.until(`${rows} === ${count}`);
    const before = await server.get("rooms/main");
    await page.evaluate(`(${listen})()`);
    await page.evaluate("[...document.querySelectorAll('.queue-head button')].find(({ textContent }) => textContent === 'Clear').click()");
    await page.until(`${rows} === 1`);
    const after = await server.get("rooms/main");
    law("“Clear” keeps what plays, without a jump", after.timeline.playing && after.timeline.entry === before.timeline.entry && after.timeline.at === before.timeline.at);
    await page.until("heard.some((sentence) => /cleared. Undo/.test(sentence))");
    law("a screen reader hears of the undo", true);
    await page.evaluate(undoKey);
    await page.until(`${rows} === ${count}`);
    law("Ctrl+Z brings all of it back", true);
    for (let left = count - 1; left > count - 3; left -= 1) {
        await page.evaluate("document.querySelector('#panel-queue .row:last-child').lastElementChild.click()");
        await page.until(`${rows} === ${left}`);
    }
    await page.evaluate("document.querySelector('.undo-toast button').click()");
    await page.until(`${rows} === ${count - 1}`);
    await page.evaluate("document.querySelector('.undo-toast button').click()");
    await page.until(`${rows} === ${count}`);
    law("removals are undone one after the other", true);
    await dragged({ page, server, law });
    await page.evaluate("document.querySelector('#panel-queue [data-kind=playback]').click()");
    await page.until("document.querySelector('.playback input').checked === true && !/ends at/.test(document.querySelector('.queue-count').textContent)");
    law("autoplay is on, beside the queue, which has no end", (await server.get("rooms/main")).autoplay === "library");
    await page.evaluate("document.querySelector('.playback input').click()");
    await page.until("/ends at/.test(document.querySelector('.queue-count').textContent)");
    law("without autoplay the queue says when it ends", (await server.get("rooms/main")).autoplay === "off");
    await server.command({ do: "next" });
    await page.evaluate("document.querySelector('#panel-queue [data-kind=played]').click()");
    await page.until(`${rows} >= 1`);
    law("what was left is in “Recently played”", (await server.get("rooms/main/history")).items[0].track === before.track.id);
}

/** Below every list of a phone is a small player. */
async function player({ page, server, law }) {
    const isOpen = "!document.querySelector('.drawer').hidden";
    if (!await page.evaluate(isOpen)) await page.click(".sound [data-act=library]");
    await page.until(`${isOpen} && document.querySelector('.bar').getBoundingClientRect().height < 120`);
    const box = (where) => page.evaluate(`(({ top, bottom }) => ({ top, bottom }))(document.querySelector(${JSON.stringify(where)}).getBoundingClientRect())`);
    const [drawer, bar] = [await box(".drawer"), await box(".bar")];
    law("no list lies behind the small player", drawer.bottom <= bar.top + 1 && bar.bottom <= 844, `${drawer.bottom} and ${bar.top}`);
    await server.command({ do: "pause" });
    const { track } = await server.get("rooms/main");
    await server.command({ do: "seek", position: track.duration / 2 });
    await page.until("Math.abs(Number(document.querySelector('.bar').style.getPropertyValue('--played')) - 0.5) < 0.02");
    law("its line tells how far the track is", true);
    await page.click(".play-button");
    await page.until("document.querySelector('.play-button').ariaLabel === 'Pause'");
    law("it plays and pauses in one press", (await server.get("rooms/main")).timeline.playing);
    await page.click(".now-title");
    await page.until(`!(${isOpen})`);
    law("a tap on its title leads back to the picture", true);
}

/** Keeps what screen readers are told: a sentence is soon followed by the next. Runs in the page. */
function listen() {
    const status = document.querySelector(".status");
    globalThis.heard = [];
    new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
}

/** The drawer covers a phone's window, so Back closes it. */
async function back({ page, law }) {
    const isOpen = "document.querySelector('.drawer').checkVisibility()";
    await page.evaluate("globalThis.samePage = true; document.querySelector('.drawer [data-act=close]').click()");
    await page.until(`!${isOpen} && location.hash === '' && history.state?.drawer === undefined && !history.state?.library`);
    law("a drawer that is closed leaves no steps behind", await page.evaluate("globalThis.samePage === true"));
    await page.click(".sound [data-act=library]");
    await page.until(isOpen);
    await page.evaluate("document.querySelector('#tab-library').click(); document.querySelector('#panel-library [data-kind=albums]').click()");
    await page.until("location.hash === '#library=albums'");
    await page.leave("history.back()");
    await page.until("location.hash !== '#library=albums'");
    law("Back leads through the views", await page.evaluate(isOpen));
    await page.leave("history.back()");
    await page.until(`!${isOpen}`);
    law("and out of the drawer, not of the page", await page.evaluate("globalThis.samePage === true && location.hash === ''"));
}

/** A row that is held at the edge of a list that does not fit. */
async function dragged({ page, server, law }) {
    await page.size(390, 500);
    const list = "document.querySelector('#panel-queue .list:not([hidden])')";
    const [grip, bottom, end] = await page.evaluate(`(() => {
        const list = ${list};
        list.scrollTop = 0;
        const { left, top, width, height } = list.querySelector('.grip').getBoundingClientRect();
        return [{ x: left + width / 2, y: top + height / 2 }, list.getBoundingClientRect().bottom, list.scrollHeight - list.clientHeight];
    })()`);
    const entry = (await server.get("rooms/main/queue")).entries[0].entry;
    const mouse = (type, place) => page.call("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
    await mouse("mousePressed", grip);
    await mouse("mouseMoved", { x: grip.x, y: bottom - 5 });
    await page.until(`Math.abs(${list}.scrollTop - ${end}) < 2`);
    await mouse("mouseReleased", { x: grip.x, y: bottom - 5 });
    await page.until(`!${list}.querySelector('.dragged')`);
    const { entries } = await server.get("rooms/main/queue");
    law("a row that is held at the edge scrolls the list, to its end", entries.findIndex((one) => one.entry === entry) === entries.length - 1);
    await page.size(390, 844);
}

async function playlists({ page, server, law, ids }) {
    await page.evaluate("document.querySelector('#panel-queue [data-kind=next]').click()");
    await page.evaluate("[...document.querySelectorAll('.queue-head button')].find(({ textContent }) => textContent === 'Save').click()");
    await page.until("document.querySelector('dialog[open] input')");
    await page.evaluate("document.querySelector('dialog[open] input').value = 'Evening'; document.querySelector('dialog[open] form').requestSubmit()");
    // It says so when all is done: later it would hide what is said next.
    await page.until("!document.querySelector('dialog[open]') && /^Saved/.test(document.querySelector('.toast').textContent)");
    const [list] = (await server.get("playlists")).items.filter(({ name }) => name === "Evening");
    law("the queue is saved as a playlist", list?.entries === ids.length * 3, `${list?.entries} entries`);

    await page.click("#tab-library");
    await page.evaluate("document.querySelector('#panel-library [data-kind=playlists]').click()");
    await page.until(`document.querySelector('.playlists [data-playlist="${list.id}"]')`);
    const { queue } = await server.get("rooms/main");
    await page.evaluate("document.querySelector('.playlists [data-smart=\"Recently added\"] [aria-label^=Add]').click()");
    await page.until("/^Added/.test(document.querySelector('.toast').textContent)");
    law("a list that makes itself is queued whole", (await server.get("rooms/main")).queue.count === queue.count + ids.length);
    await page.evaluate(`document.querySelector('.playlists [data-playlist="${list.id}"] .row-main').click()`);
    await page.until("document.querySelector('.playlists ol .grip')");
    law("the page of a playlist has an address", await page.evaluate("location.hash") === `#library=playlists/${list.id}`);
    const tracksOf = async () => (await server.get(`playlists/${list.id}/entries`)).items.map(({ track }) => track.id);
    const before = await tracksOf();
    await page.evaluate("document.querySelectorAll('.playlists .grip')[0].focus()");
    await page.key("ArrowDown");
    await page.until("document.activeElement.matches('.grip') && document.activeElement.closest('.row').dataset.at === '1'");
    law("an arrow key moves an entry, and the focus goes with it", String(await tracksOf()) === String([before[1], before[0], ...before.slice(2)]));
    const rows = "document.querySelectorAll('.playlists ol .row').length";
    await page.evaluate("document.querySelector('.playlists ol .row').lastElementChild.click()");
    await page.until(`${rows} === ${before.length - 1} && /^Removed/.test(document.querySelector('.undo-toast')?.textContent)`);
    await page.evaluate(undoKey);
    await page.until(`${rows} === ${before.length}`);
    law("a removed entry comes back to its place", String(await tracksOf()) === String([before[1], before[0], ...before.slice(2)]));
    await page.evaluate("[...document.querySelectorAll('.playlist-words button')].find(({ textContent }) => textContent === 'Delete').click()");
    await page.until(`!document.querySelector('.playlists [data-playlist="${list.id}"]') && /^Deleted/.test(document.querySelector('.undo-toast')?.textContent)`);
    await page.evaluate(undoKey);
    await page.until("[...document.querySelectorAll('.playlists .row-title')].some(({ textContent }) => textContent === 'Evening')");
    const back = (await server.get("playlists")).items.find(({ name }) => name === "Evening");
    law("a deleted playlist comes back", back?.entries === before.length, `${back?.entries} entries`);
}
