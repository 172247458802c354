// Which line of a song is sung at a position, and how far its words are: functions of the position alone, so that all screens show the same.

const leastS = 0.4; // between two lines: text that changes more often flashes (WCAG 2.3.1)
const leftwards = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * @typedef {{ text: string, startS: number, endS: number }} Word
 * @typedef {{ text: string, startS: number, words: Word[], leftwards: boolean }} Line
 */

/**
 * The lines of synced lyrics, as the server gives them: with times for all words. Lines that follow too fast are joined; those of one time, as
 * of a translation, are not.
 * @param {readonly { t: number, end?: number, text: string, words?: { t: number, text: string }[] }[]} lines by time
 * @returns {Line[]}
 */
export function timedLines(lines) {
    const shown = [];
    for (const { t, end = t, text, words: parts = [] } of lines) {
        const words = parts.map((part, index) => ({ text: part.text, startS: part.t, endS: Math.max(part.t, parts[index + 1]?.t ?? end) }));
        const last = shown.at(-1);
        if (!last || t === last.startS || t >= last.startS + leastS) shown.push({ text, startS: t, words, leftwards: isLeftwards(text) });
        else if (text !== "") [last.text, last.words] = [`${last.text} ${text}`.trim(), [...spaced(last.words), ...words]];
    }
    return shown;
}

/** The lines of one time behind the line at a place: its translations. @param {readonly Line[]} lines @param {number} index */
export function besides(lines, index) {
    if (index < 0) return [];
    const other = lines.findIndex((line, place) => place > index && line.startS !== lines[index].startS);
    return lines.slice(index + 1, other < 0 ? undefined : other);
}

const spaced = (words) => words.map((word, index) => (index === words.length - 1 ? { ...word, text: `${word.text.trimEnd()} ` } : word));

/** Whether a text is written from right to left: its first letter decides. @param {string} text */
export function isLeftwards(text) {
    const first = text.match(/\p{L}/u);
    return first !== null && leftwards.test(first[0]);
}

/**
 * The place of the line that is sung: the first of those that began last.
 * @param {readonly Line[]} lines by time
 * @param {number} mediaS
 * @returns {number} -1 before the first
 */
export function lineAt(lines, mediaS) {
    let [low, high] = [0, lines.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (lines[middle].startS <= mediaS) low = middle + 1;
        else high = middle;
    }
    let index = low - 1;
    while (index > 0 && lines[index - 1].startS === lines[index].startS) index -= 1;
    return index;
}

/** How much of a word is sung. @param {Word} word @param {number} mediaS @returns {number} 0 to 1, which never falls */
export function filled({ startS, endS }, mediaS) {
    if (mediaS >= endS) return 1;
    return mediaS <= startS ? 0 : (mediaS - startS) / (endS - startS);
}
