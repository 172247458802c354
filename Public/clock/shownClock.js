import { serverTimeUs } from "./clockEstimate.js";

const jumpUs = 20_000; // further off it jumps forward, or stands still until its time has come
const usualPull = 0.005; // so much fast or slow is seen by nobody
const patienceUs = 250_000; // what the usual pull cannot mend in this time is mended in just this time

/** The clock a screen draws by: it follows the estimates smoothly and never backwards. How often it is read changes nothing. */
export class ShownClock {
    #approach;

    /**
     * The server's time to draw, in order with all that were read for no later client times.
     * @param {number} clientUs
     * @returns {number | undefined} microseconds; nothing before the first estimate
     */
    timeUs(clientUs) {
        const approach = this.#approach;
        if (!approach) return undefined;
        if (clientUs >= approach.end) return serverTimeUs(approach.estimate, clientUs);
        return approach.shown + Math.max(0, clientUs - approach.start) * approach.speed;
    }

    /**
     * Follows another estimate from a client time on, no earlier than any it was read for.
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
