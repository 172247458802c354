import { curve, mix, soften } from "../geometry.js";
import { withBrush } from "../brush.js";
import { lay, shade } from "../glow.js";
import { lightOf, recall, driftS, surfaceLight } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";
import { drawMotes, noRings } from "./motes.js";

/** The style's name as people see it. */
export const name = "Wave";

const most = 66; // all points and one beyond each edge
const current = 0.6; // the current sound's share of the shadow; the rest is the next moment's
const sunDepth = 0.34; // of the stage's height
const swellS = 0.3; // delay of the swell at the horizon
// Gradients of the water, and of the light that follows its crest.
const sea = [[0, 0, 0.7], [0.14, 0, 0.48], [0.4, 1, 0.3], [0.75, 1, 0.1], [1, 1, 0.02]];
const sun = [[0, 0, 0.66], [0.1, 0, 0.6], [0.25, 0, 0.34], [0.5, 0, 0.13], [0.75, 0, 0.035], [1, 0, 0]];
const xs = new Float32Array(most);
const ys = new Float32Array(most);
const heights = new Float32Array(64);

/**
 * A sea lifted by the sound: a swell at the horizon, the wave's shadow, the wave.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, levels, next, colours, css, unit } = scene;
    const points = scene.levels.length;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const level = height * 0.78;
    const tall = Math.min(height * 0.66, width * 1.1) * scene.show * Math.min(1.1, sizeOf(scene));

    lay(brush.soft, "soft", colours.second, width / 2, level, width * 0.8, alpha * (0.13 + 0.1 * scene.loudness), 0.5);
    lay(brush.soft, "soft", colours.accent, width / 2, level, width * 0.55, alpha * (0.06 + 0.08 * light), 0.3);

    drawMotes(brush, scene, noRings, width / 2, height * 0.42, 0, 0.56 * width, driftS(scene), alpha * 0.7);

    recall(scene, swellS, heights);
    for (let i = 0; i < 8; i += 1) soften(heights, points);
    rise(scene, level - 0.12 * height, tall * 0.7, 2.1);
    water(brush, scene, colours.second, 0.5 * alpha, 0);
    crest(brush, points, css.second, 1.2 * unit, alpha * 0.55);

    for (let i = 0; i < points; i += 1) heights[i] = mix(next[i], levels[i], current);
    for (let i = 0; i < 4; i += 1) soften(heights, points);
    rise(scene, level - 0.055 * height, tall * 0.95, 1.1);
    water(brush, scene, colours.accent, 0.42 * alpha, 0.45 * alpha);
    crest(brush, points, css.accent, 1.2 * unit, alpha * 0.6);

    for (let i = 0; i < points; i += 1) heights[i] = levels[i];
    soften(heights, points);
    rise(scene, level, tall * 0.9, 0);
    water(brush, scene, colours.second, 0.5 * alpha, 0.8 * alpha);
    sunlight(brush.soft, scene, mix(0.6, 0.85, light) * alpha * surfaceLight(scene));
    crest(brush, points, css.main, 2 * unit, alpha * mix(0.7, 1, light));
}

/** Spreads the heights over the width, on a slowly rocking line. */
function rise(scene, base, tall, rock) {
    const points = scene.levels.length;
    const s = driftS(scene);
    for (let i = 0; i < points + 2; i += 1) {
        const at = (i - 1) / (points - 1);
        const rocking = 0.6 * Math.sin(4.1 * at + 0.53 * s + rock) + 0.4 * Math.sin(9.7 * at - 0.37 * s + 2 * rock);
        xs[i] = at * scene.width;
        ys[i] = base - tall * heights[Math.min(points - 1, Math.max(0, i - 1))] + 0.014 * scene.height * rocking;
    }
}

/** Darkens what is behind the water, then lights the water from its highest crest down. */
function water(brush, scene, colour, alpha, depth) {
    const points = scene.levels.length + 2;
    let top = scene.height;
    for (let i = 0; i < points; i += 1) top = Math.min(top, ys[i]);
    brush.beginPath();
    curve(brush, xs, ys, points);
    brush.lineTo(xs[points - 1], scene.height);
    brush.lineTo(xs[0], scene.height);
    brush.closePath();
    if (depth > 0) brush.hide(depth);
    const { soft } = brush;
    soft.save();
    soft.fillStyle = shade(soft, sea, colour, scene.colours.second);
    soft.globalAlpha = alpha;
    soft.transform(1, 0, 0, scene.height - top, 0, top);
    soft.fill();
    soft.restore();
}

/** Light that follows the crest into the water, whose path is still current: a slanted strip between each two points. */
function sunlight(context, scene, alpha) {
    const points = scene.levels.length + 2;
    const deep = sunDepth * scene.height;
    context.save();
    context.clip();
    context.fillStyle = shade(context, sun, scene.colours.main, scene.colours.second);
    context.globalAlpha = alpha;
    for (let i = 0; i < points - 1; i += 1) {
        const left = Math.round(xs[i]); // whole pixels, or seams would be visible
        const wide = Math.round(xs[i + 1]) - left;
        if (wide <= 0) continue;
        context.save();
        context.transform(1, (ys[i + 1] - ys[i]) / wide, 0, deep, left, ys[i] - 0.1 * deep);
        context.fillRect(0, 0, wide, 1);
        context.restore();
    }
    context.restore();
}

function crest(brush, points, colour, width, alpha) {
    brush.beginPath();
    curve(brush, xs, ys, points + 2);
    brush.stroke(colour, width, alpha, 0.9);
}
