const longestMs = 250; // between two consecutive frames

/**
 * Runs in a page before its own script: records for each frame its time by the page's clock, the server's time that was drawn, the
 * position in the music, the phase, and the script time in milliseconds.
 */
export const frameLog = `(${() => {
    const kept = 8192;
    const log = { count: 0, stampMs: new Float64Array(kept), timeS: new Float64Array(kept), mediaS: new Float64Array(kept), phase: new Float64Array(kept), scriptMs: new Float64Array(kept), firstPictureMs: undefined };
    globalThis.frameLog = log;
    const request = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (act) => request((stampMs) => {
        const startedMs = performance.now();
        const beforeS = globalThis.downbeat?.scene.timeS;
        act(stampMs);
        const scene = globalThis.downbeat?.scene;
        if (!scene || scene.timeS === beforeS || scene.timeS === 0) return;
        const at = log.count % kept;
        log.stampMs[at] = stampMs;
        log.timeS[at] = scene.timeS;
        log.mediaS[at] = scene.mediaS;
        log.phase[at] = scene.beat.index + scene.beat.fraction;
        log.scriptMs[at] = performance.now() - startedMs;
        log.count += 1;
        if (log.firstPictureMs === undefined && scene.source !== null && scene.levels.some((level) => level > 0)) log.firstPictureMs = performance.now();
    });
    /** The frames since a count, as arrays. */
    log.since = (first) => {
        const rows = [];
        for (let at = Math.max(first, log.count - kept); at < log.count; at += 1) {
            const slot = at % kept;
            rows.push([log.stampMs[slot], log.timeS[slot], log.mediaS[slot], log.phase[slot], log.scriptMs[slot]]);
        }
        return rows;
    };
}})()`;

/**
 * When the page's clock began, in milliseconds of the machine's monotonic clock, which the server uses, too.
 * @param {import("../../PublicTests/workbench/chromium.mjs").Page} page
 */
export async function beganMs(page) {
    const { metrics } = await page.call("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "NavigationStart").value;
}

/**
 * The error of the time that each frame since a count drew, by the server's own clock.
 * @returns {Promise<{ atMs: number, errorMs: number, mediaS: number, phase: number, scriptMs: number }[]>} `atMs` is by the
 * server's clock
 */
export async function framesSince(page, first) {
    const began = await beganMs(page);
    const rows = await page.evaluate(`frameLog.since(${first})`);
    return rows.map(([stampMs, timeS, mediaS, phase, scriptMs]) => {
        const atMs = began + stampMs;
        return { atMs, errorMs: 1000 * timeS - atMs, mediaS, phase, scriptMs };
    });
}

/** The frame at a time, interpolated between two frames; undefined outside all frames and in gaps. */
export function drawnAt(frames, atMs) {
    let [low, high] = [0, frames.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (frames[middle].atMs > atMs) high = middle;
        else low = middle + 1;
    }
    if (low < 1 || low === frames.length) return undefined;
    const [one, other] = [frames[low - 1], frames[low]];
    const lengthMs = other.atMs - one.atMs;
    const share = (atMs - one.atMs) / lengthMs;
    if (lengthMs > longestMs || other.mediaS < one.mediaS) return undefined;
    return { mediaS: one.mediaS + share * (other.mediaS - one.mediaS), phase: one.phase + share * (other.phase - one.phase), lengthMs, beats: other.phase - one.phase };
}
