import { readFileSync } from "node:fs";
import { drawnMs, dueMs } from "./stage/drawing.mjs";
import { difference, pictureAt } from "./stage/pictures.mjs";
import { plays, sourceOf } from "./stage/plays.mjs";

const meter = readFileSync(new URL("../PublicTests/workbench/flashMeter.js", import.meta.url), "utf8");
const song = "Song at 175"; // eight bars take 11 s
const turnS = (8 * 4 * 60) / 175;
const size = { width: 384, height: 240 };
const mostDifferent = 0.005;
const overlapS = 3;
const mostOfField = 0.25; // of a visual field of ten degrees (WCAG 2.3.1)

/** What is drawn beside one style: a party's change of styles, the cover as background, the title card. */
export default async function picture({ browser, server, tracks, law, timed, measures }) {
    const { id } = tracks.get(song);
    await server.command({ do: "look", party: "8", partyStyles: "wave tunnel particles", background: "art" });
    await server.command({ do: "play", track: id, position: turnS - 2 });
    const one = await browser.open({ url: `${server.address}/?kiosk=1&quality=4`, ...size });
    await heardPast(one, turnS - 0.5);
    const other = await browser.open({ url: `${server.address}/?kiosk=1&quality=4`, ...size }); // joins while the turn is on
    await heardPast(one, turnS + 3);
    await other.until("downbeat.scene.about && downbeat.scene.art && downbeat.scene.style");

    const start = await one.evaluate(`(${change})(${turnS - 1}, ${turnS + 1})`);
    law("a party changes its style with the bar", start !== null && Math.abs(start.mediaS - turnS) < 0.3, start && `${start.from} to ${start.to} at ${start.mediaS.toFixed(2)} s`);
    if (start) {
        await alike(server, one, other, law, [0.3, 0.5, 0.8].map((later) => start.mediaS + later), "while the style changes");
        await flashes(one, start.mediaS - 0.5, law);
        if (measures) {
            await one.size(1440, 900);
            await one.until("document.querySelector('.stage').width === 1440");
            const drawn = await drawnMs(one, await timeUs(one, start.mediaS + 0.3), 0.4);
            timed("a frame of two styles is drawn before the next one is due, without a GPU", drawn < dueMs, `${drawn.toFixed(2)} ms (median)`);
            await one.size(size.width, size.height);
        }
    }

    await server.command({ do: "look", party: null, partyStyles: null, background: null });
    await server.command({ do: "seek", position: 0 });
    await heardPast(one, 4);
    await alike(server, one, other, law, [2, 3], "with the title card");
    const shown = await one.evaluate(`(${pictureAt})([${await timeUs(one, 2)}])`);
    await server.command({ do: "look", titles: "off" });
    await one.until("downbeat.scene.settings.titles === 'off'");
    const hidden = await one.evaluate(`(${pictureAt})([${await timeUs(one, 2)}])`);
    const covered = differ(shown.pixels[0], hidden.pixels[0]);
    law("the title card is seen, and can be switched off", covered > 2 * mostDifferent, `${(100 * covered).toFixed(2)} % of the light`);
    await server.command({ do: "look", titles: null, style: "pulse" });
    await one.close();
    await other.close();
    await crossfaded(browser, server, tracks, law);
}

/** While two tracks overlap, the seek bar is of the next one from the start on; its picture and its title come half-way, and its lyrics then replace those before. */
async function crossfaded(browser, server, tracks, law) {
    const page = await browser.open({ url: server.pageAddress("lyrics=1"), ...size });
    await server.command({ do: "set", crossfade: overlapS });
    const [first, second] = ["Song at 100", "Clicks at 120"].map((title) => tracks.get(title));
    const announced = timelineOf(server, ({ source, fade }) => fade && source === sourceOf(second)); // told before it begins
    await server.command({ do: "play", tracks: [first.id, second.id], position: first.duration - overlapS - 3 });
    await page.until(`${plays(second)} && document.querySelector(".lyrics-now")`);
    const timeline = await announced;
    const middleUs = (timeline.from + timeline.fade.until) / 2;
    /** What the page shows at a time of the server. */
    const at = async (us) => {
        await page.evaluate(`downbeat.drawAt(${us}), downbeat.drawAt(${us})`); // words follow with the frame after
        await page.painted();
        return page.evaluate(`({ source: downbeat.scene.source, trackS: downbeat.scene.trackS, title: document.querySelector(".now-title").textContent, page: document.title, sung: document.querySelector(".lyrics-now").textContent })`);
    };
    const before = await at(timeline.from - 1000);
    const start = await at(timeline.from + 1000);
    law("in a crossfade the seek bar goes on with the next track at once", before.source === sourceOf(first) && start.source === sourceOf(second) && Math.abs(start.trackS - 0.001) < 1e-5, JSON.stringify({ before, start }));
    const late = await at(middleUs - 1000);
    law("the title before stays half the way", [start, late].every(({ title, page }) => title === "Song at 100" && page.startsWith("Song at 100")), JSON.stringify({ start, late }));
    law("and so do its lyrics", await page.until("document.querySelector('.lyrics-now').textContent === 'Last'").then(() => true, () => false));
    const after = await at(middleUs + 1000);
    law("then the next title comes, and the lyrics before go", after.title === "Clicks at 120" && after.page.startsWith("Clicks at 120") && after.sung === "", JSON.stringify(after));
    const seen = await page.evaluate(`${JSON.stringify([timeline.from - 200_000, timeline.from, timeline.from + 200_000, middleUs - 200_000, middleUs - 1000, middleUs, middleUs + 200_000])}.map((us) => {
        downbeat.drawAt(us);
        return { named: downbeat.scene.named, show: downbeat.scene.show, level: Math.max(...downbeat.scene.levels) };
    })`);
    law("the picture is of the track before until then, and gets dark at no time", seen.every(({ named, show, level }, at) => named === sourceOf(at < 5 ? first : second) && show === 1 && (at > 4 || level > 0)), JSON.stringify(seen));
    await page.evaluate("downbeat.drawAt()");
    await page.until(`Math.abs(Number(document.querySelector(".seek-slider").ariaValueMax) - ${second.duration}) < 1`);
    await server.command({ do: "set", crossfade: 0 });
    await page.close();
}

/** A timeline that the room announces. */
async function timelineOf(server, isMeant) {
    const { body } = await fetch(`${server.address}/api/v1/rooms/main/events?streams=grid`);
    let text = "";
    for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
        text += bytes;
        const lines = text.split("\n");
        text = lines.pop();
        for (const line of lines) {
            const message = line.startsWith("data:") ? JSON.parse(line.slice("data:".length)) : {};
            if (message.type === "timeline" && isMeant(message)) return message;
        }
    }
    throw new Error("the events have ended");
}

const heardPast = (page, mediaS) => page.until(`globalThis.downbeat?.scene.mediaS > ${mediaS}`);
const timeUs = (page, mediaS) => page.evaluate(`Math.round(downbeat.serverUs() + (${mediaS} - downbeat.scene.mediaS) * 1e6)`);
const differ = (one, other) => difference(Buffer.from(one, "base64"), Buffer.from(other, "base64"));

/** The first change of style between two times of the music. Runs in a page. */
function change(fromS, toS) {
    const { timeS, mediaS } = downbeat.scene;
    let before;
    let found = null;
    for (let atS = fromS; atS < toS && !found; atS += 0.02) {
        downbeat.drawAt((timeS + atS - mediaS) * 1e6);
        const { style } = downbeat.scene;
        if (before && style !== before) found = { mediaS: atS, from: before, to: style };
        before = style;
    }
    downbeat.drawAt();
    return found;
}

async function alike(server, one, other, law, times, when) {
    const moments = [];
    for (const mediaS of times) moments.push(await timeUs(one, mediaS));
    const [first, second] = await Promise.all([one, other].map((page) => page.evaluate(`(${pictureAt})(${JSON.stringify(moments)})`)));
    const worst = Math.max(...first.pixels.map((pixels, moment) => differ(pixels, second.pixels[moment])));
    const later = differ(first.pixels[0], first.pixels[1]); // the measure must detect it
    law(`two screens draw one picture ${when}`, worst < mostDifferent && worst < later, `differ by ${(100 * worst).toFixed(4)} %; another moment by ${(100 * later).toFixed(2)} %`);
}

async function flashes(page, fromS, law) {
    await page.evaluate(`${meter.replace("export class FlashMeter", "globalThis.FlashMeter = class FlashMeter")}; undefined`);
    const { worst, red } = await page.evaluate(`(${watch})(${fromS}, 2)`);
    law("no field flashes while the style changes", worst < mostOfField && red < mostOfField, `${(100 * worst).toFixed(1)} % of one, red ${(100 * red).toFixed(1)} %`);
}

/** Measures seconds at sixty frames each. Runs in a page. */
function watch(fromS, seconds) {
    const canvas = document.querySelector(".stage");
    const flashes = new FlashMeter(canvas.width, canvas.height);
    const { timeS, mediaS } = downbeat.scene;
    for (let frame = 0; frame < 60 * seconds; frame += 1) {
        downbeat.drawAt(1e6 * (timeS + fromS - mediaS + frame / 60));
        flashes.add(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
    }
    downbeat.drawAt();
    return flashes.found(seconds);
}
