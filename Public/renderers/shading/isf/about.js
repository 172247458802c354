import { Refusal } from "./refusal.js";

/** An input of a file, with its value as a constant of GLSL. `hears` is said of sound. @typedef {{ name: string, type: string, value: string, number?: number, hears?: boolean }} Input */

const mostInputs = 64;
const mostPoints = 1024; // of a row of sound
const usualPoints = 256;
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
    return { name: input.NAME, ...made };
}

const kinds = {
    float: (input) => numbered("float", floating(input.DEFAULT ?? middleOf(input))),
    long: ({ DEFAULT, VALUES, MIN }) => numbered("int", whole(DEFAULT ?? (Array.isArray(VALUES) ? VALUES[0] : MIN))),
    bool: ({ DEFAULT }) => ({ type: "bool", value: String(Boolean(Number(DEFAULT ?? 0))) }),
    event: () => ({ type: "bool", value: "false" }), // nobody presses it
    color: ({ DEFAULT }) => ({ type: "vec4", value: vector([0, 1, 2, 3].map((at) => DEFAULT?.[at] ?? 1)) }),
    point2D: (input) => ({ type: "vec2", value: vector([0, 1].map((at) => input.DEFAULT?.[at] ?? middleOf({ MIN: input.MIN?.[at], MAX: input.MAX?.[at] }))) }),
    image: picture,
    audio: picture,
    audioFFT: picture,
};

const middleOf = ({ MIN, MAX }) => (finite(MIN ?? 0) + finite(MAX ?? 1)) / 2;
const numbered = (type, value) => ({ type, value, number: Number(value) });
const vector = (values) => `vec${values.length}(${values.map(floating).join(", ")})`;

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
