const first = { count: 20, everyMs: 50 };
const then = { count: 80, everyMs: 250 };
const steadyMs = 500;

/**
 * How long to wait from the last question for the time to the next.
 * @param {number} asked how many were asked since connecting, or since the filter started anew
 * @returns {number} milliseconds
 */
export function pingDelayMs(asked) {
    if (asked < first.count) return first.everyMs;
    return asked < first.count + then.count ? then.everyMs : steadyMs;
}
