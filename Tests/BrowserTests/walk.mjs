import { heard, moving, playing } from "./stage/moving.mjs";
import { plays } from "./stage/plays.mjs";

const backMs = 3000;
const syncMs = 10_000;

/** A user's way through the page with clicks and keys. */
export default async function walk(stage) {
    const { browser, server, law, timed, measures } = stage;
    await server.command({ do: "queue.clear" });
    const page = await browser.open({ url: server.pageAddress("quality=4"), width: 960, height: 600 });
    await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live'");
    const happens = (sentence, expression, figure) => page.until(expression).then(() => law(sentence, true, figure), () => law(sentence, false, figure));
    await hands({ ...stage, page, happens });
    await moving({ ...stage, page });
    law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));

    await page.evaluate("globalThis.sameLoad = true");
    await server.stop();
    await page.until("document.body.dataset.link === 'offline'");
    const before = await page.evaluate("downbeat.scene.timeS");
    await happens("without the server the picture runs on", `downbeat.scene.timeS > ${before} + 1.2`);
    await server.start();
    const back = await page.until("document.body.dataset.link === 'live' && globalThis.sameLoad");
    law("the page is back after a restart, without a reload", true);
    timed("and soon", back < backMs, `${back.toFixed(0)} ms after the server listens`);
    if (measures) { // on a busy machine the clock may not get in sync
        const sync = await page.until("document.body.dataset.sync === 'sync'");
        timed("and in sync again", sync < syncMs, `${sync.toFixed(0)} ms later`);
    }
    await server.command({ do: "look", style: "pulse" });
    await page.close();
}

/** Each control does what it says. During a pause, positions in the music are exact. */
async function hands({ page, server, tracks, law, happens }) {
    const song = tracks.get("Song at 100");
    const place = () => page.evaluate("downbeat.scene.mediaS");
    await happens("an idle room shows how to join", "!document.querySelector('.idle').hidden");
    await page.key(" ");
    await happens("space in an idle room plays the library", playing);
    await server.command({ do: "play", track: song.id, position: 20 });
    await page.until(`${heard(song)} && downbeat.scene.mediaS > 20`);
    await page.click(".play-button");
    await happens("a click on the button pauses", `!${playing}`);
    const rested = await place();
    const durationS = await page.evaluate("Number(document.querySelector('.seek-slider').getAttribute('aria-valuemax'))");
    await page.key("ArrowRight");
    await happens("an arrow seeks 5 s", `Math.abs(downbeat.scene.mediaS - ${rested + 5}) < 0.6`);
    await page.click(".seek-slider", 0.5);
    await happens("a click on the waveform seeks there", `Math.abs(downbeat.scene.mediaS - ${durationS / 2}) < 0.6`);
    const from = await place();
    await page.key(" ");
    await page.until(playing);
    const { timeline } = await server.get("rooms/main");
    law("space goes on from where the pause was", Math.abs(timeline.position - from) < 0.6, `${(timeline.position - from).toFixed(2)} s off`);

    await server.command({ do: "play", library: true });
    await page.until(`${playing} && !(${plays(song)}) || downbeat.scene.mediaS < 3`);
    const { source: first } = (await server.get("rooms/main")).timeline;
    await page.click("[data-act=next]");
    await happens("a click leads to the next track", `downbeat.scene.source !== "${first}"`);
    await server.command({ do: "pause" }); // after three seconds `previous` would restart the same track
    await server.command({ do: "seek", position: 0 });
    await page.until(`!${playing} && downbeat.scene.mediaS === 0`);
    await page.key("p");
    await happens("a key leads back", `downbeat.scene.source === "${first}"`);
    await page.key("s");
    await happens("S shows the next style", "downbeat.scene.settings.style === 'wave'");
    await page.click(".sound [data-act=library]");
    await page.until("document.querySelector('#panel-library [data-kind=tracks]')?.checkVisibility()");
    await page.click("#panel-library [data-kind=tracks]");
    await happens("the drawer shows the library", `document.querySelectorAll('#panel-library .list li').length === ${tracks.size}`, `${tracks.size} tracks`);
    const chosen = await page.evaluate("Number(document.querySelectorAll('#panel-library .row')[1].dataset.track)");
    await page.click("#panel-library .row:nth-child(2) .row-main");
    await happens("a track that is chosen there plays", `${plays([...tracks.values()].find(({ id }) => id === chosen))} && ${playing}`);
    const { queue } = await server.get("rooms/main");
    law("and those around it are what comes and what was", queue.count === tracks.size && queue.index === 1, `${queue.index + 1} of ${queue.count}`);
    await page.key("Escape");
    await happens("Escape closes the drawer", "document.querySelector('.drawer').hidden");
}
