import { curve, mix, soften } from "../geometry.js";
import { lay, shade, strokeGlow } from "../glow.js";
import { levelAgo, lightOf, presence, restlessS } from "./beat.js";

/** The style's name as people see it. */
export const name = "Wave";

const most = 66; // all points and one beyond each side
const current = 0.6; // of the shadow's height; the rest is the next moment's
const swellS = 0.3; // how far behind the sound the swell at the horizon is
const xs = new Float32Array(most);
const ys = new Float32Array(most);
const heights = new Float32Array(64);

/**
 * A sea that the sound lifts: a swell at the horizon, the wave's shadow, the wave.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    const { width, height, levels, previous, colours, css, unit, show } = scene;
    const points = scene.settings.points;
    const light = lightOf(scene);
    const alpha = presence(scene);
    const level = height * 0.66;
    const tall = Math.min(height * 0.5, width * 0.72);

    context.save();
    context.globalCompositeOperation = "lighter";
    lay(context, "soft", colours.second, width / 2, level - tall * 0.25, width * 0.75, alpha * (0.12 + 0.1 * scene.loudness), 0.62);
    lay(context, "soft", colours.accent, width / 2, level - tall * 0.1, width * 0.5, alpha * (0.05 + 0.07 * light), 0.34);

    for (let i = 0; i < points; i += 1) heights[i] = levelAgo(scene, swellS, i);
    for (let i = 0; i < 6; i += 1) soften(heights, points);
    layer(context, scene, level - 0.11 * tall, tall * 0.62 * show, 2.1);
    fill(context, colours.second, colours.second, level - 0.75 * tall, height * 1.05 - level + 0.75 * tall, height, width, alpha * 0.4);
    crest(context, scene, level - 0.11 * tall, tall * 0.62 * show, 2.1, css.second, 1 * unit, alpha * 0.5);

    for (let i = 0; i < points; i += 1) heights[i] = mix(previous[i], levels[i], current);
    for (let i = 0; i < 2; i += 1) soften(heights, points);
    layer(context, scene, level - 0.045 * tall, tall * 0.92 * show, 1.1);
    fill(context, colours.accent, colours.second, level - 0.8 * tall, height * 1.05 - level + 0.8 * tall, height, width, alpha * 0.5);
    crest(context, scene, level - 0.045 * tall, tall * 0.92 * show, 1.1, css.accent, 1.1 * unit, alpha * 0.55);

    for (let i = 0; i < points; i += 1) heights[i] = levels[i];
    soften(heights, points);
    layer(context, scene, level, tall * 0.86 * show, 0);
    fill(context, colours.main, colours.second, level - 0.7 * tall, height * 1.05 - level + 0.7 * tall, height, width, alpha * mix(0.72, 0.86, light));
    crest(context, scene, level, tall * 0.86 * show, 0, css.main, 1.9 * unit, alpha * mix(0.75, 1, light));
    context.restore();
}

/** Lays the heights out over the width, on a line that rocks slowly. */
function layer(context, scene, base, tall, rock) {
    const points = scene.settings.points;
    const s = restlessS(scene);
    for (let i = 0; i < points + 2; i += 1) {
        const at = (i - 0.5) / points;
        const rocking = 0.6 * Math.sin(4.1 * at + 0.53 * s + rock) + 0.4 * Math.sin(9.7 * at - 0.37 * s + 2 * rock);
        xs[i] = at * scene.width;
        ys[i] = base - tall * heights[Math.min(points - 1, Math.max(0, i - 1))] + 0.016 * scene.height * rocking;
    }
}

/** Darkens what lies behind the water, then lights the water from its crests down. */
function fill(context, first, second, top, tall, bottom, width, alpha) {
    const points = layerPoints;
    context.beginPath();
    curve(context, xs, ys, points);
    context.lineTo(width, bottom);
    context.lineTo(0, bottom);
    context.closePath();
}
