const first = { count: 20, everyMs: 50 };
const then = { count: 80, everyMs: 250 };
const steadyMs = 500;
const rough = { boundUs: 5000, count: 200 }; // on a poor network more questions do not help

/**
 * The interval to the next time question.
 * @param {number} asked how many were asked since connecting, or since the filter restarted
 * @param {number} boundUs how far the clock may be wrong: while that is too much to be in sync, questions stay quick
 * @returns {number} milliseconds
 */
export function pingDelayMs(asked, boundUs) {
    if (asked < first.count || (boundUs > rough.boundUs && asked < rough.count)) return first.everyMs;
    return asked < first.count + then.count ? then.everyMs : steadyMs;
}
