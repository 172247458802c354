/** The bounds of what a device's sound can be shifted by, in milliseconds: it may be far late behind wireless speakers, or be held back for others. */
export const listenRange = { least: -2000, most: 5000 };

const settling = 2; // taps until somebody has found the pace
const enough = 5; // fewer say nothing

/**
 * How late clicks are heard, by taps along with them: the median of the distances to the nearest click, which a stray tap does not move.
 * @param {readonly number[]} tapsMs
 * @param {number} firstMs when some click was due
 * @param {number} everyMs
 * @returns {number | undefined} whole milliseconds, from minus half to half a period; nothing before there are enough taps
 */
export function lateness(tapsMs, firstMs, everyMs) {
    const settled = tapsMs.slice(settling);
    if (settled.length < enough) return undefined;
    // Distances are taken from the first of them, or those around half a period would fall to both ends.
    const wrapped = (ms) => ms - everyMs * Math.round(ms / everyMs);
    const middle = wrapped(settled[0] - firstMs);
    const away = settled.map((tap) => wrapped(tap - firstMs - middle)).sort((one, other) => one - other);
    const half = away.length >> 1;
    const median = away.length % 2 ? away[half] : (away[half - 1] + away[half]) / 2;
    return Math.round(wrapped(middle + median));
}

/** What was kept, as a shift of the sound. @param {string | undefined} text @returns {number} milliseconds, 0 where it makes no sense */
export function keptShiftMs(text) {
    const ms = Number(text ?? 0);
    return Number.isFinite(ms) ? Math.min(listenRange.most, Math.max(listenRange.least, ms)) : 0;
}
