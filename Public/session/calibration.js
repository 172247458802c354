/** Bounds of the sound offset of a device in milliseconds: negative for late wireless speakers, positive to wait for others. */
export const listenRange = { least: -2000, most: 5000 };

const settling = 2; // the first taps are ignored: the person has not found the tempo yet
const enough = 5; // fewer taps give no result
const mostSpreadMs = 100; // half of the taps are nearer to their median, or the person does not tap along

/**
 * How late clicks are heard, from taps: the median distance to the nearest click, which ignores outliers.
 * @param {readonly number[]} tapsMs
 * @param {number} firstMs when some click was due
 * @param {number} everyMs
 * @returns {number | null | undefined} whole milliseconds, from minus half to half a period; undefined until there are enough taps, and null while
 * they are uneven
 */
export function lateness(tapsMs, firstMs, everyMs) {
    const settled = tapsMs.slice(settling);
    if (settled.length < enough) return undefined;
    // Distances are relative to the first one, or those around half a period would be split between both ends.
    const wrapped = (ms) => ms - everyMs * Math.round(ms / everyMs);
    const middle = wrapped(settled[0] - firstMs);
    const away = settled.map((tap) => wrapped(tap - firstMs - middle)).sort((one, other) => one - other);
    const median = medianOf(away);
    const spread = medianOf(away.map((ms) => Math.abs(ms - median)).sort((one, other) => one - other));
    return spread > mostSpreadMs ? null : Math.round(wrapped(middle + median));
}

function medianOf(sorted) {
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The stored sound offset. @param {string | undefined} text @returns {number} milliseconds, 0 if invalid */
export function keptShiftMs(text) {
    const ms = Number(text ?? 0);
    return Number.isFinite(ms) ? Math.min(listenRange.most, Math.max(listenRange.least, ms)) : 0;
}
