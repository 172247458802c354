// A draw that was sent to a graphics card cannot be stopped, so a shader is read before it is compiled: what could take for ever is refused.

export const mostBytes = 32_768; // longer ones take seconds to compile
export const mostWork = 400_000; // words and signs that are run for a pixel: six times those of the dearest shader here
/** What the host's functions cost. */
const hostCosts = Object.entries({ level: 60, slow: 60, past: 90, ramp: 40, blend: 40, cover: 30, hash: 50, noise: 150, clouds: 800, turned: 20, ground: 60, lift: 50, film: 20 });
export const longestArray = 256;
export const mostElements = 1024; // of all arrays: more take seconds to compile
const declared = /\b(?!return\b|else\b|case\b)[A-Za-z]\w*\s+\w+\s*\[\s*(\d+)|\b(?:float|u?int|bool|[iub]?vec[234]|mat\d(?:x\d)?)\s*\[\s*(\d+)/g;
const loop = /\s*\(\s*int\s+(\w+)\s*=\s*(\d{1,6})\s*;\s*(\w+)\s*(<=?)\s*(\d{1,6})\s*;\s*(?:(\w+)\s*\+\+|\+\+\s*(\w+))\s*\)\s*\{/y;
const lengthByName = /\b(?!return\b|else\b|case\b)[A-Za-z]\w*\s+\w+\s*\[\s*[^\]\s\d]|\b(?:float|u?int|bool|[iub]?vec[234]|mat\d(?:x\d)?)\s*\[\s*[^\]\s\d]/;
const refusals = [
    [/^[ \t]*#/m, "it has a line that begins with #"],
    [/\b(while|do|goto)\b/, "its loops must be “for” loops"],
    [/\b(uniform|layout|sampler\w*|texture\w*|texelFetch\w*|discard|precision|invariant|centroid|flat|smooth)\b/, (word) => `it uses the word ${word}`],
    [/\bgl_\w+/, (word) => `it uses ${word}: a shader knows no pixels`],
    [/\b\w*[a-zA-Z0-9]_(?!\w)/, (word) => `its name ${word} ends in _: such names are the host's`],
    [/\b(?:out|inout)\s+(?:(?:highp|mediump|lowp)\s+)?u?int\b/, "a function writes to a whole number, which could be a loop's"],
    [/\bmain\s*\(/, "it has a function main, which is the host's"],
];

/**
 * Reads a shader.
 * @param {unknown} text
 * @returns {string} why it cannot be drawn, as the end of a sentence; empty if it may be compiled
 */
export function unfit(text) {
    if (typeof text !== "string") return "it has no text";
    if (text.length > mostBytes || new TextEncoder().encode(text).length > mostBytes) return `it is longer than ${mostBytes} bytes`;
    const bare = text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "));
    for (const [sign, words] of refusals) {
        const found = sign.exec(bare);
        if (found) return typeof words === "string" ? words : words(found[0]);
    }
    for (const [, size] of bare.matchAll(/\[\s*(\d+)/g)) if (Number(size) > longestArray) return `an array is longer than ${longestArray}`;
    const elements = [...bare.matchAll(declared)].reduce((sum, [, named, typed]) => sum + Number(named ?? typed), 0);
    if (elements > mostElements) return `its arrays have more than ${mostElements} elements`;
    if (lengthByName.test(bare)) return "an array's length must be a number";
    if (!/\bvec3\s+look\s*\(\s*(?:in\s+)?(?:highp\s+)?vec2\s+\w+\s*\)\s*\{/.test(bare)) return "it has no function “vec3 look(vec2 p)”";
    return workOf(bare.replace(/\s+/g, " "));
}

/** Walks through the text once: how many words and signs of it are run for a pixel. @param {string} text without comments, in one line */
function workOf(text) {
    const costs = new Map(hostCosts); // of functions that were read: none can be called before
    const token = /[A-Za-z_]\w*|\S/y;
    const blocks = []; // that are open: { turns, name?, counter? }
    let [name, before, cost, turns] = [undefined, "", 0, 1];
    for (let at = 0; at < text.length;) {
        token.lastIndex = at;
        const [word] = token.exec(text) ?? [];
        if (word === undefined) {
            at += 1; // a space
            continue;
        }
        at += word.length;
        cost += turns;
        if (word === "for") {
            loop.lastIndex = at;
            const [all, counter, from, checked, sign, to, up, upFirst] = loop.exec(text) ?? [];
            if (!all || checked !== counter || (up ?? upFirst) !== counter) return "a loop must be written as “for (int i = 0; i < 8; i++) {”";
            blocks.push({ turns, counter });
            turns *= Math.max(1, Number(to) - Number(from) + (sign === "<=" ? 1 : 0));
            at += all.length;
        } else if (word === "{") {
            blocks.push({ turns, name });
            if (name !== undefined) [cost, turns, name] = [1, 1, undefined];
        } else if (word === "}") {
            const block = blocks.pop();
            if (!block) return "a bracket is missing";
            turns = block.turns;
            if (block.name !== undefined) costs.set(block.name, Math.max(cost, costs.get(block.name) ?? 0)); // several may have one name
        } else if (word === ";" && name !== undefined) {
            return `the function ${name} is declared before it is written`;
        } else if (/^ ?\(/.test(text.slice(at, at + 2)) && /^[A-Za-z_]/.test(word)) {
            if (blocks.length === 0 && /[\w\]]$/.test(before)) name = word;
            else cost += turns * (costs.get(word) ?? 1);
        } else if (blocks.some(({ counter }) => counter === word) && isWritten(text, at, word)) {
            return `a loop's ${word} is written in the loop`;
        }
        if (cost > mostWork) return "it makes too many turns and calls";
        before = word;
    }
    return blocks.length > 0 ? "a bracket is missing" : "";
}

/** Whether a name that ends at a place is assigned there. */
function isWritten(text, at, word) {
    const ahead = text.slice(Math.max(0, at - word.length - 200), at - word.length).replace(/[ (]+$/, "").slice(-2);
    return ahead === "" || ahead === "++" || ahead === "--" || /^[ )]*(=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)/.test(text.slice(at, at + 200));
}
