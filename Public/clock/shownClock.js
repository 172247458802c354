import { serverTimeUs } from "./clockEstimate.js";

const jumpUs = 20_000; // for a larger error it jumps forward, or stands still until its time has come
const usualPull = 0.005; // a change of speed that is not visible
const patienceUs = 250_000; // an error that the usual pull cannot correct in this time is corrected in exactly this time

/** The clock for drawing: follows the estimates smoothly and never runs backwards. How often it is read has no effect. */
export class ShownClock {
    #approach;

    /**
     * The server's time to draw; never less than for an earlier client time.
     * @param {number} clientUs
     * @returns {number | undefined} microseconds; undefined before the first estimate
     */
    timeUs(clientUs) {
        const approach = this.#approach;
        if (!approach) return undefined;
        if (clientUs >= approach.end) return serverTimeUs(approach.estimate, clientUs);
        return approach.shown + Math.max(0, clientUs - approach.start) * approach.speed;
    }

    /**
     * Follows a new estimate from a client time on, which is not earlier than any it was read for.
     * @param {import("./clockEstimate.js").ClockEstimate} estimate
     * @param {number} clientUs
     */
    follow(estimate, clientUs) {
        const start = Math.max(clientUs, this.#approach?.start ?? clientUs);
        const target = serverTimeUs(estimate, start);
        const shown = this.timeUs(start) ?? target;
        const behind = target - shown;
        if (behind > jumpUs || behind === 0) {
            this.#approach = { estimate, start, shown: target, speed: 1 + estimate.skew, end: start };
        } else if (behind < -jumpUs) {
            this.#approach = { estimate, start, shown, speed: 0, end: start + -behind / (1 + estimate.skew) };
        } else {
            const pull = Math.max(usualPull, Math.abs(behind) / patienceUs);
            const speed = 1 + estimate.skew + (behind > 0 ? pull : -pull);
            this.#approach = { estimate, start, shown, speed, end: start + Math.abs(behind) / pull };
        }
    }
}
