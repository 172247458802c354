/**
 * How much more a worker's clock shows than the page's. Both are one monotonic clock, read from different origins, so it never changes.
 *
 * The difference of the two `performance.timeOrigin` tells it where both come from one reading of the wall clock: Chromium and Firefox
 * read it once in a process and count on from there, and round what they tell. But others read the wall clock for each origin, and then
 * whatever set it right in between is in the difference. So that is only a guess, held to what no clock can mend: nothing is heard
 * before it was sent. Each message of either direction narrows what is possible, the fastest of them to a tenth of a millisecond.
 */
export class ClockGap {
    #guessMs;
    #leastMs = -Infinity;
    #mostMs = Infinity;

    /** @param {number} guessMs the page's time origin less the worker's */
    constructor(guessMs) {
        this.#guessMs = guessMs;
    }

    /** A message from the worker, by its clock, and when the page heard it by its own. */
    heardHere(sentMs, heardMs) {
        this.#leastMs = Math.max(this.#leastMs, sentMs - heardMs);
    }

    /** The worker heard a message of the page when its clock showed so much more than the page's at sending. */
    heardThere(moreMs) {
        this.#mostMs = Math.min(this.#mostMs, moreMs);
    }

    get ms() {
        if (this.#leastMs > this.#mostMs) return (this.#leastMs + this.#mostMs) / 2; // browsers round what clocks show
        return Math.max(this.#leastMs, Math.min(this.#mostMs, this.#guessMs));
    }
}
