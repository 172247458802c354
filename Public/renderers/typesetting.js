// Sets words as large as they fit into a place.

export const leading = 1.04; // from row to row, in sizes of the letters
const shrink = 0.95; // from one size that is tried to the next
const breaking = 0.45; // of the largest size: below it, a word that is too long may be broken
const more = "…";

// Scripts whose letters join or change beside others, so that they cannot be set one by one.
const joining = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The letters of a text, accents and emoji whole; the text itself in scripts whose letters belong together. @param {string} text @returns {string[]} */
export function letters(text) {
    return joining.test(text) ? [text] : graphemes(text);
}

function graphemes(text) {
    return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * Breaks a text into rows in the largest size in which it fits; if it fits in none, it is cut.
 * @param {string} text
 * @param {(text: string) => number} measure the width of a text whose size is 1
 * @param {{ width: number, height: number, most: number, least: number }} place and the sizes that may be used
 * @returns {{ size: number, rows: string[] }}
 */
export function fitted(text, measure, { width, height, most, least }) {
    const words = text.trim().split(/\s+/u);
    for (let size = most; ; size *= shrink) {
        const isLast = size * shrink < least;
        const rows = broken(words, measure, width / size, isLast || size < breaking * most);
        if (rows && rows.length * size * leading <= height) return { size, rows };
        if (isLast) return { size, rows: cut(rows, measure, width / size, Math.max(1, Math.floor(height / size / leading))) };
    }
}

/** Rows of words; undefined if a word is too long and may not be broken. */
function broken(words, measure, width, breaks) {
    const rows = [];
    let row = "";
    for (const word of words) {
        const longer = row === "" ? word : `${row} ${word}`;
        if (measure(longer) <= width) {
            row = longer;
            continue;
        }
        if (row !== "") rows.push(row);
        row = word;
        while (measure(row) > width) {
            if (!breaks) return undefined;
            const head = start(row, measure, width);
            rows.push(head);
            row = row.slice(head.length);
        }
    }
    if (row !== "") rows.push(row);
    return rows;
}

/** As much of a text as fits, at least a letter. */
function start(text, measure, width) {
    const all = graphemes(text);
    let count = 1;
    while (count < all.length && measure(all.slice(0, count + 1).join("")) <= width) count += 1;
    return all.slice(0, count).join("");
}

function cut(rows, measure, width, most) {
    if (rows.length <= most) return rows;
    let last = rows[most - 1];
    while (last !== "" && measure(last + more) > width) last = last.slice(0, -1);
    return [...rows.slice(0, most - 1), last.trimEnd() + more];
}
