import { curve } from "../geometry.js";
import { head, light, peakAt } from "./strip.js";

/** The style's name as people see it. */
export const name = "Line";

const place = 6; // CSS pixels between two points
const most = 720;
const xs = new Float32Array(most);
const ys = new Float32Array(most);
const backXs = new Float32Array(most);
const backYs = new Float32Array(most);
const body = 0.34; // how much fainter the body is than its outline

/**
 * The outline of the track above and below its middle, with a faint body.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, unit } = strip;
    const count = Math.min(most, Math.max(4, Math.floor(width / (place * unit))));
    for (let i = 0; i < count; i += 1) {
        const out = peakAt(strip, i, count) * (0.5 * height - 2 * unit);
        xs[i] = backXs[count - 1 - i] = (i / (count - 1)) * width;
        ys[i] = height / 2 - out;
        backYs[count - 1 - i] = height / 2 + out;
    }
    context.save();
    context.beginPath();
    curve(context, xs, ys, count);
    curve(context, backXs, backYs, count, true);
    context.closePath();
    context.lineWidth = 1.6 * unit;
    context.lineJoin = "round";
    light(context, strip, true);
    light(context, strip, false, body);
    head(context, strip);
    context.restore();
}
