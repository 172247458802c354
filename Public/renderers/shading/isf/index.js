import { mostBytes } from "../reading.js";
import { about } from "./about.js";
import { Names } from "./constants.js";
import { preprocessed } from "./macros.js";
import { Refusal } from "./refusal.js";
import { cleaned, translated } from "./translation.js";
import { Work } from "./work.js";

export { mended } from "./mends.js";
export { giver } from "./values.js";

const mostTokens = mostBytes / 2; // each takes a space as well
const mostFile = 2 * mostBytes; // with what it says about itself

/**
 * Reads an ISF file: what it needs must be given, and what it does must end.
 * @param {unknown} text
 * @returns {{ problem: string, source?: string, instead?: string, inputs?: import("./about.js").Input[] }} why it cannot be drawn, as the end of a sentence; or
 *     a shader for the host, and its inputs. Those with bounds may be set
 */
export function read(text) {
    try {
        if (typeof text !== "string") throw new Refusal("it has no text");
        if (text.length > mostFile) throw new Refusal(`it is longer than ${mostFile} letters`);
        const { inputs, isFilter, length } = about(text);
        return { problem: "", instead: isFilter ? "cover" : undefined, ...freely(text, length, inputs) };
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { problem: error.message };
    }
}

/** With inputs that may be set; if that could be too much, with those that the file has at first. */
function freely(text, length, inputs) {
    const fixed = inputs.map(({ least, most, ...input }) => input);
    try {
        return { inputs, source: sourceOf(text, length, inputs) };
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { inputs: fixed, source: sourceOf(text, length, fixed) };
    }
}

function sourceOf(text, length, inputs) {
    const head = text.slice(0, length).replace(/[^\n\r]/g, " "); // so that lines keep their numbers
    const tokens = cleaned(preprocessed((head + text.slice(length)).replace(/\r\n?/g, "\n")), inputs);
    if (tokens.length > mostTokens) throw new Refusal(`it has more than ${mostTokens} words and signs`);
    const names = new Names(tokens, inputs);
    new Work(tokens, names, inputs.some(({ hears }) => hears)).check();
    const source = translated(tokens, inputs, names.functions);
    if (source.length > mostBytes) throw new Refusal(`its shader is longer than ${mostBytes} letters`);
    return source;
}
