import { bars } from "./strip.js";

/** The style's name as people see it. */
export const name = "Bars";

/**
 * Bars on the strip's lower edge.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    bars(context, strip, 1);
}
