import { drawnAt } from "../stage/frameLog.mjs";

const rate = 48_000; // of the page's audio device
const searchedS = 0.1;
const leastAlike = 0.9; // correlation: lower values mean silence or other sound

/** Runs in a page before its own script: keeps the beginning of one chunk of sound a second, and its time by the true clock. */
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
    // The audio device has another clock, so it is read when the chunk sounds, without extrapolation.
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
 * How early each chunk of sound is compared with the picture. Its position in the music is found by comparing its samples with the
 * file, without the page's own times.
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

/** The position of each chunk in the file, to the sample, and their correlation, 0 to 1. Runs in the page. */
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
