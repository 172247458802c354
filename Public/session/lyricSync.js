// Gives the lines of lyrics their times while a person taps along.

const stepS = 0.01;

/** @typedef {{ t?: number, end?: number, text: string, words?: { t: number, text: string }[] }} SyncLine */

/**
 * The lines of a text. Lines that were there before keep their times, in order; empty lines are kept only if they had one.
 * @param {string} text
 * @param {readonly SyncLine[]} before
 * @returns {SyncLine[]}
 */
export function linesOf(text, before) {
    let next = 0;
    return text.split(/\r\n|[\r\n]/).map((line) => line.trim().replace(/\s+/g, " ")).flatMap((line) => {
        const same = before.findIndex((one, index) => index >= next && one.text === line);
        if (same >= 0) next = same + 1;
        const known = before[same];
        return line === "" && known?.t === undefined ? [] : [known ?? { text: line }];
    });
}

/**
 * Moves a line to a time, with its words.
 * @param {readonly SyncLine[]} lines
 * @param {number} index
 * @param {number} atS
 * @returns {SyncLine[]}
 */
export function tapped(lines, index, atS) {
    const { text, t, end, words } = lines[index];
    const toS = round(Math.max(0, Math.round(atS / stepS) * stepS));
    const moved = { t: toS, text };
    const later = (time) => Math.max(toS, round(time + toS - t));
    if (t !== undefined && words) moved.words = words.map((word) => ({ ...word, t: later(word.t) }));
    if (t !== undefined && end !== undefined) moved.end = later(end);
    return lines.map((line, at) => (at === index ? moved : line));
}

/** How many lines have no time yet. @param {readonly SyncLine[]} lines */
export const untimed = (lines) => lines.filter(({ t }) => t === undefined).length;

const round = (time) => Math.round(time * 1000) / 1000;
