import { across, down, loop, mix, ringStrength, ringWay } from "../geometry.js";
import { withBrush } from "../brush.js";
import { haloEdge, lay } from "../glow.js";
import { lightOf, pulses, pushOf, recall, driftS, ringLifeS, sendsRing } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";
import { drawCover } from "./cover.js";
import { drawMotes } from "./motes.js";

/** The style's name as people see it. */
export const name = "Pulse";

const white = [255, 255, 255];
// The effect of each sixth of the spectrum, from low to high, on the curve: number of lobes, size, speed of rotation.
const lobes = [2, 3, 4, 5, 7, 9];
const weights = [0.85, 0.8, 0.65, 0.6, 0.45, 0.4];
const turnsPerS = [0.05, -0.07, 0.09, -0.11, 0.13, -0.17];
const count = 96; // points of a curve
const veils = 5;
const veilS = 0.06; // between one veil and the next
const calmingS = 0.6; // time in which a ring changes from the shape of its sound to a circle
const heights = new Float32Array(64);
// The waves of the lobes and the circle, computed once; a frame only rotates them.
const cosines = new Float64Array(lobes.length * count);
const sines = new Float64Array(lobes.length * count);
const aside = new Float64Array(count);
const below = new Float64Array(count);
for (let i = 0; i < count; i += 1) {
    aside[i] = across(i / count, 1);
    below[i] = down(i / count, 1);
    for (let k = 0; k < lobes.length; k += 1) {
        cosines[k * count + i] = Math.cos((2 * Math.PI * lobes[k] * i) / count);
        sines[k * count + i] = Math.sin((2 * Math.PI * lobes[k] * i) / count);
    }
}
const outs = new Float64Array(count);
const xs = new Float32Array(count);
const ys = new Float32Array(count);
const rings = { count: 0, radius: new Float32Array(8), strength: new Float32Array(8), age: new Float64Array(8), downbeat: new Uint8Array(8) };

/**
 * Rings leave the cover with each beat, in the shape of the sound at that moment.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const x = scene.width / 2;
    const y = scene.height * 0.46;
    const base = Math.min(scene.width * 0.2, scene.height * 0.15) * sizeOf(scene);
    const reach = 0.56 * Math.hypot(scene.width, scene.height);
    const light = lightOf(scene);
    const push = pushOf(scene);
    const radius = base * (1 + 0.05 * push);
    const alpha = strengthOf(scene);
    const { colours } = scene;

    const { soft } = brush;
    lay(soft, "soft", colours.second, x, y, reach * 1.25, alpha * (0.09 + 0.06 * scene.loudness));
    lay(soft, "soft", colours.accent, x, y + base * 0.6, base * 4.6, alpha * (0.05 + 0.05 * scene.loudness));
    lay(soft, "halo", colours.second, x, y, (1.3 * radius) / haloEdge, alpha * (0.12 + 0.3 * light));
    lay(soft, "halo", colours.main, x, y, radius / haloEdge, alpha * (0.1 + 0.62 * light));
    lay(soft, "halo", white, x, y, (0.9 * radius) / haloEdge, alpha * 0.42 * push * light);

    findRings(scene, base, reach);
    drawMotes(brush, scene, rings, x, y, base * 1.5, reach, driftS(scene), alpha);
    for (let i = rings.count - 1; i >= 0; i -= 1) drawRing(brush, scene, i, x, y, base);
    drawCorona(brush, scene, x, y, radius, light);

    drawCover(brush, scene, x, y, radius, base, alpha, 1.6 * scene.unit, alpha * (0.35 + 0.65 * light));
}

function findRings(scene, base, reach) {
    const lifeS = ringLifeS(scene);
    rings.count = 0;
    if (!pulses(scene)) return;
    for (let i = 0; i < scene.beats.count && i < 8; i += 1) {
        const strength = ringStrength(scene.beats.ageS[i], lifeS);
        if (strength === 0 || !sendsRing(scene, i)) continue;
        const at = rings.count;
        rings.count += 1;
        rings.age[at] = scene.beats.ageS[i];
        rings.downbeat[at] = scene.beats.downbeat[i];
        rings.strength[at] = scene.show * strength * (0.25 + 0.75 * scene.beats.strength[i]) * (rings.downbeat[at] ? 1 : 0.66);
        rings.radius[at] = mix(base, reach, ringWay(rings.age[at], lifeS));
    }
}

function drawRing(brush, scene, i, x, y, base) {
    const radius = rings.radius[i];
    const strength = rings.strength[i];
    const forgotten = rings.age[i] / calmingS;
    const depth = forgotten < 1 ? (1 - forgotten) ** 2 * base * 0.42 : 0;
    const strong = rings.downbeat[i] === 1;
    const { colours, css, unit } = scene;
    lay(brush.soft, "wake", strong ? colours.accent : colours.second, x, y, radius, strength * strength * (strong ? 0.34 : 0.26));
    brush.beginPath();
    if (depth > 0.2) around(brush, scene, rings.age[i], x, y, radius, depth);
    else brush.arc(x, y, radius, 0, 2 * Math.PI);
    brush.stroke(strong ? css.accent : css.second, (strong ? 2.6 : 2) * unit, Math.min(1, strength), 1.1);
    brush.stroke(strong ? css.accent : css.main, 1.2 * unit, Math.min(1, strength * 1.25), 0.5);
}

/** The current sound around the cover, and the recent past further out and fainter. */
function drawCorona(brush, scene, x, y, radius, light) {
    const { css, show, unit } = scene;
    const height = radius * 0.72;
    for (let i = veils - 1; i >= 0; i -= 1) {
        const left = 1 - i / veils;
        brush.beginPath();
        around(brush, scene, i * veilS, x, y, radius * (1.01 + 0.03 * i), height * (1 + 0.16 * i));
        brush.soft.fillStyle = i === 0 ? css.main : css.second;
        brush.soft.globalAlpha = show * 0.045 * left;
        brush.soft.fill();
        const bright = show * left * left * mix(0.6, 1, light);
        brush.stroke(i === 0 ? css.main : i % 2 === 1 ? css.accent : css.second, (i === 0 ? 1.6 : 1) * unit, bright, 0.8);
    }
}

/** A closed curve around the centre: each part of the spectrum has its number of lobes, which rotate at their own speed. */
function around(brush, scene, ageS, x, y, radius, height) {
    const s = driftS(scene) - ageS;
    recall(scene, ageS, heights);
    outs.fill(0);
    for (let k = 0; k < lobes.length; k += 1) {
        const half = 0.5 * weights[k] * partOf(heights, scene.levels.length, k);
        const turned = 2 * Math.PI * turnsPerS[k] * s;
        const cosine = half * Math.cos(turned);
        const sine = half * Math.sin(turned);
        for (let i = 0; i < count; i += 1) outs[i] += half + cosines[k * count + i] * cosine - sines[k * count + i] * sine;
    }
    for (let i = 0; i < count; i += 1) {
        xs[i] = x + aside[i] * (radius + height * outs[i]);
        ys[i] = y + below[i] * (radius + height * outs[i]);
    }
    loop(brush, xs, ys, count);
}

function partOf(heights, points, part) {
    const from = Math.floor((points * part) / lobes.length);
    const to = Math.floor((points * (part + 1)) / lobes.length);
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += heights[i];
    return sum / Math.max(1, to - from);
}
