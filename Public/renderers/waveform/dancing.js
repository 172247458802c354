import { clamp } from "../geometry.js";
import { head, levelAt, light, peakAt } from "./strip.js";

/** The style's name as people see it. */
export const name = "Dancing bars";

const place = 7; // CSS pixels for a bar and its gap
const wide = 4;
const still = 0.45; // height of a peak without sound

/**
 * Fewer, wider bars; each also rises with its part of the current spectrum, low to high.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, unit } = strip;
    const count = Math.max(1, Math.floor(width / (place * unit)));
    context.save();
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
        const peak = peakAt(strip, i, count);
        const dance = strip.movement === "idle" || strip.movement === "still" ? 1 - still : levelAt(strip, (i + 0.5) / count) * 1.1;
        const high = Math.max(wide * unit, clamp(peak * (still + dance), 0, 1) * height);
        const sunk = 0.5 * (height - high) * (1 + 0.3 * (i % 2 === 0 ? -1 : 1) * dance * (1 - high / height));
        context.roundRect(((i + 0.5) * width) / count - (wide * unit) / 2, sunk, wide * unit, high, (wide * unit) / 2);
    }
    light(context, strip);
    head(context, strip);
    context.restore();
}
