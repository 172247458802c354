import { drawnAt } from "../stage/frameLog.mjs";

const frameMs = 1000 / 60;
const mostBeats = 0.5; // a larger difference means that one screen has changed the track before the other

/**
 * How late one screen draws a beat compared with the other, at each frame of the other.
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
 * Finds missing frames at sixty a second.
 * @param {number[]} moments the times of the drawn frames in milliseconds
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

/** The number of missing frames in some gaps. */
export function missing(found) {
    return found.reduce((sum, { count }) => sum + count, 0);
}

/** The gaps during which the whole machine did not stall. @param {{ fromMs: number, toMs: number }[]} stalls */
export function alone(found, stalls) {
    return found.filter(({ fromMs, toMs }) => !stalls.some((stall) => stall.fromMs < toMs && stall.toMs > fromMs));
}
