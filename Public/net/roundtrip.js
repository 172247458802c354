const kept = 60; // one a second: the last minute

/**
 * The last minute of round trips.
 * @typedef {object} RoundTrips
 * @property {number} count all that ever were; the newest is number `count - 1`
 * @property {readonly number[]} recentUs up to 60, the newest last
 */

/** @type {RoundTrips} */
export const noRoundTrips = { count: 0, recentUs: [] };

/**
 * The message that asks the server for the time.
 * @param {number} nowMs performance.now()
 * @returns {string}
 */
export function question(nowMs) {
    return JSON.stringify({ type: "time", t1: Math.round(nowMs * 1000) });
}

/**
 * The time on the wire that an answer tells of: the whole way less the server's own share.
 * @param {unknown} text a received message
 * @param {number} nowMs performance.now() when it came
 * @returns {number | undefined} microseconds, or nothing when this is no answer to a question of ours
 */
export function roundTripUs(text, nowMs) {
    const answer = parsed(text);
    if (answer?.type !== "time") return undefined;
    const { t1, t2, t3 } = answer;
    if (![t1, t2, t3].every(Number.isSafeInteger)) return undefined;
    const whole = Math.round(nowMs * 1000) - t1;
    if (whole < 0 || t3 < t2) return undefined;
    return Math.max(0, whole - (t3 - t2)); // coarse browser clocks can make the share longer than the way
}

/**
 * @param {RoundTrips} trips
 * @param {number} us the newest round trip
 * @returns {RoundTrips}
 */
export function remember(trips, us) {
    return { count: trips.count + 1, recentUs: [...trips.recentUs, us].slice(-kept) };
}

/**
 * @param {readonly number[]} values
 * @returns {number | undefined} the middle one; of an even number, the mean of the two in the middle
 */
export function median(values) {
    if (values.length === 0) return undefined;
    const sorted = Float64Array.from(values).sort();
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function parsed(text) {
    if (typeof text !== "string") return undefined;
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
