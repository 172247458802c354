import { Refusal } from "./refusal.js";

/**
 * A word, number or sign of a shader.
 * @typedef {object} Token
 * @property {string} text
 * @property {number} line of the file, from 1
 * @property {import("./macros.js").Hidden} [hidden] macros that it came from
 */

const number = "0[xX][0-9a-fA-F]+[uU]?|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?[fFuU]?";
const signs = "<<=|>>=|\\+\\+|--|&&|\\|\\||\\^\\^|<<|>>|##|[-+*/%&|^=!<>]=|[-+*/%&|^=!<>~?:;,.(){}[\\]#]";
const token = new RegExp(`[A-Za-z_]\\w*|${number}|${signs}`, "y");
const space = /[ \t\v\f]+/y;
const longestWord = 256;

export const isWord = (text) => /^[A-Za-z_]/.test(text);

/**
 * The text without its comments, on the same lines.
 * @param {string} text
 */
export function bare(text) {
    let made = "";
    for (let at = 0; at < text.length;) {
        const from = text.indexOf("/", at);
        if (from < 0) return made + text.slice(at);
        made += text.slice(at, from);
        const next = text[from + 1];
        if (next === "/") {
            const end = text.indexOf("\n", from);
            at = end < 0 ? text.length : end;
        } else if (next === "*") {
            const end = text.indexOf("*/", from + 2);
            if (end < 0) throw new Refusal("a comment has no end");
            made += ` ${text.slice(from, end).replace(/[^\n]/g, "")}`;
            at = end + 2;
        } else {
            made += "/";
            at = from + 1;
        }
    }
    return made;
}

/** @param {string} line without comments @param {number} number of it @returns {Token[]} */
export function tokensOf(line, number) {
    const tokens = [];
    for (let at = 0; at < line.length;) {
        space.lastIndex = token.lastIndex = at;
        if (space.test(line)) {
            at = space.lastIndex;
            continue;
        }
        const [text] = token.exec(line) ?? [];
        if (text === undefined) throw new Refusal("it has a sign that is not of GLSL", number);
        if (text.length > longestWord) throw new Refusal("a word is too long", number);
        tokens.push({ text, line: number });
        at += text.length;
    }
    return tokens;
}

/** Splits tokens at a sign that stands in no brackets. */
export function parts(tokens, sign) {
    const found = [[]];
    let depth = 0;
    for (const token of tokens) {
        depth += /^[([{]$/.test(token.text) ? 1 : /^[)\]}]$/.test(token.text) ? -1 : 0;
        if (depth === 0 && token.text === sign) found.push([]);
        else found.at(-1).push(token);
    }
    return found;
}

const mostSkipped = 20; // empty lines that are kept rather than counted

/** Writes tokens so that each stands on its line. @param {Token[]} tokens */
export function written(tokens) {
    let made = "#line 1\n";
    let line = 1;
    for (const { text, line: wanted } of tokens) {
        if (wanted > line && wanted - line <= mostSkipped) made += "\n".repeat(wanted - line);
        else if (wanted !== line) made += `\n#line ${wanted}\n`;
        line = wanted;
        made += `${text} `;
    }
    return made;
}
