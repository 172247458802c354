const slotMs = 500;
const slots = 10;

/**
 * When frames of a recording were captured, by the page's clock. Blocks come late by chance, never early: the earliest of the last seconds tell when
 * they can have been captured, and frames follow each other exactly.
 */
export class CaptureClock {
    #rate;
    /** The least difference between the two clocks in each half second. @type {{ slot: number, lessMs: number }[]} */
    #least = [];

    /** @param {number} rate frames a second */
    constructor(rate) {
        this.#rate = rate;
    }

    /**
     * @param {number} first the number of a block's first frame
     * @param {number} count its frames
     * @param {number} nowMs when it came
     * @returns {number} when its first frame was captured, in milliseconds
     */
    captured(first, count, nowMs) {
        const lessMs = nowMs - 1000 * (first + count) / this.#rate;
        const slot = Math.floor(nowMs / slotMs);
        const last = this.#least.at(-1);
        if (last?.slot === slot) last.lessMs = Math.min(last.lessMs, lessMs);
        else this.#least.push({ slot, lessMs });
        while (this.#least[0].slot <= slot - slots) this.#least.shift();
        return 1000 * first / this.#rate + Math.min(...this.#least.map((one) => one.lessMs));
    }
}
