import { styles } from "../../Public/renderers/index.js";
import { showStyle } from "./stage/showStyle.mjs";

const backMs = 3000;
const syncMs = 10_000;

/** A person's walk through the page, by clicks and by keys. */
export default async function walk({ browser, server, tracks, law }) {
    await server.command({ do: "queue.clear" });
    const page = await browser.open({ url: server.address, width: 960, height: 600 });
    await page.until("downbeat?.scene && document.body.dataset.link === 'live'");
    await page.until("!document.querySelector('.idle').hidden", 2000).then(
        () => law("an idle room shows how to join", true), () => law("an idle room shows how to join", false));
    await page.evaluate(`globalThis.stagePrint = ${stagePrint}`);
    const position = () => page.evaluate("downbeat.scene.mediaS");
    const playing = "downbeat.scene.playing";

    await page.key(" ");
    law("space in an idle room plays the library", (await page.until(playing)) < 2000);
    await page.click(".play-button");
    await page.until(`!${playing}`);
    const rested = await position();
    await page.key(" ");
    await page.until(playing);
    law("pause stands, space goes on from there", Math.abs((await position()) - rested) < 0.5, `${(1000 * ((await position()) - rested)).toFixed(0)} ms on`);
    const durationS = await page.evaluate("Number(document.querySelector('.seek-slider').getAttribute('aria-valuemax'))");
    const at = await position();
    await page.key("ArrowRight");
    await page.until(`downbeat.scene.mediaS > ${at + 0.04 * durationS}`, 2000);
    const ahead = (await position()) - at;
    law("an arrow seeks a twentieth", Math.abs(ahead - 0.05 * durationS) < 1.5, `${ahead.toFixed(2)} s of ${durationS} s`);
    await page.click(".seek-slider", 0.5);
    await page.until(`Math.abs(downbeat.scene.mediaS - ${durationS / 2}) < 1.5`, 2000).then(
        () => law("a click on the waveform seeks there", true), () => law("a click on the waveform seeks there", false));
    await server.command({ do: "play", library: true });
    await page.until(`${playing} && downbeat.scene.mediaS < 3`);
    const first = await page.evaluate("downbeat.scene.track");
    await page.click("[data-act=next]");
    await page.until(`downbeat.scene.track !== ${first}`);
    await page.key("p");
    law("next by click, previous by key", (await page.until(`downbeat.scene.track === ${first}`)) < 3000);
    await page.key("s");
    law("S shows the next style", (await page.until("downbeat.scene.settings.style === 'wave'")) < 2000);
    await page.click(".sound [data-act=library]");
    await page.click("#panel-library [data-kind=tracks]");
    await page.until(`document.querySelectorAll('#panel-library .list li').length === ${tracks.size}`);
    law("the drawer shows the library", true, `${tracks.size} tracks`);
    await page.key("Escape");
    law("Escape closes the drawer", await page.evaluate("document.querySelector('.drawer').hidden"));

    await server.command({ do: "play", track: tracks.get("Song at 100").id, position: 10 });
    await page.until(`downbeat.scene.track === ${tracks.get("Song at 100").id} && downbeat.scene.mediaS > 11`);
    for (const { id } of styles) {
        await showStyle(server, [page], id);
        const prints = new Set();
        for (let look = 0; look < 4; look += 1) {
            prints.add(await page.evaluate("stagePrint()"));
            await new Promise((later) => setTimeout(later, 60));
        }
        await server.command({ do: "pause" });
        await page.until(`!${playing}`);
        const still = await page.evaluate("stagePrint()");
        await new Promise((later) => setTimeout(later, 250));
        const after = await page.evaluate("stagePrint()");
        law(`${id} moves with the music and stands in a pause`, prints.size === 4 && still === after, `${prints.size} of 4 pictures differ${still === after ? "" : ", moves in the pause"}`);
        await server.command({ do: "play" });
        await page.until(playing);
    }
    law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));

    await page.evaluate("globalThis.sameLoad = true");
    await server.stop();
    await page.until("document.body.dataset.link === 'offline'");
    const before = await page.evaluate("downbeat.scene.timeS");
    await new Promise((later) => setTimeout(later, 1500));
    law("without the server the picture runs on", (await page.evaluate("downbeat.scene.timeS")) - before > 1);
    await server.start();
    const back = await page.until("document.body.dataset.link === 'live' && globalThis.sameLoad", 15_000);
    law("the page is back soon after a restart, without a reload", back < backMs, `${back.toFixed(0)} ms after the server listens`);
    const sync = await page.until("document.body.dataset.sync === 'sync'");
    law("and in sync again", sync < syncMs, `${sync.toFixed(0)} ms later`);
    await server.command({ do: "look", style: "pulse" });
    await page.close();
}

/** The pixels of the stage as a short number. Runs in the page. */
function stagePrint() {
    const canvas = document.querySelector(".stage");
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    let total = 0;
    for (const pixel of pixels) total = (Math.imul(total, 31) + pixel) | 0;
    return total;
}
