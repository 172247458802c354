const mostGapS = 3; // 20 beats a minute, the slowest that the server accepts: after a longer pause tapping starts again
const leastGapS = 0.1; // faster than any hand: a bouncing key
export const fewestTaps = 4;
const mostTaps = 2000;

/**
 * Adds a tap.
 * @param {readonly number[]} taps times in the track in seconds, ascending
 * @param {number} atS
 * @param {number} durationS
 * @returns {readonly number[]} the taps that belong together; the same array if this tap does not count
 */
export function tapped(taps, atS, durationS) {
    if (!(atS >= 0 && atS <= durationS) || taps.length >= mostTaps) return taps;
    const gap = atS - taps.at(-1);
    if (gap >= 0 && gap < leastGapS) return taps;
    const at = Math.round(atS * 1e4) / 1e4;
    return gap > 0 && gap <= mostGapS ? [...taps, at] : [at];
}

/**
 * The tempo of some taps: the slope of the fitted line, so that every tap counts.
 * @param {readonly number[]} taps
 * @returns {number | undefined} beats a minute
 */
export function tempoOf(taps) {
    const count = taps.length;
    if (count < 2) return undefined;
    const middle = (count - 1) / 2;
    let [above, below] = [0, 0];
    taps.forEach((atS, index) => {
        above += (index - middle) * atS;
        below += (index - middle) ** 2;
    });
    return above > 0 ? (60 * below) / above : undefined;
}
