const firstMs = 250;
const longestMs = 2500; // with jitter, a screen reconnects within 3 s
const spread = 0.2; // so that many screens do not reconnect at the same instant

/**
 * The delay before the next attempt.
 * @param {number} attempt failed attempts so far, 0 for the first
 * @param {number} random in [0, 1)
 * @returns {number} milliseconds, never over 3000
 */
export function delayMs(attempt, random) {
    return Math.min(firstMs * 2 ** attempt, longestMs) * (1 + spread * random);
}
