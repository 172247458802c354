import { between, clamp, curve, mix, soften } from "../geometry.js";
import { withBrush } from "../brush.js";
import { lay, shade } from "../glow.js";
import { lightOf, recall, driftS, surfaceLight } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Ribbons";

const count = 48; // points of one side of a lobe
const lobes = [ // age of the sound, position and size, colour, movement
    { ageS: 0.15, centre: 0.7, wide: 0.5, tall: 0.85, colour: "second", pace: 0.41 },
    { ageS: 0.09, centre: 0.34, wide: 0.46, tall: 0.8, colour: "accent", pace: -0.29 },
    { ageS: 0, centre: 0.5, wide: 0.62, tall: 1, colour: "main", pace: 0.23 },
    { ageS: 0.22, centre: 0.5, wide: 0.95, tall: 0.42, colour: "second", pace: -0.17 },
];
const lens = [[0, 0, 0.75], [0.22, 0, 0.5], [0.5, 0, 0.1], [0.78, 0, 0.5], [1, 0, 0.75]]; // the gradient of a lobe
const heights = new Float32Array(64);
const xs = new Float32Array(count);
const ys = new Float32Array(count);
const backXs = new Float32Array(count);
const backYs = new Float32Array(count);

/**
 * Overlapping lobes of light, mirrored above and below a line and thin at both ends.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, css, unit } = scene;
    const { sharp, soft } = brush;
    const y = height * 0.46;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const tall = Math.min(height * 0.42, width * 0.62) * Math.min(1.15, sizeOf(scene));

    lay(soft, "soft", colours.second, width / 2, y, width * 0.62, alpha * (0.16 + 0.12 * scene.loudness), 0.55);
    lay(soft, "soft", colours.accent, width * 0.42, y, width * 0.36, alpha * (0.06 + 0.06 * light), 0.4);
    for (let i = 0; i < lobes.length; i += 1) lobe(brush, scene, lobes[i], y, Math.max(1, tall * scene.show * mix(0.94, 1, light)), alpha * scene.show);

    sharp.beginPath();
    sharp.moveTo(0, y);
    sharp.lineTo(width, y);
    sharp.globalAlpha = alpha * 0.12;
    sharp.lineWidth = Math.max(1, unit);
    sharp.strokeStyle = css.main;
    sharp.stroke();
    lay(sharp, "soft", colours.main, width / 2, y, width * 0.5, alpha * (0.1 + 0.3 * light), 0.006);
}

function lobe(brush, scene, form, y, tall, alpha) {
    const { colours, css, unit } = scene;
    const points = scene.levels.length;
    recall(scene, form.ageS, heights);
    for (let i = 0; i < 4; i += 1) soften(heights, points);
    const centre = form.centre + 0.05 * Math.sin(form.pace * driftS(scene));
    let highest = 1;
    for (let i = 0; i < count; i += 1) {
        const along = i / (count - 1);
        const at = centre + form.wide * (along - 0.5);
        const out = tall * form.tall * Math.sin(Math.PI * along) ** 2 * (0.25 + between(heights, points, clamp(at, 0, 1)));
        if (out > highest) highest = out;
        xs[i] = backXs[count - 1 - i] = scene.width * at;
        ys[i] = y - out;
        backYs[count - 1 - i] = y + out;
    }
    brush.beginPath();
    curve(brush, xs, ys, count);
    curve(brush, backXs, backYs, count, true);
    brush.closePath();
    const { soft } = brush;
    soft.save();
    soft.fillStyle = shade(soft, lens, colours[form.colour], colours[form.colour]);
    soft.globalAlpha = alpha * 0.7 * surfaceLight(scene);
    soft.transform(1, 0, 0, 2 * highest, 0, y - highest);
    soft.fill();
    soft.restore();
    brush.stroke(css[form.colour], 1.6 * unit, alpha * 0.8, 0.8);
}
