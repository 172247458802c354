import { shareOf } from "./span.js";

/**
 * The part of the track that the room repeats; on the dial its region shows it.
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number, unit: number, css: { accent: string } }} strip
 * @param {import("./span.js").Span} span
 * @param {{ from: number, to: number } | null | undefined} loop
 */
export function drawLoop(context, { width, height, unit, css }, span, loop) {
    if (!loop || width === height) return;
    const [left, right] = [shareOf(span, loop.from) * width, shareOf(span, loop.to) * width];
    context.fillStyle = css.accent;
    context.globalAlpha = 0.16;
    context.fillRect(left, 0, right - left, height);
    context.globalAlpha = 0.9;
    for (const x of [left, right]) context.fillRect(x - unit, 0, 2 * unit, height);
    context.globalAlpha = 1;
}
