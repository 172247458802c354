import { barOf } from "../../session/click.js";

const mostPulses = 180; // a minute, three a second (WCAG 2.3.1): faster ones light every second or fourth time
const leastS = 60 / mostPulses;
const sameS = 1e-5; // positions are whole microseconds

/**
 * The light of a pulse a share of its length after it began: a spike, then it fades, as SCREENS' table has it.
 * @param {number} fraction 0 to 1 @param {number} lengthS of the pulse
 */
export function lightAt(fraction, lengthS) {
    const ageS = fraction * lengthS;
    return Math.exp(-Math.max(0, ageS - 0.03) / Math.min(0.16, lengthS / 2.5));
}

/** How many pulses there are to one that lights, for at most three lights a second. @param {number} lengthS of a pulse */
export function pulsesToALight(lengthS) {
    let count = 1;
    while (60 / (lengthS * count) > mostPulses + 0.05) count *= 2; // tempos are tenths, lengths whole microseconds
    return count;
}

/**
 * The light of a large area, such as the whole screen: of every pulse, or of every second or fourth, and never more than three a second, also where the
 * tempo changes in between. Without pulses, for reduced motion, it is dark.
 * @param {Record<string, number>} strengths by accent
 * @returns {(seen: object) => number} 0 to 1; call it with each picture
 */
export function makeFieldLight(strengths) {
    let seenS = -Infinity; // the last picture, by the server's clock
    let onsetS = -Infinity; // of its light
    let isLit = false;
    let lastS = -Infinity; // when a light last rose

    /** Whether the light that began at a time is shown. One that a jump brings in its middle rises at the picture. */
    function isShown(atS, beforeS, nowS) {
        if (Math.abs(atS - onsetS) < sameS) return isLit;
        onsetS = atS;
        const riseS = atS < beforeS ? nowS : atS;
        isLit = riseS - lastS > leastS - sameS;
        if (isLit) lastS = riseS;
        return isLit;
    }

    return ({ rhythm, place, lengthS, atS, still }) => {
        const beforeS = seenS;
        seenS = atS;
        if (atS < beforeS) [lastS, isLit] = [atS, false]; // the clock stepped back
        if (!place || still) return 0;
        const every = pulsesToALight(lengthS);
        const back = place.count % every;
        const { length } = barOf(rhythm);
        const strength = strengths[rhythm.accents[(((place.pulse - back) % length) + length) % length] ?? "normal"];
        if (strength === 0 || !isShown(atS - (place.fraction + back) * lengthS, beforeS, atS)) return 0;
        return strength * lightAt((place.fraction + back) / every, lengthS * every);
    };
}
