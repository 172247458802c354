/**
 * The offset of a worker's clock from the page's. Both read one monotonic clock from different origins, so it is constant.
 *
 * The difference of the two `performance.timeOrigin` gives it if both derive from one reading of the wall clock, as in Chromium and
 * Firefox, which read it once in a process (and round the result). Other browsers read the wall clock for each origin, so a clock
 * adjustment between the two is in the difference. So it is only a first guess, limited by causality: a message is received after it was
 * sent. Each message in either direction narrows the bounds, the fastest ones to a tenth of a millisecond.
 */
export class ClockGap {
    #guessMs;
    #leastMs = -Infinity;
    #mostMs = Infinity;

    /** @param {number} guessMs the page's time origin less the worker's */
    constructor(guessMs) {
        this.#guessMs = guessMs;
    }

    /** A message from the worker: sent by its clock, received by the page's. */
    heardHere(sentMs, heardMs) {
        this.#leastMs = Math.max(this.#leastMs, sentMs - heardMs);
    }

    /** The difference between the worker's clock at receiving a message of the page and the page's clock at sending it. */
    heardThere(moreMs) {
        this.#mostMs = Math.min(this.#mostMs, moreMs);
    }

    get ms() {
        if (this.#leastMs > this.#mostMs) return (this.#leastMs + this.#mostMs) / 2; // browsers round clock values
        return Math.max(this.#leastMs, Math.min(this.#mostMs, this.#guessMs));
    }
}
