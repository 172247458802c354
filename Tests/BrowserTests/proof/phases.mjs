import { drawnAt } from "../stage/frameLog.mjs";

const frameMs = 1000 / 60;
const mostBeats = 0.5; // further apart two phases are of other beats: one screen has changed the track before the other

/**
 * By how much the beat that one screen draws at a true moment is behind the other's, at each frame of the other.
 * @param {{ atMs: number, phase: number, mediaS: number }[]} ones @param {{ atMs: number, phase: number, mediaS: number }[]} others
 * @returns {{ atMs: number, errorMs: number }[]}
 */
export function apart(ones, others) {
    return others.flatMap(({ atMs, phase }) => {
        const drawn = drawnAt(ones, atMs);
        if (!drawn || drawn.beats <= 0) return [];
        const beats = phase - drawn.phase;
        return Math.abs(beats) < mostBeats ? [{ atMs, errorMs: (beats * drawn.lengthMs) / drawn.beats }] : [];
    });
}

/**
 * Where frames of sixty a second are missing.
 * @param {number[]} moments of the frames that were drawn, in milliseconds
 * @returns {{ fromMs: number, toMs: number, count: number }[]}
 */
export function gaps(moments) {
    const found = [];
    for (let at = 1; at < moments.length; at += 1) {
        const [fromMs, toMs] = [moments[at - 1], moments[at]];
        const count = Math.round((toMs - fromMs) / frameMs) - 1;
        if (count > 0) found.push({ fromMs, toMs, count });
    }
    return found;
}

/** How many frames are missing in some gaps. */
export function missing(found) {
    return found.reduce((sum, { count }) => sum + count, 0);
}

/** Those of some gaps during which nothing held up everyone. @param {{ fromMs: number, toMs: number }[]} stalls */
export function alone(found, stalls) {
    return found.filter(({ fromMs, toMs }) => !stalls.some((stall) => stall.fromMs < toMs && stall.toMs > fromMs));
}
