/**
 * A script that gives a page or a worker a wrong clock, with a skew and an offset. All clocks that a page can read are wrong in the
 * same way. It runs before the page's own script, and after scripts that need the true clock.
 * @param {{ ppm: number, offMs: number }} skew
 * @param {number} fromMs when the clock was wrong by its offset only, in milliseconds since 1970
 */
export function skewedClock({ ppm, offMs }, fromMs) {
    return `(${skew})(${1 + ppm * 1e-6}, ${offMs}, ${fromMs}); undefined`;
}

/** Runs in the page. */
function skew(rate, offMs, fromMs) {
    const wrong = (ms) => fromMs + (ms - fromMs) * rate + offMs;
    const { performance, Date, Event, AudioContext } = globalThis;
    const [now, dateNow] = [performance.now.bind(performance), Date.now.bind(Date)];
    const originMs = wrong(performance.timeOrigin);
    Object.defineProperty(performance, "timeOrigin", { get: () => originMs });
    performance.now = () => now() * rate;
    Date.now = () => Math.round(wrong(dateNow()));
    const { get: stampOf } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    Object.defineProperty(Event.prototype, "timeStamp", { get() { return stampOf.call(this) * rate; } });
    if (globalThis.requestAnimationFrame) {
        const request = globalThis.requestAnimationFrame.bind(globalThis);
        globalThis.requestAnimationFrame = (act) => request((stampMs) => act(stampMs * rate));
    }
    if (!AudioContext) return;
    const { getOutputTimestamp } = AudioContext.prototype;
    AudioContext.prototype.getOutputTimestamp = function () {
        const { contextTime, performanceTime } = getOutputTimestamp.call(this);
        return { contextTime, performanceTime: performanceTime * rate };
    };
}
