// How styles of the stage obey the form of the song. Without a plan of the song each answer leaves a style as it is by itself.

import { clamp, mix } from "../geometry.js";
import { presence } from "./beat.js";

/** @param {import("./beat.js").Scene} scene @returns {number} brightness of what is drawn, in [0, 1]: dim in a break, full in a drop */
export function strengthOf(scene) {
    const { direction, calm } = scene;
    if (!direction) return presence(scene);
    return presence(scene) * clamp(mix(0.38, 1.02, direction.bright) + (calm ? 0 : 0.2 * direction.hit), 0, 1);
}

/** @param {import("./beat.js").Scene} scene @returns {number} size of the figure, about 1: far away in a break, drawn together before a drop, near in it */
export function sizeOf({ direction, calm }) {
    if (!direction) return 1;
    return mix(0.66, 1.24, direction.near) - 0.1 * direction.tension + (calm ? 0 : 0.12 * direction.hit);
}

/** @param {import("./beat.js").Scene} scene @returns {number} how many things of all that a style has, in [0, 1] */
export function shareOf({ direction }) {
    return direction ? clamp(0.12 + 1.1 * direction.many, 0, 1) : 1;
}
