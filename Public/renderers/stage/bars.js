import { fine, grain, mix } from "../geometry.js";
import { withBrush } from "../brush.js";
import { lay, shade } from "../glow.js";
import { capOf, lightOf, surfaceLight } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Bars";

const fallPerSS = 2.6; // how fast a cap falls, in heights of the stage per second, per second
const gap = 0.36; // as a share of a bar's width
const mirrored = 0.42; // the height of a reflection, relative to its bar
// Gradients of a bar and of its reflection.
const tower = [[0, 1, 1], [0.22, 1, 1], [0.5, 0, 0.95], [0.8, 0, 0.36], [1, 0, 0]];
const mirror = [[0, 0, 0.26], [0.35, 0, 0.08], [1, 0, 0]];
const xs = new Int32Array(64); // whole pixels: bars are sharp, and their bodies can be copied
const highs = new Float64Array(64);
const body = { colours: null, wide: 0, tall: 0, context: null };

/**
 * Bars with rounded tops over still water, each with a cap that falls from its last height.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { sharp, soft } = brush;
    const { width, height, levels, colours, css, unit, show } = scene;
    const points = levels.length;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const floor = Math.round(height * 0.68);
    const tall = Math.round(Math.min(height * 0.54, width * 0.9));
    const span = Math.min(width * 0.9, height * 2.1);
    const place = span / points;
    const wide = Math.max(1, Math.round(place * (1 - gap)));
    const reach = show * tall * Math.min(1, sizeOf(scene)); // bodies are as tall as any bar may be
    for (let i = 0; i < points; i += 1) {
        xs[i] = Math.round((width - span + place - wide) / 2 + i * place);
        highs[i] = Math.max(wide, levels[i] * reach);
    }

    lay(soft, "soft", colours.second, width / 2, floor, width * 0.7, alpha * (0.16 + 0.12 * scene.loudness), 0.5);
    lay(soft, "soft", colours.accent, width / 2, floor, width * 0.5, alpha * (0.08 + 0.1 * light), 0.16);
    for (let i = 0; i < points; i += 1) {
        const level = levels[i] * show;
        lay(soft, "soft", colours.main, xs[i] + wide / 2, floor - level * tall, place * 3.6, alpha * mix(0.3, 0.5, light) * level);
        lay(soft, "spark", colours.main, xs[i] + wide / 2, floor - highs[i] + wide / 2, wide * 1.5, alpha * mix(0.25, 0.7, light) * levels[i]);
    }
    soft.beginPath();
    for (let i = 0; i < points; i += 1) soft.rect(xs[i], floor + 3 * unit, wide, mirrored * highs[i]);
    pour(soft, shade(soft, mirror, colours.main, colours.main), floor, mirrored * tall, alpha);

    towers(sharp, colours, points, floor, wide, tall, alpha * mix(0.8, 1, light) * surfaceLight(scene));
    sharp.beginPath();
    sharp.scale(1 / grain, 1 / grain);
    for (let i = 0; i < points; i += 1) {
        const high = Math.max(highs[i], capOf(scene, i, fallPerSS) * reach);
        sharp.roundRect(fine(xs[i]), fine(floor - high - 6 * unit), fine(wide), fine(2.4 * unit), fine(Math.min(wide, 2.4 * unit) / 2));
    }
    sharp.scale(grain, grain);
    sharp.fillStyle = css.accent;
    sharp.globalAlpha = alpha * 0.7;
    sharp.fill();
}

/** The bars: whole rows are copied from one body, since filling with a gradient takes four times as long; only the tops are filled. */
function towers(context, colours, points, floor, wide, tall, alpha) {
    const { canvas } = bodyOf(colours, wide, tall);
    context.globalAlpha = Math.min(1, alpha);
    context.beginPath();
    for (let i = 0; i < points; i += 1) {
        const top = floor - highs[i];
        const joint = Math.min(floor, Math.ceil(top + wide / 2));
        arch(context, xs[i], top, wide, joint);
        const rows = floor - joint;
        if (rows > 0) context.drawImage(canvas, 0, tall - rows, wide, rows, xs[i], joint, wide, rows);
    }
    light(context, colours, floor - tall, tall, alpha);
}

/** Adds the round top of a bar to the path, down to a whole row. */
function arch(context, x, top, wide, joint) {
    context.scale(1 / grain, 1 / grain);
    context.moveTo(fine(x), fine(joint));
    context.arc(fine(x + wide / 2), fine(top + wide / 2), fine(wide / 2), Math.PI, 2 * Math.PI);
    context.lineTo(fine(x + wide), fine(joint));
    context.closePath();
    context.scale(grain, grain);
}

/** A bar as high as any, without its top. */
function bodyOf(colours, wide, tall) {
    if (body.colours === colours && body.wide === wide && body.tall === tall) return body.context;
    Object.assign(body, { colours, wide, tall });
    body.context ??= new OffscreenCanvas(1, 1).getContext("2d", { alpha: false });
    const { context } = body;
    context.canvas.width = wide;
    context.canvas.height = tall;
    context.beginPath();
    context.rect(0, 0, wide, tall);
    light(context, colours, 0, tall, 1);
    return context;
}

/** Fills the path with the light of a bar. */
function light(context, { main, accent, css }, top, tall, alpha) {
    context.save();
    context.globalCompositeOperation = "lighter";
    context.globalAlpha = Math.min(1, 0.55 * alpha);
    context.fillStyle = css.second;
    context.fill();
    pour(context, shade(context, tower, main, accent), top, tall, alpha);
    context.restore();
}

/** Fills the path with a gradient of height `tall` from `top`. */
function pour(context, style, top, tall, alpha) {
    context.save();
    context.fillStyle = style;
    context.globalAlpha = Math.min(1, alpha);
    context.transform(1, 0, 0, tall, 0, top);
    context.fill();
    context.restore();
}
