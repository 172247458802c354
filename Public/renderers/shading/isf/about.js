import { Refusal } from "./refusal.js";

/**
 * An input of a file.
 * @typedef {object} Input
 * @property {string} name
 * @property {string} label as people see it
 * @property {string} type in GLSL
 * @property {string} value that it has at first, as a constant of GLSL
 * @property {number[]} [numbers] the same; none of pictures
 * @property {number[]} [least] bounds of what people may set
 * @property {number[]} [most]
 * @property {{ value: number, label: string }[]} [choices]
 * @property {boolean} [hears] whether it is sound
 */

const mostInputs = 64;
const mostPoints = 1024; // of a row of sound
const usualPoints = 256;
const mostChoices = 64;
const longestLabel = 40;
const name = /^[A-Za-z]\w{0,63}$/;
const pictures = { image: 0, audioFFT: 1, audio: 2 };

/**
 * What a file says about itself.
 * @param {string} text
 * @returns {{ inputs: Input[], isFilter: boolean, length: number }} `length` is of the part that is no shader
 */
export function about(text) {
    const [opening] = /^\uFEFF?\s*\/\*/.exec(text) ?? [];
    const end = opening ? text.indexOf("*/", opening.length) : -1;
    const told = end < 0 ? undefined : parsed(text.slice(opening.length, end));
    if (typeof told !== "object" || told === null || Array.isArray(told)) throw new Refusal("it does not begin with a comment of JSON, as ISF files do");
    const inputs = listed(told.INPUTS, "INPUTS");
    if (inputs.length > mostInputs) throw new Refusal(`it has more than ${mostInputs} inputs`);
    refusePasses(told);
    const names = new Set(inputs.map((input) => input?.NAME));
    if (names.has("startImage") && names.has("endImage")) throw new Refusal("it is a transition from one picture to another");
    if (names.size < inputs.length) throw new Refusal("two of its inputs have one name");
    return { inputs: inputs.map(inputOf), isFilter: inputs.some(({ TYPE }) => TYPE === "image"), length: end + 2 };
}

/** Files often have commas before closing brackets, and tabs and line ends in their strings. */
function parsed(json) {
    try {
        return JSON.parse(json.replace(/[\u0000-\u001f]+/g, " ").replace(/, *(?=[\]}])/g, ""));
    } catch {
        return undefined;
    }
}

function listed(value, what) {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new Refusal(`its ${what} are no list`);
    return value;
}

function refusePasses(told) {
    const passes = listed(told.PASSES, "PASSES");
    const isKept = Object.keys(told.PERSISTENT_BUFFERS ?? {}).length > 0 || passes.some((pass) => pass?.PERSISTENT || pass?.persistent);
    if (isKept) throw new Refusal("it keeps pictures from frame to frame, so screens would differ");
    if (passes.length > 1) throw new Refusal("it draws in several passes");
    if (Object.keys(told.IMPORTED ?? {}).length > 0) throw new Refusal("it needs pictures that are not in the file");
}

function inputOf(input) {
    if (typeof input?.NAME !== "string" || !name.test(input.NAME)) throw new Refusal("an input has no name that GLSL could use");
    const made = typeof input.TYPE === "string" && Object.hasOwn(kinds, input.TYPE) ? kinds[input.TYPE](input) : undefined;
    if (!made) throw new Refusal(`its input ${input.NAME} is of an unknown type`);
    return { name: input.NAME, label: labelOf(input.LABEL) ?? input.NAME, ...made };
}

const kinds = {
    float: (input) => ({ type: "float", ...numbers([input.DEFAULT ?? middleOf(input)], floating), ...bounds([input.MIN], [input.MAX]) }),
    long: ({ DEFAULT, VALUES, LABELS, MIN, MAX }) => {
        const values = Array.isArray(VALUES) ? VALUES.slice(0, mostChoices).map((value) => Number(whole(value))) : [];
        const choices = values.map((value, at) => ({ value, label: labelOf(LABELS?.[at]) ?? String(value) }));
        const ends = choices.length > 0 ? [Math.min(...values), Math.max(...values)] : [MIN, MAX];
        return { type: "int", ...numbers([DEFAULT ?? values[0] ?? MIN], whole), ...bounds([ends[0]], [ends[1]]), choices };
    },
    bool: ({ DEFAULT }) => ({ type: "bool", numbers: [Number(DEFAULT ?? 0) ? 1 : 0], value: String(Boolean(Number(DEFAULT ?? 0))), least: [0], most: [1] }),
    event: () => ({ type: "bool", numbers: [0], value: "false" }), // nobody presses it
    color: ({ DEFAULT }) => ({ type: "vec4", ...vector([0, 1, 2, 3].map((at) => DEFAULT?.[at] ?? 1)), ...bounds([0, 0, 0, 0], [1, 1, 1, 1]) }),
    point2D: ({ DEFAULT, MIN, MAX }) => {
        const [least, most] = [[0, 1].map((at) => MIN?.[at] ?? 0), [0, 1].map((at) => MAX?.[at] ?? 1)];
        return { type: "vec2", ...vector([0, 1].map((at) => DEFAULT?.[at] ?? middleOf({ MIN: least[at], MAX: most[at] }))), ...bounds(least, most) };
    },
    image: picture,
    audio: picture,
    audioFFT: picture,
};

const middleOf = ({ MIN, MAX }) => (finite(MIN ?? 0) + finite(MAX ?? 1)) / 2;
const numbers = (values, write) => ({ numbers: values.map((value) => Number(write(value))), value: values.map(write).join(", ") });
const labelOf = (label) => (typeof label === "string" && label.trim() ? label.trim().slice(0, longestLabel) : undefined);

function vector(values) {
    const { numbers: parts, value } = numbers(values, floating);
    return { numbers: parts, value: `vec${values.length}(${value})` };
}

/** The bounds of values that people may set; nothing if there are none. */
function bounds(least, most) {
    const [low, high] = [least, most].map((ends) => ends.map((end) => (end === undefined || end === null ? Number.NaN : finite(end))));
    return low.every((end, at) => end < high[at]) ? { least: low, most: high } : {};
}

/** A number in the bounds of single precision; 0 for what is none. */
function finite(value) {
    const number = Math.fround(Number(value));
    return Number.isFinite(number) ? number : 0;
}

function floating(value) {
    const text = String(finite(value));
    return /[.e]/.test(text) ? text : `${text}.0`;
}

const whole = (value) => String(Math.max(-1e9, Math.min(1e9, Math.trunc(finite(value)))));

function picture({ TYPE, MAX }) {
    const points = Math.min(mostPoints, Math.max(1, Math.trunc(finite(MAX)) || usualPoints));
    return { type: "Image_", value: `Image_(${pictures[TYPE]}, ${points}.0)`, hears: TYPE !== "image" };
}
