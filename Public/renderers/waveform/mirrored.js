import { bars } from "./strip.js";

/** The style's name as people see it. */
export const name = "Mirrored bars";

/**
 * Bars that reach up and down from the strip's middle.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    bars(context, strip, 0.5);
}
