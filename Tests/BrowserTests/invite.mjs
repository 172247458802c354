const stoppedMs = 8000;

/** An outage as people see it, and how they hand over the control: short codes, rooms. */
export default async function invite({ browser, server, tracks, law }) {
    await outage({ browser, server, tracks, law });
}

/** The server stands still for 8 s, while its socket stays open: as when a machine swaps or a network stalls. */
async function outage({ browser, server, tracks, law }) {
    const order = ["Clicks at 120", "Song at 100", "Song at 175", "Song at 220"].map((title) => tracks.get(title).id);
    await server.command({ do: "play", tracks: order, position: 57 });
    const page = await browser.open({ url: server.pageAddress() });
    const kiosk = await browser.open({ url: server.pageAddress("kiosk=1") });
    const outages = `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("outage.css"))`;
    for (const one of [page, kiosk]) await one.until(`document.body.dataset.sync === "sync" && ${outages}`, 15_000);
    await page.until(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("acts.js"))`);
    await server.command({ do: "play", tracks: order, position: 57 });
    await page.until("document.querySelector('.now-title').textContent === 'Clicks at 120'");
    process.kill(server.id, "SIGSTOP");
    let words = "";
    let past = "";
    try {
        const ends = performance.now() + stoppedMs;
        for (let press = 0; press < 2; press += 1) await page.click("[data-act=next]");
        while (performance.now() < ends) {
            await new Promise((next) => setTimeout(next, 200));
            const shown = await page.evaluate(`({ toast: document.querySelector(".toast").textContent, times: document.querySelector(".seek-slider").ariaValueText,
                bar: document.querySelector(".time-passed").textContent + " of " + document.querySelector(".time-whole").textContent })`);
            words ||= shown.toast;
            for (const times of [shown.times, shown.bar]) if (seconds(times.split(" of ")[0]) > seconds(times.split(" of ")[1])) past ||= times;
        }
        const sign = await kiosk.evaluate("document.querySelector('.outage').checkVisibility() && document.querySelector('.outage').textContent");
        law("a kiosk says that the server is gone", sign === "Server not responding", sign);
        const chip = await page.evaluate("document.querySelector('.chip-word').textContent");
        law("the label says so, too", chip === "Offline", chip);
    } finally {
        process.kill(server.id, "SIGCONT");
    }
    law("a press while the server stands still says that it is not responding", words === "Server not responding.", words);
    law("shown times never pass the end of the track", past === "", past);
    for (const one of [page, kiosk]) await one.until("document.body.dataset.link === 'live'", 15_000);
    await kiosk.until("!document.querySelector('.outage').checkVisibility()");
    law("the sign goes when the server is back", true);
    // The first track had 3 s left: after 8 s the second one plays, and a press obeyed late would have gone on to the third or fourth.
    const { track } = await server.get("rooms/main");
    law("two presses on Next that were not answered skip nothing later", track?.id === order[1], track?.title);
    await page.until(`document.querySelector('.now-title').textContent === ${JSON.stringify(track?.title)}`);
    await page.click("[data-act=next]");
    await page.until("document.querySelector('.now-title').textContent === 'Song at 175'");
    law("the next press skips one track", true);
    for (const one of [page, kiosk]) await one.close();
}

function seconds(time) {
    return time.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}
