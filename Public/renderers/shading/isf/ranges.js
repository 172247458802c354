import { Refusal } from "./refusal.js";
import { isWord } from "./tokens.js";

/** Between which numbers a value lies. @typedef {readonly [number, number]} Range */

/** Of a value of which nothing is known. @type {Range} */
export const unknown = [-Infinity, Infinity];

/** Whole numbers wrap around beyond twice this. */
export const largest = 1e9;
const exact = 2 ** 24; // whole numbers up to this have no error in single precision
const error = 1e-6; // of single precision, relative
const deepest = 64; // brackets in brackets
/** How strongly operators bind. */
const strengths = new Map(Object.entries({
    "||": 1, "^^": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, ">": 8, "<=": 8, ">=": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}));

const known = (low, high) => (low >= -largest && high <= largest && low <= high ? [low, high] : unknown);
export const isKnown = ([low, high]) => low > -Infinity && high < Infinity;
const has0 = ([low, high]) => low <= 0 && high >= 0;
const is0 = ([low, high]) => low === 0 && high === 0;
const sizeOf = (...ranges) => Math.max(...ranges.flat().map(Math.abs));
const truth = (isSure, isNever) => (isSure ? [1, 1] : isNever ? [0, 0] : [0, 1]);
const corners = ([a, b], [c, d], of) => [of(a, c), of(a, d), of(b, c), of(b, d)];
const isSame = (a, b) => a[0] === a[1] && b[0] === b[1] && a[0] === b[0];
const isApart = (a, b) => a[1] < b[0] || a[0] > b[1];

/** The range of values, with what a graphics card may round: a share of the largest number that took part. */
function around(values, size) {
    const isExact = size <= exact && values.every(Number.isInteger);
    const spread = isExact ? 0 : error * size;
    return known(Math.min(...values) - spread, Math.max(...values) + spread);
}

/** Whole numbers lose their fraction, so both quotients are in it. */
function divided(a, b) {
    if (has0(b)) return unknown;
    const quotients = corners(a, b, (x, y) => x / y);
    return around([...quotients, ...quotients.map(Math.trunc)], sizeOf(quotients));
}

function multiplied(a, b) {
    const products = corners(a, b, (x, y) => x * y);
    return around(products, sizeOf(products));
}

const two = {
    "+": (a, b) => around([a[0] + b[0], a[1] + b[1]], sizeOf(a, b, [a[0] + b[0], a[1] + b[1]])),
    "-": (a, b) => around([a[0] - b[1], a[1] - b[0]], sizeOf(a, b, [a[0] - b[1], a[1] - b[0]])),
    "*": multiplied,
    "/": divided,
    "<": (a, b) => truth(a[1] < b[0], a[0] >= b[1]),
    ">": (a, b) => truth(a[0] > b[1], a[1] <= b[0]),
    "<=": (a, b) => truth(a[1] <= b[0], a[0] > b[1]),
    ">=": (a, b) => truth(a[0] >= b[1], a[1] < b[0]),
    "==": (a, b) => truth(isSame(a, b), isApart(a, b)),
    "!=": (a, b) => truth(isApart(a, b), isSame(a, b)),
    "&&": (a, b) => truth(!has0(a) && !has0(b), is0(a) || is0(b)),
    "||": (a, b) => truth(!has0(a) || !has0(b), is0(a) && is0(b)),
};

// Of unknown operands nothing is said, not even of min(x, 8): x may be no number at all.
const functions = {
    int: { takes: 1, of: (a) => [Math.trunc(a[0]), Math.trunc(a[1])] },
    float: { takes: 1, of: (a) => a },
    floor: { takes: 1, of: (a) => [Math.floor(a[0]), Math.floor(a[1])] },
    ceil: { takes: 1, of: (a) => [Math.ceil(a[0]), Math.ceil(a[1])] },
    abs: { takes: 1, of: (a) => (has0(a) ? [0, sizeOf(a)] : [Math.min(...a.map(Math.abs)), sizeOf(a)]) },
    min: { takes: 2, of: (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1])] },
    max: { takes: 2, of: (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])] },
};

/**
 * Between which numbers an expression lies, whatever a graphics card rounds.
 * @param {import("./tokens.js").Token[]} tokens
 * @param {(name: string) => Range} ofName
 * @returns {Range}
 */
export function rangeOf(tokens, ofName) {
    let at = 0;
    let depth = 0;
    const peek = () => tokens[at]?.text;
    const takes = (text) => peek() === text && (at += 1) > 0;
    /** Leaves the rest unread. */
    const end = () => {
        at = Infinity;
        return unknown;
    };
    const deeper = (read) => {
        depth += 1;
        if (depth > deepest) throw new Refusal("too many brackets or signs are in each other", tokens[0].line);
        const range = read();
        depth -= 1;
        return range;
    };
    const choice = () => {
        const condition = binary(1);
        if (!takes("?")) return condition;
        const yes = deeper(choice);
        if (!takes(":")) return end();
        const no = deeper(choice);
        return [Math.min(yes[0], no[0]), Math.max(yes[1], no[1])];
    };
    const binary = (weakest) => {
        let left = one();
        for (let sign = peek(); strengths.get(sign) >= weakest; sign = peek()) {
            at += 1;
            const right = binary(strengths.get(sign) + 1);
            left = isKnown(left) && isKnown(right) && two[sign] ? two[sign](left, right) : unknown;
        }
        return left;
    };
    const one = () => {
        const text = peek();
        at += 1;
        if (text === "-" || text === "+" || text === "!") return signed(text, deeper(one));
        const value = text === "(" ? inBrackets() : /^[\d.]/.test(text) ? ofNumber(text) : !isWord(text ?? "") ? end() : peek() === "(" ? called(text) : ofName(text);
        return [".", "[", "++", "--"].includes(peek()) ? end() : value;
    };
    const inBrackets = () => {
        const range = deeper(choice);
        return takes(")") ? range : end();
    };
    const called = (name) => {
        const ranges = [];
        at += 1;
        do ranges.push(deeper(choice)); while (takes(","));
        if (!takes(")")) return end();
        const made = Object.hasOwn(functions, name) ? functions[name] : undefined;
        return made?.takes === ranges.length && ranges.every(isKnown) ? made.of(...ranges) : unknown;
    };
    const range = choice();
    return at === tokens.length ? range : unknown;
}

const signed = (sign, range) => (sign === "-" ? [-range[1], -range[0]] : sign === "!" ? truth(is0(range), !has0(range)) : range);

/** Of numbers without a sign, which wrap around at 0, and of octal ones nothing is said. */
function ofNumber(text) {
    if (/^0\d+$/.test(text)) return unknown;
    const value = Number(/^0x/i.test(text) ? text : text.replace(/f$/i, ""));
    return known(value, value);
}
