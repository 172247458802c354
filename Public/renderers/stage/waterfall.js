import { between, curve, mix, soften } from "../geometry.js";
import { lay, night, shade } from "../glow.js";
import { lightOf, presence, recall } from "./beat.js";

/** The style's name as people see it. */
export const name = "Waterfall";

const ridges = 44;
const ridgeS = 1 / 15; // between one ridge and the next
const depth = 4.2; // how much smaller the furthest ridge is
const furthest = 1 / (1 + depth);
const nearest = 0.84; // of the stage's height: position of the nearest ridge
const strokes = [[1.8, 1], [4.5, 0.16], [10, 0.07]]; // a line and the light around it: [width, strength]
const count = 48; // points of a ridge
const heights = new Float32Array(64);
const xs = new Float32Array(count);
const ys = new Float32Array(count);

/**
 * The last seconds of sound as ridges that move towards the horizon: a spectrogram in perspective.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    const { width, height, colours, unit } = scene;
    const light = lightOf(scene);
    const alpha = presence(scene);
    const horizon = height * 0.3;

    context.save();
    context.globalCompositeOperation = "lighter";
    context.lineJoin = "round";
    lay(context, "soft", colours.second, width / 2, horizon, width * 0.7, alpha * (0.22 + 0.14 * scene.loudness), 0.42);
    lay(context, "soft", colours.accent, width / 2, horizon, width * 0.42, alpha * (0.12 + 0.12 * light), 0.1);

    floor(context, scene, horizon);

    const newestS = scene.mediaS - Math.floor(scene.mediaS / ridgeS) * ridgeS;
    for (let k = ridges - 1; k >= 0; k -= 1) {
        const ageS = newestS + k * ridgeS;
        const far = ageS / (ridges * ridgeS);
        ridge(context, scene, ageS, far, horizon, alpha * (1 - far) ** 1.1 * mix(0.72, 0.9, light), unit);
    }
    ridge(context, scene, 0, 0, horizon, alpha, unit * mix(1.2, 1.7, light)); // the newest ridge
    context.restore();
}

/** Fills the ground below the ridges, so that nothing shines through it. */
function floor(context, scene, horizon) {
    const { width, height } = scene;
    const near = wideOf(width, 1) / 2;
    const far = wideOf(width, furthest) / 2;
    const front = height * nearest;
    const skirt = 0.4 * tallOf(scene, 1);
    context.globalCompositeOperation = "source-over";
    context.fillStyle = night;
    context.globalAlpha = presence(scene);
    context.beginPath();
    context.moveTo(width / 2 - far, horizon);
    context.lineTo(width / 2 + far, horizon);
    context.lineTo(width / 2 + near, front);
    context.lineTo(width / 2 + near, front + skirt);
    context.lineTo(width / 2 - near, front + skirt);
    context.lineTo(width / 2 - near, front);
    context.fill();
    context.globalCompositeOperation = "lighter";
}

function wideOf(width, near) {
    return width * 1.05 * near + width * 0.22;
}

function tallOf({ width, height, show }, near) {
    return Math.max(1, Math.min(height * 0.44, width * 0.7) * near * show);
}

function ridge(context, scene, ageS, far, horizon, alpha, unit) {
    const { width, colours } = scene;
    const points = scene.levels.length;
    const near = 1 / (1 + depth * far); // scale at this distance
    const base = horizon + (scene.height * nearest - horizon) * ((near - furthest) / (1 - furthest));
    const tall = tallOf(scene, near);
    const wide = wideOf(width, near);
    recall(scene, ageS, heights);
    soften(heights, points);
    for (let i = 0; i < count; i += 1) {
        const at = i / (count - 1);
        xs[i] = width / 2 + (at - 0.5) * wide;
        ys[i] = base - tall * between(heights, points, at) * Math.min(1, 8 * at, 8 * (1 - at));
    }
    context.beginPath();
    curve(context, xs, ys, count); // both ends are on the ground, so the filled path closes along it
    context.globalCompositeOperation = "source-over";
    context.fillStyle = night;
    context.globalAlpha = 0.92 * presence(scene);
    context.fill();
    context.globalCompositeOperation = "lighter";

    context.save();
    context.transform(tall, 0, 0, tall, 0, base - tall); // scaled to the gradient's height, and equally in width, or strokes would be distorted
    context.fillStyle = shade(context, "depth", colours.accent, colours.second);
    context.globalAlpha = alpha * 0.8;
    context.fill();
    context.strokeStyle = shade(context, "ridge", colours.main, colours.accent);
    const seen = far < 0.2 ? 3 : far < 0.45 ? 2 : 1; // far away, the light is no wider than the line
    for (let i = 0; i < seen; i += 1) {
        context.lineWidth = Math.max(1, strokes[i][0] * unit * near) / tall;
        context.globalAlpha = alpha * strokes[i][1];
        context.stroke();
    }
    context.restore();
}
