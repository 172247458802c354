/** Why a file cannot be drawn, as the end of a sentence. */
export class Refusal extends Error {
    /** @param {string} words @param {number} [line] of the file */
    constructor(words, line) {
        super(line === undefined ? words : `${words} (line ${line})`);
    }
}
