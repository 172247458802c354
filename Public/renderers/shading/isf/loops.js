import { isKnown, largest } from "./ranges.js";
import { parts } from "./tokens.js";

const least = 1e-6; // of a step, as a share of the numbers that it is added to: smaller ones are lost in single precision
const slack = 1.1; // since sums are rounded
const leastFactor = 1.01;

/**
 * How often a “for” loop turns at most.
 * @param {import("./tokens.js").Token[][]} header its three parts
 * @param {import("./constants.js").Names} names
 * @returns {{ counter: string, turns: number, range: import("./ranges.js").Range } | undefined} nothing if that cannot be read
 */
export function turnsOf([first, condition, step], names) {
    const start = step && startOf(first, names);
    if (!start) return undefined;
    const { counter, from } = start;
    if (outermost(condition).some(({ text }) => weakest.test(text))) return undefined; // then no part of it is enough to end the loop
    const motion = motionOf(parts(step, ","), counter, names);
    const ends = parts(condition, "&&").map((part) => endOf(part, counter, names)).filter((end) => end !== undefined);
    const counts = motion === undefined ? [] : ends.map((end) => counted(from, end, motion)).filter((count) => count !== undefined);
    if (counts.length === 0) return undefined;
    const { turns, range } = counts.reduce((few, other) => (other.turns < few.turns ? other : few));
    return { counter, turns, range };
}

function startOf(first, names) {
    const isTyped = /^(int|float)$/.test(first[0]?.text);
    const [name, sign] = first.slice(isTyped ? 1 : 0);
    if (sign?.text !== "=" || (!isTyped && !names.isLocal(name.text))) return undefined;
    const [value] = parts(first.slice(isTyped ? 3 : 2), ",");
    const from = names.rangeOf(value);
    return isKnown(from) ? { counter: name.text, from } : undefined;
}

/** Signs that bind more weakly than &&. */
const weakest = /^(?:\|\||\^\^|[?:,=]|[-+*/%&|^]=|<<=|>>=)$/;
/** Signs that bind no stronger than a comparison. */
const weak = /^(?:[<>=?:,&|^]|[<>=!]=|&&|\|\||\^\^)$/;
const turned = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** What a counter is compared with, if the tokens are such a comparison. */
function endOf(tokens, counter, names) {
    const isFirst = tokens[0]?.text === counter && turned[tokens[1]?.text];
    const isLast = tokens.at(-1)?.text === counter && turned[tokens.at(-2)?.text];
    if (!isFirst && !isLast) return undefined;
    const other = isFirst ? tokens.slice(2) : tokens.slice(0, -2);
    if (outermost(other).some(({ text }) => weak.test(text))) return undefined;
    const to = names.rangeOf(other);
    return isKnown(to) ? { sign: isFirst ? tokens[1].text : turned[tokens.at(-2).text], to } : undefined;
}

/** How a counter moves in a turn. @returns {{ by: import("./ranges.js").Range } | { times: import("./ranges.js").Range } | undefined} */
function motionOf(steps, counter, names) {
    const own = steps.filter((step) => step.some(({ text }) => text === counter));
    if (own.length !== 1) return undefined;
    const words = own[0].map(({ text }) => text);
    const all = words.join(" ");
    if (all === `${counter} ++` || all === `++ ${counter}`) return { by: [1, 1] };
    if (all === `${counter} --` || all === `-- ${counter}`) return { by: [-1, -1] };
    const isLong = words[1] === "=" && words[2] === counter && /^[-+*]$/.test(words[3]);
    const sign = isLong ? words[3] : /^[-+*]=$/.test(words[1]) ? words[1][0] : undefined;
    const rest = own[0].slice(isLong ? 4 : 2);
    if (words[0] !== counter || !sign || rest.some(({ text }) => text === counter) || (isLong && !isSimple(rest))) return undefined;
    const value = names.rangeOf(rest);
    if (!isKnown(value)) return undefined;
    return sign === "*" ? { times: value } : { by: sign === "+" ? value : [-value[1], -value[0]] };
}

/** Those that stand in no brackets. */
function outermost(tokens) {
    let depth = 0;
    return tokens.filter(({ text }) => {
        depth += /^[([]$/.test(text) ? 1 : /^[)\]]$/.test(text) ? -1 : 0;
        return depth === 0;
    });
}

/** Whether nothing binds more weakly than what stands before. */
const isSimple = (tokens) => tokens.length === 1;

function counted(from, { sign, to }, { by, times }) {
    const isUp = sign[0] === "<";
    const range = isUp ? [from[0], to[1]] : [to[0], from[1]];
    const way = range[1] - range[0];
    const greatest = Math.max(...[...from, ...to].map(Math.abs));
    if (times !== undefined) {
        if (!isUp || times[0] < leastFactor || from[0] < least || Math.max(from[1], to[1]) * times[1] > largest) return undefined;
        return { range, turns: 2 + Math.max(0, Math.log(to[1] / from[0]) / Math.log(times[0])) * slack };
    }
    const step = isUp ? by[0] : -by[1];
    if (!(step > 0) || step < least * greatest) return undefined;
    const isWhole = [...from, ...to, ...by].every(Number.isInteger);
    return { range, turns: Math.max(1, isWhole ? Math.ceil(way / step) + (sign.endsWith("=") ? 1 : 0) : Math.ceil((slack * way) / step) + 1) };
}
