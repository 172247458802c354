import { head, light, peakAt } from "./strip.js";

/** The style's name as people see it. */
export const name = "Dots";

const place = 7; // CSS pixels between two dots, across and up

/**
 * Columns of dots; louder parts have more dots, and outer dots are smaller.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, unit } = strip;
    const step = place * unit;
    const count = Math.max(1, Math.floor(width / step));
    const side = Math.max(1, Math.floor((height / 2 - step / 2) / step));
    context.save();
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
        const x = ((i + 0.5) * width) / count;
        const dots = peakAt(strip, i, count) * side;
        for (let k = 0; k <= dots; k += 1) {
            const radius = step * (0.32 - 0.16 * (k / side)) * Math.min(1, dots - k + 0.35);
            dot(context, x, height / 2 - k * step, radius);
            if (k > 0) dot(context, x, height / 2 + k * step, radius);
        }
    }
    light(context, strip);
    head(context, strip);
    context.restore();
}

function dot(context, x, y, radius) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
}
