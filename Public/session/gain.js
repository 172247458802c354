// Levels are in parts of 80 dB, as the analysis keeps them: 1 is a sine of full scale.

const dB = 1 / 80;
const tilt = 22 * dB; // music falls by about so much from the lowest band to the highest; leaning against it lets treble be seen
/** Quieter than this is silence, and stays low. */
export const floorLevel = 1 - 55 * dB;
const shownRange = 42 * dB; // so much is seen below the peak
const bottom = 13 * dB; // above what the tilt makes of nothing at all
const pastS = 1; // a screen that joins late knows no more
const futureS = 2.5; // all screens know as much: they ask for more

/**
 * What is added to a band so that usual music lies level.
 * @param {number} band
 * @param {number} bands
 */
export function bandTilt(band, bands) {
    return bands > 1 ? tilt * (band / (bands - 1) - 0.5) : 0;
}

/**
 * The level that reaches the top at a moment: a follower of the peaks just before and just after, which weigh less the further off
 * they are. It is at least the peak at the moment itself, so nothing clips, and it goes down where music is quiet.
 * @param {import("./frames.js").FrameWindow} window
 * @param {number} mediaS
 */
export function peakLevel(window, mediaS) {
    const place = mediaS * window.rate;
    const first = Math.ceil(place - pastS * window.rate);
    const last = Math.floor(place + futureS * window.rate);
    let most = floorLevel;
    for (let number = first; number <= last; number += 1) {
        const slot = window.slot(number);
        if (slot < 0) continue;
        const away = (number - place) / ((number < place ? pastS : futureS) * window.rate);
        const level = floorLevel + (window.peak(slot) - floorLevel) * (1 - away * away);
        if (level > most) most = level;
    }
    return most;
}

/**
 * A level as it is shown.
 * @param {number} level
 * @param {number} peak from `peakLevel`
 * @param {number} sensitivity 1 is usual
 * @returns {number} in [0, 1]
 */
export function shown(level, peak, sensitivity) {
    const low = Math.max(bottom, peak - shownRange);
    const value = (level - low) / (peak - low);
    return value <= 0 ? 0 : Math.min(1, value * sensitivity);
}
