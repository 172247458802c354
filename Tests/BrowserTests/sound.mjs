import { setTimeout as pause } from "node:timers/promises";
import { beganMs, drawnAt, frameLog, framesSince } from "./stage/frameLog.mjs";
import { pieces } from "./stage/music.mjs";
import { quantile } from "./stage/verdicts.mjs";

const mostApartMs = 5;
const listenedMs = 8000;
const mostMovedMs = 2;
const mostTimes = 3;
const { bpm } = pieces.find(({ clicks }) => clicks);
const beatS = 60 / bpm;

/** Sound and picture are in sync: compares each click of a click track with the phase that is drawn when it is heard. */
export default async function sound({ browser, server, tracks, law }) {
    await server.command({ do: "play", track: tracks.get(`Clicks at ${bpm}`).id, position: 2 });
    const page = await browser.open({ url: server.pageAddress(), width: 480, height: 800, before: `${frameLog}; (${noteSounds})()` });
    await page.until("globalThis.downbeat?.scene.playing && downbeat.scene.hasGrid && document.body.dataset.sync === 'sync'");
    await page.click("[data-act=listen]");
    await page.until("downbeat.listening?.on && sounds.notes.length > 0");
    let measured;
    // A sound device that stands still for a moment moves its clock: what was heard before and after cannot be told from that.
    for (let times = 1; times <= mostTimes; times += 1) {
        measured = await listen(page);
        if (measured.clockMovedMs < mostMovedMs) break;
    }
    const { toMusic, toBeat, clicks, late } = measured;
    law("clicks are heard while the picture runs", toMusic.length >= 8, `${toMusic.length} clicks of ${clicks.length} scheduled, ${late} chunks too late`);
    for (const [name, apart] of [["the place in the music", toMusic], ["the beat", toBeat]]) {
        const sizes = apart.map(Math.abs);
        law(`a click sounds when ${name} is drawn`, sizes.length > 0 && Math.max(...sizes) < mostApartMs,
            `median ${quantile(apart, 0.5).toFixed(2)} ms, most ${Math.max(...sizes).toFixed(2)} ms`);
    }
    await page.click("[data-act=listen]");
    await page.close();
}

/** How far each click is from the music and from the beat that are drawn when it is heard, in milliseconds. */
async function listen(page) {
    await page.evaluate("sounds.notes.length = 0");
    const first = await page.evaluate("frameLog.count");
    await page.until("sounds.notes.length > 0");
    const before = await page.evaluate("sounds.clockMs()");
    await pause(listenedMs);
    const clockMovedMs = Math.abs((await page.evaluate("sounds.clockMs()")) - before);
    const frames = await framesSince(page, first);
    const began = await beganMs(page);
    const { clicks, late } = await page.evaluate("sounds.clicks()");
    const drawn = clicks.map(({ heardMs }) => drawnAt(frames, began + heardMs)).filter(Boolean);
    return {
        toMusic: drawn.map(({ mediaS }) => 1000 * (mediaS - Math.round(mediaS / beatS) * beatS)),
        toBeat: drawn.map(({ phase }) => 1000 * beatS * (phase - Math.round(phase))),
        clicks, late, clockMovedMs,
    };
}

/** Records each chunk of sound that the page schedules, and where a click begins in it. Runs in the page before its own script. */
function noteSounds() {
    const loud = 0.2;
    const notes = [];
    const { start } = AudioBufferSourceNode.prototype;
    let quietS = 0; // since the last sound; the first chunk may begin within a click
    AudioBufferSourceNode.prototype.start = function (atS, skipS = 0) {
        const samples = this.buffer.getChannelData(0);
        const { sampleRate } = this.buffer;
        const rate = this.playbackRate.value;
        for (let at = 0; at < samples.length; at += 1) {
            quietS += 1 / sampleRate;
            if (Math.abs(samples[at]) < loud) continue;
            if (quietS > 0.2 && at / sampleRate >= skipS) notes.push({ context: this.context, atS: atS + (at / sampleRate - skipS) / rate });
            quietS = 0;
        }
        start.call(this, atS, skipS);
    };
    globalThis.sounds = {
        notes,
        /** The page's time when the sound device's clock was zero. */
        clockMs() {
            const { contextTime, performanceTime } = notes.at(-1).context.getOutputTimestamp();
            return performanceTime - 1000 * contextTime;
        },
        /** When each click is heard by the page's clock, as the audio device reports it. */
        clicks() {
            const clicks = notes.map(({ context, atS }) => {
                const { contextTime, performanceTime } = context.getOutputTimestamp();
                return { heardMs: performanceTime + 1000 * (atS - contextTime) };
            });
            return { clicks, late: downbeat.listening.late };
        },
    };
}
