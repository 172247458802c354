const tooFarS = 0.015; // a larger error, as after a stall of the device, is corrected by a jump: at 0.1 % it would take as many seconds as ms
const closeS = 0.0004; // tolerated error
const mostPull = 0.0009; // largest change of speed: a sixtieth of a semitone

/**
 * How to play a chunk of sound so that it is heard when it is due.
 * @param {number | undefined} cursorS the end of the last chunk by the audio clock
 * @param {number} dueS when this one is due by that clock
 * @param {number} durationS
 * @param {number} nowS by that clock
 * @returns {{ startS: number, skipS: number, rate: number, endS: number } | undefined} undefined if the whole chunk is in the past
 */
export function planned(cursorS, dueS, durationS, nowS) {
    const behindS = cursorS === undefined ? Infinity : dueS - cursorS;
    if (Math.abs(behindS) > tooFarS || cursorS < nowS) {
        const skipS = Math.max(0, nowS - dueS);
        if (skipS >= durationS) return undefined;
        return { startS: dueS + skipS, skipS, rate: 1, endS: dueS + durationS };
    }
    const wanted = Math.abs(behindS) < closeS ? 1 : durationS / (durationS + behindS);
    const rate = Math.min(1 + mostPull, Math.max(1 - mostPull, wanted));
    return { startS: cursorS, skipS: 0, rate, endS: cursorS + durationS / rate };
}

/**
 * The same for a chunk that may overlap what is already scheduled: only the rest is played.
 * @param {number} heldS until when sound is scheduled @param {number} dueS @param {number} durationS
 * @returns {{ startS: number, skipS: number, rate: number, endS: number } | undefined} undefined if the whole chunk is already scheduled
 */
export function plannedAfter(heldS, dueS, durationS) {
    const skipS = heldS - dueS;
    return skipS < durationS ? { startS: heldS, skipS, rate: 1, endS: dueS + durationS } : undefined;
}

const readings = 5; // of which two may be wrong, each by any amount
const least = 3; // of which one may be

/**
 * The offset between two clocks: the middle one of the last readings, smoothed. A wrong reading is outvoted by its neighbours; a jump of the clocks counts
 * once most readings agree on it. The first readings are the worst, and soon outweighed.
 */
export class ClockDistance {
    /** Undefined until a wrong reading would be outvoted. @type {number | undefined} */
    value;
    #jumpS;
    #share;
    #count = 0;
    #last = [];

    /** @param {number} [jumpS] @param {number} [share] the weight of each new reading */
    constructor(jumpS = 0.02, share = 0.05) {
        this.#jumpS = jumpS;
        this.#share = share;
    }

    /** @param {number} reading @returns {number | undefined} */
    add(reading) {
        this.#last = [...this.#last, reading].slice(-readings);
        if (this.#last.length < least) return undefined;
        const middle = [...this.#last].sort((one, other) => one - other)[(this.#last.length - 1) >> 1];
        const off = middle - (this.value ?? -Infinity);
        this.#count += 1;
        this.value = Math.abs(off) > this.#jumpS ? middle : this.value + off * Math.max(this.#share, 2 / (1 + this.#count));
        return this.value;
    }
}
