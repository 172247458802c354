// How bright the pictures of shaders are, and the lamp over them: each theme of a song has it in its own place and colour, so that a theme that comes back is known again.

import { mix, smooth } from "../geometry.js";
import { homeOf } from "../sky.js";

const wanderS = 140; // a turn of the lamp, as the lights of the Canvas styles have
const usualDepth = 0.42; // of the lamp: how much brighter its middle is than the rest
const breathDepth = 0.18; // more in a break
const [middle, edge] = [1.4, -0.6]; // what a lamp of depth 1 adds there: nearly nothing over the whole picture
const wide = 1.25; // of its light
const most = 1.7; // of a part of its colour, white being 1
const dyed = 0.42; // how far the cover takes its colour
const lamp = new Float32Array(3);
const lift = new Float32Array(2);
const dye = new Float32Array(3);

/**
 * @param {{ width: number, height: number, mediaS: number, settings: { seed: number } }} scene
 * @param {import("../../session/direction.js").Direction} [direction]
 * @returns {Float32Array} where the lamp is, in the units of a shader's places, and one by the square of its size. One array for all, written anew in each call
 */
export function lampOf({ width, height, mediaS, settings }, direction) {
    lamp.fill(0);
    if (!direction) return lamp;
    const { energy, tension, section, sectionBefore, led } = direction;
    const home = mix(homeOf(sectionBefore, 0, settings.seed), homeOf(section, 0, settings.seed), smooth(led));
    const turn = 2 * Math.PI * (home + (mediaS % wanderS) / wanderS);
    const out = mix(0.62, 0.5, energy) * (1 - 0.85 * tension);
    const half = Math.min(width, height);
    const size = wide * mix(0.9, 1.1, energy) * Math.max(1, (0.62 * Math.max(width, height)) / half);
    lamp[0] = (out * width * Math.cos(turn)) / half;
    lamp[1] = (-out * height * Math.sin(turn)) / half;
    lamp[2] = 1 / (size * size);
    return lamp;
}

/**
 * @param {number} bright of the picture, in [0, 1]
 * @param {boolean} calm
 * @param {import("../../session/direction.js").Direction} [direction]
 * @returns {Float32Array} how bright a picture is far from the lamp, and how much more in the middle of it: dim in a break, full in a drop. One array for all
 */
export function liftOf(bright, calm, direction) {
    const { breath, hit, tension } = direction ?? { breath: 0, hit: 0, tension: 0 };
    const all = mix(0.04, 1.08, bright) * (1 - 0.4 * breath) + (calm ? 0 : 0.4 * hit) + 0.1 * tension;
    const depth = direction ? usualDepth + breathDepth * breath : 0;
    lift[0] = all * (1 + edge * depth);
    lift[1] = all * (middle - edge) * depth;
    return lift;
}

/**
 * @param {{ main: number[] }} colours of 255
 * @param {import("../../session/direction.js").Direction} [direction]
 * @returns {Float32Array} the lamp's colour on the cover: white while the first colour of the palette leads. One array for all
 */
export function dyeOf({ main }, direction) {
    dye.fill(1);
    if (!direction) return dye;
    const { lead, leadBefore, led } = direction;
    const share = dyed * mix(leadBefore === 0 ? 0 : 1, lead === 0 ? 0 : 1, led);
    const mean = (main[0] ** 2 + main[1] ** 2 + main[2] ** 2) / 3 || 1;
    for (let part = 0; part < 3; part += 1) dye[part] = mix(1, Math.min(most, main[part] ** 2 / mean), share);
    return dye;
}
