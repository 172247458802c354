import { plays } from "./stage/plays.mjs";

const size = { width: 720, height: 450 };
const song = "Song at 100";
const fromS = 3;
const mostOffS = 0.3; // of a tapped line: less than between two of them
const moments = [[3.9, ""], [4.5, "Every screen sings"], [6.75, "Every screen sings"], [9, "שלום לכל המסכים"], [12.5, ""], [15, "This line"]];

/** Lyrics over the picture are the same on every screen at a moment of the server's time. */
export default async function lyrics({ browser, server, tracks, law }) {
    const track = tracks.get(song);
    const { id } = track;
    await server.command({ do: "play", track: id, position: fromS });
    await server.command({ do: "pause" });
    const open = (query) => browser.open({ ...size, url: server.pageAddress(`kiosk=1&lyrics=1${query}`) });
    const [one, other] = [await open(""), await open("&fps=25&style=bars")];
    try {
        for (const page of [one, other]) await page.until(`${plays(track)} && document.querySelector('.lyrics-next')?.textContent`);
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
        await correcting({ browser, server, id, screens: [one, other], law });
        for (const [width, height] of [[390, 844], [1440, 900], [3840, 2160]]) await allLines({ browser, server, id, law, width, height });
        await server.command({ do: "play", track: tracks.get("Clicks at 120").id });
        await one.until("document.querySelector('.lyrics-now').textContent === '' && document.querySelector('.lyrics-next').textContent === ''");
        law("a track without lyrics shows none", true);
    } finally {
        await one.close();
        await other.close();
    }
}

/** A host shifts the lyrics and taps them anew on one page; all screens show it. */
async function correcting({ browser, server, id, screens, law }) {
    const host = await browser.open({ width: 1440, height: 900, url: server.pageAddress("lyrics=1"), apart: true });
    const press = (words) => host.until(`(() => {
        const button = [...document.querySelectorAll("button")].find((one) => one.offsetParent && one.textContent.trim() === ${JSON.stringify(words)} && !one.disabled);
        button?.click();
        return button !== undefined;
    })()`);
    const nowS = () => host.evaluate("downbeat.scene.mediaS");
    const everywhere = (words, condition) => Promise.all(screens.map((page) => page.until(condition))).then(() => law(words, true), async () => law(words, false, JSON.stringify(await shown(screens[0]))));
    const shows = (text) => `document.querySelector(".lyrics-now").textContent.startsWith(${JSON.stringify(text)})`;
    try {
        await server.command({ do: "seek", position: 4.1 });
        await everywhere("a line that has begun is shown", shows("Every screen"));
        await press("+0.1 s");
        await press("+0.1 s");
        await everywhere("a shift by a host moves the line on all screens at once", `!(${shows("Every screen")})`);
        await press("Undo");
        await press("Undo");
        await everywhere("and undo moves it back", shows("Every screen"));

        await press("Edit");
        await host.until("document.querySelector('.sync-sheet')?.open");
        law("the editor has all lines of the file", await host.evaluate("[...document.querySelectorAll('.sync-line')].length") === 5);
        await press("Edit text");
        await host.evaluate("document.querySelector('.sync-text').value = 'One tap\\nTwo taps'");
        await press("Set times");
        await server.command({ do: "play", track: id, position: 4 });
        await host.until("downbeat.scene.mediaS > 4.2 && downbeat.scene.mediaS < 30");
        const presses = [];
        for (const afterS of [0, 0.8]) {
            await host.until(`downbeat.scene.mediaS > ${(presses.at(-1)?.toS ?? 0) + afterS}`);
            const [fromS] = [await nowS(), await host.key("t")];
            presses.push({ fromS, toS: await nowS() });
        }
        await press("Save");
        await everywhere("tapped lines are on all screens", shows("Two taps"));
        await server.command({ do: "pause" });
        const { lines } = await host.evaluate(`fetch("api/v1/tracks/${id}/lyrics").then((answer) => answer.json())`);
        const isTapped = ({ t }, line) => t > presses[line].fromS - mostOffS && t < presses[line].toS + mostOffS;
        law("at the times at which they were tapped", lines.length === 2 && lines.every(isTapped), JSON.stringify({ presses, lines: lines.map(({ t }) => t) }));
        await server.command({ do: "seek", position: 4.5 });
        await press("Undo");
        await everywhere("and undo brings the lines of the file back", shows("Every screen"));
        law("no error in the console", host.troubles.length === 0, host.troubles.join("; "));
    } finally {
        await host.close();
    }
}

/** All lines on a page: the sung one stands at a third of the height, and a press on another goes there. */
async function allLines({ browser, server, id, law, width, height }) {
    await server.command({ do: "play", track: id, position: 6 });
    await server.command({ do: "pause" });
    const page = await browser.open({ width, height, url: server.pageAddress(), apart: true });
    const at = `${width}×${height}`;
    const sung = "document.querySelector('.lyrics-lines [aria-current]')";
    const share = `${sung}?.getBoundingClientRect().top / innerHeight`;
    try {
        await page.until("document.body.dataset.link === 'live' && document.body.dataset.track === 'some'");
        await page.key("y");
        await page.until(`${sung}?.textContent.startsWith("Every screen") && Math.abs(${share} - 1 / 3) < 0.01`);
        law(`${at}: the line that is sung stands at a third of the height`, true, await page.evaluate(`(${share}).toFixed(3)`));
        await server.command({ do: "seek", position: 15 });
        await page.until(`${sung}?.textContent.startsWith("This line") && Math.abs(${share} - 1 / 3) < 0.01`);
        law(`${at}: also after a seek`, true, await page.evaluate(`(${share}).toFixed(3)`));
        const worst = await page.evaluate(`(${contrast})()`);
        law(`${at}: every line can be read over the brightest look`, worst >= 4.5, worst.toFixed(1));
        const inside = await page.evaluate(`(() => {
            const tools = document.querySelector(".lyrics-tools").getBoundingClientRect();
            return tools.left >= 0 && tools.right <= innerWidth && tools.bottom <= document.querySelector(".bar").getBoundingClientRect().top;
        })()`);
        law(`${at}: its buttons lie above the player`, inside);
        await page.evaluate("document.querySelector('.lyrics-lines [aria-current] button').focus()");
        for (let press = 0; press < 5 && !await page.evaluate("document.activeElement.textContent.startsWith('Every screen')"); press += 1) await page.key("ArrowUp");
        await page.key("Enter");
        await page.until(`${sung}?.textContent.startsWith("Every screen")`);
        const { timeline } = await server.get("rooms/main");
        law(`${at}: arrows lead to another line, and Enter goes there`, timeline.position > 3.9 && timeline.position < 4.5, `${timeline.position} s`);
        await page.key("Escape");
        await page.until("document.querySelector('.lyrics').hidden");
        law(`${at}: Escape closes it; no error in the console`, page.troubles.length === 0, page.troubles.join("; "));
        if (width === 1440) {
            await page.key("y");
            await page.until("document.querySelector('.lyrics-tools')?.checkVisibility()");
            await page.evaluate("[...document.querySelectorAll('.lyrics-tools button')].find(({ textContent }) => textContent === 'Two lines').click()");
            await page.until("document.querySelector('.lyrics-now').textContent.startsWith('Every screen') && !document.querySelector('.lyrics-lines').checkVisibility()");
            await page.key("y");
            await page.key("y");
            await page.until("document.querySelector('.lyrics-now').textContent.startsWith('Every screen')");
            law("two lines over the picture are shown where somebody wants them, also the next time", true);
        }
    } finally {
        await page.close();
    }
}

/** The least contrast of a line with white that is seen through the shade behind it. Runs in the page. */
function contrast() {
    const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
    const light = (channels) => {
        const [r, g, b] = channels.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [r, g, b, alpha = 1] = numbers(getComputedStyle(document.querySelector(".lyrics-all")).backgroundColor);
    const behind = light([r, g, b].map((value) => alpha * value + (1 - alpha) * 255));
    return Math.min(...[...document.querySelectorAll(".lyrics-lines > li > *")].map((line) => (light(numbers(getComputedStyle(line).color).slice(0, 3)) + 0.05) / (behind + 0.05)));
}

/** What a page shows, once it has painted the moment. */
const shown = (page) => page.evaluate(`new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(() => later({
    text: document.querySelector(".lyrics-now").textContent, next: document.querySelector(".lyrics-next").textContent,
    fill: [...document.querySelectorAll(".lyrics-word")].map((word) => word.style.getPropertyValue("--filled")),
}))))`);
