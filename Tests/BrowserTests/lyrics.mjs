const size = { width: 720, height: 450 };
const song = "Song at 100";
const fromS = 3;
const moments = [[3.9, ""], [4.5, "Every screen sings"], [6.75, "Every screen sings"], [9, "שלום לכל המסכים"], [12.5, ""], [15, "This line"]];

/** Lyrics over the picture are the same on every screen at a moment of the server's time. */
export default async function lyrics({ browser, server, tracks, law }) {
    const { id } = tracks.get(song);
    await server.command({ do: "play", track: id, position: fromS });
    await server.command({ do: "pause" });
    const open = (query) => browser.open({ ...size, url: server.pageAddress(`kiosk=1&lyrics=1${query}`) });
    const [one, other] = [await open(""), await open("&fps=25&style=bars")];
    try {
        for (const page of [one, other]) await page.until(`globalThis.downbeat?.scene.track === ${id} && document.querySelector('.lyrics-next')?.textContent`);
        for (const [mediaS, text] of moments) {
            await server.command({ do: "seek", position: mediaS });
            for (const page of [one, other]) await page.until(`Math.abs(downbeat.scene.mediaS - ${mediaS}) < 0.0005`);
            const [here, there] = [await shown(one), await shown(other)];
            law(`at ${mediaS} s two screens show the same line and fill`, JSON.stringify(here) === JSON.stringify(there) && here.text.startsWith(text), JSON.stringify(here));
        }
        await server.command({ do: "play", track: id, position: 4 });
        await one.until("downbeat.scene.mediaS > 4.2 && downbeat.scene.mediaS < 7");
        const atUs = await one.evaluate("Math.round(downbeat.serverUs())");
        for (const page of [one, other]) await page.until(`downbeat.serverUs() > ${atUs}`);
        for (const page of [one, other]) await page.evaluate(`downbeat.drawAt(${atUs})`);
        const [here, there] = [await shown(one), await shown(other)];
        law("while music plays, two screens show the same at one moment of the server's time",
            JSON.stringify(here) === JSON.stringify(there) && here.fill.some((share) => share > 0), JSON.stringify(here));
        for (const page of [one, other]) await page.evaluate("downbeat.drawAt()");
        await server.command({ do: "pause" });
        await server.command({ do: "seek", position: 9 });
        await one.until("document.querySelector('.lyrics-now').dir === 'rtl'");
        const [first, last] = await one.evaluate("[...document.querySelectorAll('.lyrics-word')].map((word) => word.getBoundingClientRect().x).filter((_, place, all) => place === 0 || place === all.length - 1)");
        law("a line in Hebrew goes from right to left", first > last, `${first} and ${last}`);
        await server.command({ do: "play", track: tracks.get("Clicks at 120").id });
        await one.until("document.querySelector('.lyrics-now').textContent === '' && document.querySelector('.lyrics-next').textContent === ''");
        law("a track without lyrics shows none", true);
    } finally {
        await one.close();
        await other.close();
    }
}

/** What a page shows, once it has painted the moment. */
const shown = (page) => page.evaluate(`new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(() => later({
    text: document.querySelector(".lyrics-now").textContent, next: document.querySelector(".lyrics-next").textContent,
    fill: [...document.querySelectorAll(".lyrics-word")].map((word) => word.style.getPropertyValue("--filled")),
}))))`);
