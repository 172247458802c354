import { between, curve, mix, soften } from "../geometry.js";
import { withBrush } from "../brush.js";
import { lay } from "../glow.js";
import { lightOf, pulses, recall, driftS } from "./beat.js";
import { shareOf, sizeOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Line";

const ghosts = 7; // traces that the line leaves behind
const ghostS = 0.07;
const tail = 16; // lights behind the spark
const white = [255, 255, 255];
const most = 66;
const heights = new Float32Array(64);
const xs = new Float32Array(most);
const ys = new Float32Array(most);

/**
 * One thin line whose past traces fade, and a spark that crosses it once in a bar.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, css, unit } = scene;
    const points = scene.levels.length;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const base = height * 0.62;
    const tall = Math.min(height * 0.44, width * 0.7) * scene.show * sizeOf(scene);

    lay(brush.soft, "soft", colours.second, width / 2, base - tall * 0.2, width * 0.7, alpha * (0.14 + 0.1 * scene.loudness), 0.55);
    for (let k = Math.ceil(ghosts * shareOf(scene)); k > 0; k -= 1) {
        trace(scene, k * ghostS, base + k * 0.017 * height, tall * (1 - 0.04 * k));
        const left = 1 - k / (ghosts + 1);
        brush.beginPath();
        curve(brush, xs, ys, points + 2);
        brush.stroke(k % 3 === 2 ? css.accent : css.second, 1.1 * unit, alpha * 0.85 * left, 0.6);
    }
    trace(scene, 0, base, tall);
    brush.beginPath();
    curve(brush, xs, ys, points + 2);
    brush.stroke(css.main, 2 * unit, alpha * mix(0.65, 1, light), mix(0.7, 1.3, light));

    const { position, meter, fraction } = scene.beat;
    if (pulses(scene) && position > 0 && meter > 0) spark(brush, scene, (position - 1 + fraction) / meter, light, alpha);
}

function trace(scene, ageS, base, tall) {
    const points = scene.levels.length;
    recall(scene, ageS, heights);
    soften(heights, points);
    const s = driftS(scene) - ageS;
    for (let i = 0; i < points + 2; i += 1) {
        const at = (i - 1) / (points - 1);
        xs[i] = at * scene.width;
        ys[i] = base - tall * heights[Math.min(points - 1, Math.max(0, i - 1))] + 0.01 * scene.height * Math.sin(5 * at + 0.6 * s);
    }
}

/** The spark marks the position in the bar, with a tail behind it; it fades at both ends of the line. */
function spark(brush, scene, bar, light, alpha) {
    const { colours, unit, width } = scene;
    const points = scene.levels.length;
    const there = alpha * scene.show * Math.min(1, bar * 25, (1 - bar) * 25);
    for (let i = tail; i >= 0; i -= 1) {
        const at = bar - 0.006 * i;
        if (at < 0) continue;
        const x = at * width;
        const y = between(ys, points + 2, (at * (points - 1) + 1) / (points + 1));
        const left = 1 - i / (tail + 1);
        lay(brush.soft, "spark", colours.main, x, y, unit * mix(50, 110, light) * left, there * left * mix(0.3, 0.7, light));
        if (i > 0) continue;
        lay(brush.soft, "spark", colours.accent, x, y, unit * mix(120, 200, light), there * 0.5);
        lay(brush.sharp, "spark", white, x, y, unit * 34, there);
    }
}
