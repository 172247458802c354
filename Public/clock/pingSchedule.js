const first = { count: 20, everyMs: 50 };
const then = { count: 80, everyMs: 250 };
const steadyMs = 500;
const rough = { boundUs: 5000, count: 200 }; // on a poor network more pings do not help

/**
 * The interval to the next ping.
 * @param {number} asked number of pings since connecting, or since the filter restarted
 * @param {number} boundUs the clock's error bound: while it is too large to be in sync, pings stay frequent
 * @returns {number} milliseconds
 */
export function pingDelayMs(asked, boundUs) {
    if (asked < first.count || (boundUs > rough.boundUs && asked < rough.count)) return first.everyMs;
    return asked < first.count + then.count ? then.everyMs : steadyMs;
}
