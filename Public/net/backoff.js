const firstMs = 250;
const longestMs = 2500; // with the spread on top a screen is back within 3 s
const spread = 0.2; // many screens must not return in the same instant

/**
 * How long to wait before trying again.
 * @param {number} attempt failed attempts so far, 0 for the first
 * @param {number} random in [0, 1)
 * @returns {number} milliseconds, never over 3000
 */
export function delayMs(attempt, random) {
    return Math.min(firstMs * 2 ** attempt, longestMs) * (1 + spread * random);
}
