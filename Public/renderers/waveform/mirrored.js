import { head, light, peakAt } from "./strip.js";

/** The style's name as people see it. */
export const name = "Mirrored bars";

const place = 5; // CSS pixels for a bar and its gap
const wide = 3;

/**
 * Bars that reach up and down from the strip's middle.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, unit } = strip;
    const count = Math.max(1, Math.floor(width / (place * unit)));
    context.save();
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
        const high = Math.max(wide * unit, peakAt(strip, i, count) * height);
        context.roundRect(((i + 0.5) * width) / count - (wide * unit) / 2, (height - high) / 2, wide * unit, high, (wide * unit) / 2);
    }
    light(context, strip);
    head(context, strip);
    context.restore();
}
