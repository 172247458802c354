import { nameOf } from "./words.js";

const longest = 200; // bytes of a setting of a room
const digits = 4;

/**
 * What people have set, as a room keeps it: the style, then names and numbers, as in “rings size=0.5 tint=1,0.5,0,1”.
 * @param {string} text
 * @param {string} style
 * @param {import("./about.js").Input[]} inputs
 * @returns {Map<string, number[]>} a value in its bounds for each input that may be set
 */
export function valuesOf(text, style, inputs) {
    const [of, ...pairs] = text.split(" ");
    const wishes = new Map(of === style ? pairs.map((pair) => pair.split("=")) : []);
    return new Map(inputs.filter(({ least }) => least).map((input) => [input.name, wishes.has(input.name) ? within(input, wishes.get(input.name)) : input.numbers]));
}

function within({ numbers, least, most, type }, wish) {
    const wished = String(wish).split(",").map(Number);
    if (wished.length !== numbers.length || !wished.every(Number.isFinite)) return numbers;
    return wished.map((value, at) => Math.max(least[at], Math.min(most[at], /^(?:int|bool)$/.test(type) ? Math.round(value) : value)));
}

/**
 * The same with another value of an input.
 * @param {string} text
 * @param {string} style
 * @param {string} name
 * @param {number[]} numbers
 * @returns {string | undefined} nothing if that is more than a room keeps
 */
export function wishOf(text, style, name, numbers) {
    const [of, ...pairs] = text.split(" ");
    const others = of === style ? pairs.filter((pair) => !pair.startsWith(`${name}=`)) : [];
    const made = [style, ...others, `${name}=${numbers.map((value) => Number(value.toPrecision(digits))).join(",")}`].join(" ");
    return made.length <= longest ? made : undefined;
}

/**
 * Gives a shader the values of its inputs.
 * @param {import("./about.js").Input[]} inputs
 * @param {string} style
 * @returns {(gl: WebGL2RenderingContext, places: Record<string, WebGLUniformLocation>, scene: import("../../stage/beat.js").Scene) => void}
 */
export function giver(inputs, style) {
    const types = new Map(inputs.map(({ name, type }) => [name, type]));
    let known;
    let values;
    return (gl, places, { settings }) => {
        const text = settings?.inputs ?? "";
        if (text !== known) [known, values] = [text, valuesOf(text, style, inputs)];
        for (const [name, numbers] of values) {
            const place = places[nameOf(name)];
            if (!place) continue;
            if (/^(?:int|bool)$/.test(types.get(name))) gl.uniform1i(place, numbers[0]);
            else gl[`uniform${numbers.length}fv`](place, numbers);
        }
    };
}
