// Dust in the dark, lit by passing rings.

import { across, down, scatter } from "../geometry.js";
import { lay } from "../glow.js";
import { shareOf } from "./form.js";

const motes = 150;

/** For motes without a passing ring. */
export const noRings = { count: 0, radius: new Float32Array(0), strength: new Float32Array(0) };

const turns = Float32Array.from({ length: motes }, (_, i) => scatter(i, 1));
const ways = Float32Array.from({ length: motes }, (_, i) => scatter(i, 2) ** 0.8);
const sizes = Float32Array.from({ length: motes }, (_, i) => 0.3 + 0.7 * scatter(i, 3) ** 2);

/**
 * Draws motes around a centre, each lit by the rings that have just passed it.
 * @param {import("../brush.js").Brush} brush
 * @param {import("./beat.js").Scene} scene
 * @param {{ count: number, radius: Float32Array, strength: Float32Array }} rings
 * @param {number} x the centre
 * @param {number} y
 * @param {number} inner radius of the first
 * @param {number} outer radius of the last
 * @param {number} driftS the time of their slow drift
 * @param {number} alpha
 */
export function drawMotes(brush, scene, rings, x, y, inner, outer, driftS, alpha) {
    const wake = (outer - inner) * 0.16;
    for (let i = 0; i < motes * shareOf(scene); i += 1) {
        const turn = turns[i] + driftS * 0.0011 * (0.4 + ways[i]);
        const radius = inner + (outer - inner) * ways[i] + 6 * scene.unit * Math.sin(driftS * 0.31 + i);
        let light = 0.3 * sizes[i];
        for (let j = 0; j < rings.count; j += 1) {
            const behind = rings.radius[j] - radius;
            if (behind < -0.06 * wake || behind > wake) continue;
            light += 1.6 * rings.strength[j] * (behind < 0 ? 1 + behind / (0.06 * wake) : (1 - behind / wake) ** 2);
        }
        const colour = i % 7 === 0 ? scene.colours.accent : scene.colours.main;
        lay(brush.sharp, "spark", colour, x + across(turn, radius), y + down(turn, radius), sizes[i] * 26 * scene.unit, light * alpha);
    }
}
