import { drawnAt } from "../stage/frameLog.mjs";

const rate = 48_000; // of the page's sound device
const searchedS = 0.1;
const leastAlike = 0.9; // less is silence, or another sound

/** Runs in a page before its own script: keeps the beginning of one piece of sound a second, and when it is heard by the page's true clock. */
export const soundLog = `(${() => {
    const kept = 4096;
    const everyMs = 1000;
    const mostPieces = 300;
    const pieces = [];
    const waiting = [];
    const now = performance.now.bind(performance);
    const { getOutputTimestamp } = AudioContext.prototype;
    const { start } = AudioBufferSourceNode.prototype;
    let lastMs = 0;
    AudioBufferSourceNode.prototype.start = function (atS, skipS = 0) {
        if (now() - lastMs > everyMs && this.buffer.sampleRate === this.context.sampleRate) {
            lastMs = now();
            const from = Math.round(skipS * this.buffer.sampleRate);
            waiting.push({ context: this.context, atS, samples: this.buffer.getChannelData(0).slice(from, from + kept) });
        }
        start.call(this, atS, skipS);
    };
    // The sound device's clock is not the page's: asked when the piece sounds, nothing has to be reckoned ahead.
    setInterval(() => {
        while (waiting.length > 0 && waiting[0].context.currentTime > waiting[0].atS) {
            const { context, atS, samples } = waiting.shift();
            const { contextTime, performanceTime } = getOutputTimestamp.call(context);
            pieces.push({ heardMs: performanceTime + 1000 * (atS - contextTime), samples });
            if (pieces.length > mostPieces) pieces.shift();
        }
    }, 100);
    globalThis.soundLog = pieces;
}})()`;

/**
 * By how much each piece of sound comes before what is drawn: its place in the music is found by its samples in the file, nothing that the
 * page thinks of time is believed.
 * @param {import("../../PublicTests/workbench/chromium.mjs").Page} page
 * @param {{ atMs: number, mediaS: number }[]} frames @param {number} began when the page's clock began @param {number} track
 * @returns {Promise<{ atMs: number, errorMs: number }[]>}
 */
export async function soundErrors(page, frames, began, track) {
    const places = await page.evaluate(`soundLog.map(({ heardMs }) => heardMs)`);
    const about = places.map((heardMs) => drawnAt(frames, began + heardMs)?.mediaS ?? null);
    const found = await page.evaluate(`(${findPieces})(${track}, ${rate}, ${searchedS}, ${JSON.stringify(about)})`);
    return found.flatMap(({ mediaS, alike }, at) => alike < leastAlike ? [] : [{ atMs: began + places[at], errorMs: 1000 * (about[at] - mediaS) }]);
}

/** Where in the file each piece is, to the sample, and how alike the two are, 0 to 1. Runs in the page. */
async function findPieces(track, rate, searchedS, about) {
    const file = await (await fetch(`api/v1/tracks/${track}/stream`)).arrayBuffer();
    const whole = (await new OfflineAudioContext(2, 1, rate).decodeAudioData(file)).getChannelData(0);
    const likeness = (samples, from) => {
        let [product, one, other] = [0, 1e-9, 1e-9];
        for (let at = 0; at < samples.length; at += 1) {
            const there = whole[from + at] ?? 0;
            product += samples[at] * there;
            one += samples[at] ** 2;
            other += there ** 2;
        }
        return product / Math.sqrt(one * other);
    };
    return soundLog.map(({ samples }, number) => {
        let best = { mediaS: 0, alike: 0 };
        if (about[number] === null) return best;
        const middle = Math.round(about[number] * rate);
        for (let from = middle - searchedS * rate; from < middle + searchedS * rate; from += 1) {
            const alike = likeness(samples, from);
            if (alike > best.alike) best = { mediaS: from / rate, alike };
        }
        return best;
    });
}
