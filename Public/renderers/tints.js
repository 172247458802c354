// Colours between two, as words: strokes with steps of solid colours take a fifth of the time of strokes with a gradient.

/** How many there are. */
export const tints = 6;

const kept = { first: null, last: null, words: Array(tints).fill("") };

/**
 * @param {readonly number[]} first red, green, blue of 255
 * @param {readonly number[]} last
 * @returns {readonly string[]} CSS colours from the first to the last
 */
export function tintsOf(first, last) {
    if (kept.first === first && kept.last === last) return kept.words;
    kept.first = first;
    kept.last = last;
    for (let tint = 0; tint < tints; tint += 1) {
        const part = tint / (tints - 1);
        kept.words[tint] = `rgb(${first.map((level, i) => level + (last[i] - level) * part).join(" ")})`;
    }
    return kept.words;
}
