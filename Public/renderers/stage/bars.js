import { fine, grain, mix } from "../geometry.js";
import { withBrush } from "../brush.js";
import { lay, shade } from "../glow.js";
import { capOf, lightOf, presence, surfaceLight } from "./beat.js";

/** The style's name as people see it. */
export const name = "Bars";

const fallPerSS = 2.6; // how fast a cap falls, in heights of the stage per second, per second
const gap = 0.36; // as a share of a bar's width

/**
 * Bars with rounded tops over still water, each with a cap that falls from its last height.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { sharp: context, soft } = brush;
    const { width, height, levels, colours, css, unit, show } = scene;
    const points = scene.levels.length;
    const light = lightOf(scene);
    const alpha = presence(scene);
    const floor = height * 0.68;
    const tall = Math.min(height * 0.54, width * 0.9);
    const span = Math.min(width * 0.9, height * 2.1);
    const place = span / points;
    const wide = place * (1 - gap);
    const left = (width - span) / 2 + (place - wide) / 2;

    lay(soft, "soft", colours.second, width / 2, floor, width * 0.7, alpha * (0.16 + 0.12 * scene.loudness), 0.5);
    lay(soft, "soft", colours.accent, width / 2, floor, width * 0.5, alpha * (0.08 + 0.1 * light), 0.16);

    for (let i = 0; i < points; i += 1) {
        const level = levels[i] * show;
        lay(soft, "soft", colours.main, left + i * place + wide / 2, floor - level * tall, place * 3.6, alpha * mix(0.3, 0.5, light) * level);
    }
    context.beginPath();
    for (let i = 0; i < points; i += 1) {
        const high = Math.max(wide, levels[i] * show * tall);
        rounded(context, left + i * place, floor - high, wide, high);
    }
    context.fillStyle = css.second;
    context.globalAlpha = alpha * 0.5 * surfaceLight(scene);
    context.fill();
    pour(context, shade(context, "tower", colours.main, colours.accent), floor - tall, tall, alpha * mix(0.8, 1, light) * surfaceLight(scene));

    for (let i = 0; i < points; i += 1) {
        const high = Math.max(wide, levels[i] * show * tall);
        lay(soft, "spark", colours.main, left + i * place + wide / 2, floor - high + wide / 2, wide * 1.5, alpha * mix(0.25, 0.7, light) * levels[i]);
    }

    context.beginPath();
    for (let i = 0; i < points; i += 1) {
        const high = Math.max(wide, levels[i] * show * tall) * 0.42;
        rounded(context, left + i * place, floor + 3 * unit, wide, high);
    }
    pour(context, shade(context, "mirror", colours.main, colours.main), floor, tall * 0.42, alpha);

    context.beginPath();
    for (let i = 0; i < points; i += 1) {
        const high = Math.max(wide, levels[i] * show * tall, capOf(scene, i, fallPerSS) * show * tall);
        rounded(context, left + i * place, floor - high - 6 * unit, wide, 2.4 * unit);
    }
    context.fillStyle = css.accent;
    context.globalAlpha = alpha * 0.7;
    context.fill();
}

function rounded(context, x, y, wide, high) {
    context.scale(1 / grain, 1 / grain);
    context.roundRect(fine(x), fine(y), fine(wide), fine(high), fine(Math.min(wide, high) / 2));
    context.scale(grain, grain);
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
