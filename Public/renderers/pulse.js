// The shape of one pulse over the seconds since it began. Nothing here remembers: same age, same picture.

export const ringLifeS = 2.8;
const travel = 1.9; // how far beyond the figure a ring gets, in radii of the figure

const attackS = 0.1;
const decayS = 0.3;
const sustainS = 0.9;
const beatS = 1;
const rest = 0.3;
const after = 0.42;

/**
 * @param {number} ageS seconds since the pulse began; Infinity when there was none
 * @returns {number} light in [0, 1]
 */
export function light(ageS) {
    if (!(ageS >= 0)) return rest;
    if (ageS < attackS) return mix(rest, 1, easeOut(ageS / attackS));
    if (ageS < decayS) return mix(1, after, easeOut((ageS - attackS) / (decayS - attackS)));
    if (ageS < sustainS) return mix(after, rest, (ageS - decayS) / (sustainS - decayS));
    if (ageS < beatS) return rest + 0.06 * Math.sin((Math.PI * (ageS - sustainS)) / (beatS - sustainS));
    return rest;
}

/**
 * @param {number} ageS
 * @returns {number} the ring's radius in radii of the figure, 1 at birth
 */
export function ringRadius(ageS) {
    return 1 + travel * easeOut(Math.min(1, Math.max(0, ageS / ringLifeS)));
}

/**
 * @param {number} ageS
 * @returns {number} the ring's strength in [0, 1], 0 when it is gone
 */
export function ringStrength(ageS) {
    if (!(ageS >= 0 && ageS < ringLifeS)) return 0;
    const left = 1 - ageS / ringLifeS;
    return left * left * Math.min(1, ageS / attackS);
}

/**
 * The length of a round trip's bar: each tenfold adds the same, so that 0.2 ms and 200 ms both show.
 * @param {number} us
 * @returns {number} in [0, 1]: 0 at 0.1 ms and less, 1 at 1 s and more
 */
export function barLength(us) {
    return Math.min(1, Math.max(0, Math.log10(Math.max(us, 1) / 100) / 4));
}

function easeOut(t) {
    return 1 - (1 - t) * (1 - t);
}

function mix(from, to, t) {
    return from + (to - from) * t;
}
