import { driftS, lightOf } from "../../stage/beat.js";
import { expressionOf } from "../expression.js";
import { placeInBar, rangesOf } from "../inputs.js";
import { nameOf } from "./words.js";

const longest = 200; // bytes of a setting of a room
const digits = 4;

/** A number, or an expression that follows the music. @typedef {number | string} Wish */

/**
 * What people have set, as a room keeps it: the style, then names and numbers or expressions, as in “rings size=0.5+0.2*beat tint=1,0.5,0,1”.
 * @param {string} text
 * @param {string} style
 * @param {import("./about.js").Input[]} inputs
 * @returns {Map<string, Wish[]>} for each input that may be set; numbers are in its bounds
 */
export function valuesOf(text, style, inputs) {
    const [of, ...pairs] = text.split(" ");
    const wishes = new Map(of === style ? pairs.map((pair) => pair.split("=")) : []);
    return new Map(inputs.filter(({ least }) => least).map((input) => [input.name, wishes.has(input.name) ? within(input, wishes.get(input.name)) : input.numbers]));
}

function within(input, wish) {
    const parts = partsOf(String(wish));
    const isGood = parts.length === input.numbers.length && parts.every((part) => expressionOf(part).problem === "");
    return isGood ? parts.map((part, at) => (Number.isFinite(Number(part)) ? bounded(input, at, Number(part)) : part)) : input.numbers;
}

/** Parts between commas, but for those in brackets. */
function partsOf(wish) {
    const parts = [""];
    let depth = 0;
    for (const letter of wish) {
        depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
        if (letter === "," && depth === 0) parts.push("");
        else parts[parts.length - 1] += letter;
    }
    return parts;
}

function bounded({ least, most, type }, at, value) {
    return Math.max(least[at], Math.min(most[at], /^(?:int|bool)$/.test(type) ? Math.round(value) : value));
}

/**
 * The same with another value of an input.
 * @param {string} text
 * @param {string} style
 * @param {string} name
 * @param {Wish[]} parts
 * @returns {string | undefined} nothing if that is more than a room keeps
 */
export function wishOf(text, style, name, parts) {
    const [of, ...pairs] = text.split(" ");
    const others = of === style ? pairs.filter((pair) => !pair.startsWith(`${name}=`)) : [];
    const told = parts.map((part) => (Number.isInteger(part) ? part : typeof part === "number" ? Number(part.toPrecision(digits)) : part.replace(/\s+/g, "")));
    const made = [style, ...others, `${name}=${told.join(",")}`].join(" ");
    return made.length <= longest ? made : undefined;
}

/**
 * Gives a shader the values of its inputs.
 * @param {import("./about.js").Input[]} inputs
 * @param {string} style
 * @returns {(gl: WebGL2RenderingContext, places: Record<string, WebGLUniformLocation>, scene: import("../../stage/beat.js").Scene) => void}
 */
export function giver(inputs, style) {
    const known = new Map(inputs.map((input) => [input.name, input]));
    let text;
    let given = [];
    return (gl, places, scene) => {
        const now = scene.settings.inputs ?? "";
        if (now !== text) [text, given] = [now, [...valuesOf(now, style, inputs)].map(([name, parts]) => follower(known.get(name), parts))];
        const heard = given.some(({ follow }) => follow) ? heardIn(scene) : undefined;
        for (const { name, type, numbers, follow } of given) {
            const place = places[name];
            if (!place) continue;
            follow?.(heard);
            if (/^(?:int|bool)$/.test(type)) gl.uniform1i(place, numbers[0]);
            else gl[`uniform${numbers.length}fv`](place, numbers);
        }
    };
}

/** An input's numbers, and what brings them up to date if any of them follows the music. */
function follower(input, parts) {
    const numbers = parts.map((part, at) => (typeof part === "number" ? part : input.numbers[at]));
    const followed = parts.flatMap((part, at) => (typeof part === "number" ? [] : [{ at, value: expressionOf(part).value }]));
    const follow = (heard) => {
        for (const { at, value } of followed) numbers[at] = bounded(input, at, value(heard));
    };
    return { name: nameOf(input.name), type: input.type, numbers, follow: followed.length > 0 ? follow : undefined };
}

/** What expressions may name. */
function heardIn(scene) {
    const { beat, loudness, onset, direction } = scene;
    const { meter, inBar } = placeInBar(beat);
    const { energy = loudness, tension = 0, hit = 0, breath = 0 } = direction ?? {};
    return { beat: lightOf(scene), phase: beat.fraction, bar: (inBar + beat.fraction) / meter, time: driftS(scene), loudness, onset, ...rangesOf(scene.levels), energy, tension, hit, breath };
}
