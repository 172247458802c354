// Levels are in units of 80 dB, as in the analysis: 1 is a sine of full scale.

const dB = 1 / 80;
const lean = 70 / 255; // music falls by about this much from the lowest band to the highest; this tilt makes treble visible
/** The lowest top that the server sends: quieter sound counts as silence and stays low. */
export const lowestTop = 45 / 255;
const shownRange = 42 * dB; // the visible range below the top
const bottom = 2 * dB; // margin above the value of silence in the highest band

/**
 * A band's level with the tilt, so that usual music is flat. The server applies the same tilt before it finds the top.
 * @param {number} level
 * @param {number} band
 * @param {number} bands
 */
export function leaning(level, band, bands) {
    return Math.max(0, level - lean * (1 - band / bands));
}

/**
 * A level mapped to the visible range.
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
