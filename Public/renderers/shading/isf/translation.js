import { Refusal } from "./refusal.js";
import { isWord, written } from "./tokens.js";
import { after, before, builtIn, nameOf, replacements } from "./words.js";

const precisions = /^(?:highp|mediump|lowp)$/;
const ownPlaces = new Set(["isf_FragNormCoord", "vv_FragNormCoord"]);
const refused = new Set(["attribute", "layout", "goto", "invariant", "precise", "buffer", "shared", "gl_FragData", "gl_TexCoord", "isf_vertShaderInit", "vv_vertShaderInit"]);

/**
 * Leaves out what older GLSL and ISF say to a compiler alone: precisions, and what comes from the host.
 * @param {import("./tokens.js").Token[]} tokens
 * @param {import("./about.js").Input[]} inputs
 */
export function cleaned(tokens, inputs) {
    const own = new Set([...ownPlaces, ...inputs.map(({ name }) => name)]);
    const made = [];
    const outputs = new Set();
    let depth = 0;
    for (let at = 0; at < tokens.length; at += 1) {
        const { text, line } = tokens[at];
        if (refused.has(text)) throw new Refusal(`it uses the word ${text}`, line);
        depth += /^[{(]$/.test(text) ? 1 : /^[})]$/.test(text) ? -1 : 0;
        if (depth === 0 && /^(?:precision|varying|uniform|in|out)$/.test(text)) {
            const end = tokens.findIndex((token, later) => later > at && token.text === ";");
            if (end < 0) throw new Refusal("a semicolon is missing", line);
            const names = tokens.slice(at + 1, end).filter((token, place) => place > 0 && isWord(token.text) && !precisions.test(tokens[at + place].text)).map((token) => token.text);
            if (text === "out") names.forEach((name) => outputs.add(name));
            else if (text !== "precision") refuseForeign(text, names, own, line);
            at = end;
        } else if (!precisions.test(text)) {
            made.push(tokens[at]);
        }
    }
    return made.map((token) => (outputs.has(token.text) ? { ...token, text: "gl_FragColor" } : token));
}

function refuseForeign(kind, names, own, line) {
    const other = names.find((name) => !own.has(name));
    if (other === undefined) return;
    throw new Refusal(kind === "uniform" ? `its ${other} is none of its inputs` : `its ${other} comes from a vertex shader of its own`, line);
}

/**
 * The text of a shader for the host.
 * @param {import("./tokens.js").Token[]} tokens that were read
 * @param {import("./about.js").Input[]} inputs
 * @param {Set<string>} functions of the file
 */
export function translated(tokens, inputs, functions) {
    const word = (text) => replacements.get(text) ?? (functions.has(text) && builtIn.has(text) ? `isf_${text}` : nameOf(text));
    const renamed = tokens.map((token) => (isWord(token.text) ? { ...token, text: word(token.text) } : token));
    const declared = inputs.map(({ name, type, value, least }) => (least ? `uniform ${type} ${nameOf(name)};\n` : `const ${type} ${nameOf(name)} = ${value};\n`)).join("");
    const { rest, first } = apart(renamed);
    return `${before}${declared}${written(rest)}\nvoid begin_() {\n${written(first)}\n}${after}`;
}

/** Takes the values of global variables out of their declarations: in older GLSL they may depend on what the host gives. */
function apart(tokens) {
    const [rest, first] = [[], []];
    let depth = 0;
    for (let at = 0; at < tokens.length; at += 1) {
        const isStart = depth === 0 && /^(?:|[;}])$/.test(tokens[at - 1]?.text ?? "");
        const end = isStart ? endOfDeclaration(tokens, at) : -1;
        if (end > 0) {
            divide(tokens.slice(at, end), rest, first);
            at = end - 1;
            continue;
        }
        depth += tokens[at].text === "{" ? 1 : tokens[at].text === "}" ? -1 : 0;
        rest.push(tokens[at]);
    }
    return { rest, first };
}

/** Where the semicolon of a variable with a value is, or -1. */
function endOfDeclaration(tokens, from) {
    if (/^(?:const|struct)$/.test(tokens[from].text)) return -1;
    let hasValue = false;
    for (let at = from; at < tokens.length; at += 1) {
        const { text } = tokens[at];
        if (text === "{" || (text === "(" && !hasValue) || (text === "]" && tokens[at - 1].text === "[")) return -1;
        hasValue ||= text === "=";
        if (text === ";") return hasValue ? at : -1;
    }
    return -1;
}

function divide(tokens, rest, first) {
    let depth = 0;
    let isValue = false;
    let name;
    for (const token of tokens) {
        const { text } = token;
        if (depth === 0 && text === ",") isValue = false;
        if (depth === 0 && text === "=") {
            isValue = true;
            if (first.length > 0) first.push({ text: ";", line: token.line });
            first.push({ text: name, line: token.line });
        }
        depth += /^[([]$/.test(text) ? 1 : /^[)\]]$/.test(text) ? -1 : 0;
        if (isValue) first.push(token);
        else rest.push(token);
        if (depth === 0 && isWord(text)) name = text;
    }
    if (first.length > 0) first.push({ text: ";", line: tokens.at(-1).line });
}
