// Levels are in parts of 80 dB, as the analysis keeps them: 1 is a sine of full scale.

const dB = 1 / 80;
const lean = 70 / 255; // music falls by about so much from the lowest band to the highest; leaning against it lets treble be seen
/** The least top that the server sends: quieter than this is silence, and stays low. */
export const lowestTop = 45 / 255;
const shownRange = 42 * dB; // so much is seen below the top
const bottom = 2 * dB; // above what nothing at all is in the highest band

/**
 * A band's level as pictures count it, so that usual music lies level. The server leans so too before it looks for the top.
 * @param {number} level
 * @param {number} band
 * @param {number} bands
 */
export function leaning(level, band, bands) {
    return Math.max(0, level - lean * (1 - band / bands));
}

/**
 * A level as it is shown.
 * @param {number} level from `leaning`
 * @param {number} top the level that reaches the top, as the server sends it with each frame
 * @param {number} sensitivity 1 is usual
 * @returns {number} in [0, 1]
 */
export function shown(level, top, sensitivity) {
    const low = Math.max(bottom, top - shownRange);
    const value = (level - low) / (top - low);
    return value <= 0 ? 0 : Math.min(1, value * sensitivity);
}
