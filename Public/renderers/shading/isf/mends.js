// Older GLSL takes whole numbers for floats where the browser's does not. Which are meant is seen by what the compiler complains of.

const start = "#line 1\n"; // of the file's own text
const complaint = /ERROR: \d+:(\d+): [^\n]*(?:int|overload|convert|operand|operation)/g;

/**
 * A shader without the whole numbers that its compiler complains of: first those that are written, then names of them.
 * @param {string} source with a space after each word
 * @param {string} problem in the compiler's words
 * @returns {string | undefined} nothing if there is nothing to mend
 */
export function mended(source, problem) {
    const wrong = new Set([...problem.matchAll(complaint)].map(([, line]) => Number(line)));
    const names = wholeNames(source.slice(Math.max(0, source.indexOf(start))));
    const written = (word) => (/^\d+$/.test(word) ? `${word}.0` : word);
    const named = (word, isFloat) => (names.has(word) && !isFloat ? `float ( ${word} )` : word);
    return [written, named].map((float) => onLines(source, wrong, float)).find((better) => better !== source);
}

/** Names that are whole numbers wherever they are declared. */
function wholeNames(text) {
    const declared = (types) => new Set([...text.matchAll(new RegExp(`\\b(?:${types}) (\\w+)`, "g"))].map(([, name]) => name));
    const others = declared("float|bool|u(?:int|vec\\d)|[bi]?vec\\d|mat\\d(?:x\\d)?");
    return new Set([...declared("int")].filter((name) => !others.has(name)));
}

function onLines(source, wrong, float) {
    let line = 0;
    return source.split("\n").map((text) => {
        const [, set] = /^#line (\d+)/.exec(text) ?? [];
        line = set ? Number(set) - 1 : line + 1;
        return !set && wrong.has(line) && !/\bu?int \w/.test(text.replace(/\bfor \( int .*?;.*?;.*?\)/, "")) ? floated(text, float) : text;
    }).join("\n");
}

/** Leaves out what is meant to be whole: places in arrays, what is made whole, and the header of a loop that counts by whole numbers. */
function floated(text, float) {
    const words = text.split(" ");
    let depth = 0;
    let whole = 0; // depth of brackets in which numbers stay whole
    return words.map((word, at) => {
        if (/^[([]$/.test(word)) {
            depth += 1;
            const isWhole = word === "[" || /^(?:u?int|[iu]vec[234])$/.test(words[at - 1]) || (words[at - 1] === "for" && words[at + 1] === "int");
            if (isWhole && whole === 0) whole = depth;
        } else if (/^[)\]]$/.test(word)) {
            if (whole === depth) whole = 0;
            depth -= 1;
        }
        const isWritten = /^(?:[-+*/%]?=|\+\+|--)$/.test(words[at + 1]) || /^(?:\+\+|--)$/.test(words[at - 1]);
        return whole > 0 || isWritten ? word : float(word, words[at - 1] === "(" && words[at - 2] === "float");
    }).join(" ");
}
