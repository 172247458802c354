// Which line of a song is sung at a position, and how far its words are: functions of the position alone, so that all screens show the same.

const letterS = 0.25; // a line is not sung slower than this
const leastS = 1;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const leftwards = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * @typedef {{ text: string, startS: number, endS: number }} Word
 * @typedef {{ text: string, startS: number, words: Word[], leftwards: boolean }} Line
 */

/**
 * The lines of synced lyrics with times for all words. Where only the line has a time, its words take as long as they have letters.
 * @param {readonly { t: number, end?: number, text: string, words?: { t: number, text: string }[] }[]} lines by time
 * @returns {Line[]}
 */
export function timedLines(lines) {
    let [nextS, laterS] = [Infinity, Infinity]; // when the next line begins that is later than this one, and the line behind it
    return [...lines].reverse().map((line) => {
        if (line.t < laterS) nextS = laterS;
        laterS = line.t;
        return { text: line.text, startS: line.t, words: line.words ? stated(line, nextS) : estimated(line, nextS), leftwards: isLeftwards(line.text) };
    }).reverse();
}

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

function stated({ words, end }, nextS) {
    return words.map(({ t, text }, index) => {
        const until = words[index + 1]?.t ?? end ?? Math.min(nextS, t + longestS(text));
        return { text, startS: t, endS: Math.max(t, until) };
    });
}

function estimated({ t, text }, nextS) {
    const parts = partsOf(text);
    const sizes = parts.map((part) => [...part.trim()].length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const lastsS = Math.min(nextS - t, longestS(text));
    let before = 0;
    return parts.map((part, index) => {
        const startS = t + (lastsS * before) / all;
        before += sizes[index];
        return { text: part, startS, endS: t + (lastsS * before) / all };
    });
}

const longestS = (text) => Math.max(leastS, letterS * [...text].length);

/** The words of a text with the spaces behind them; scripts without spaces are divided, too. */
function partsOf(text) {
    if (text === "") return [];
    if (!wide.test(text)) return text.match(/\S+\s*/gu) ?? [];
    const parts = [];
    for (const { segment, isWordLike } of segmenter.segment(text)) {
        if (isWordLike || parts.length === 0) parts.push(segment);
        else parts[parts.length - 1] += segment;
    }
    return parts;
}
