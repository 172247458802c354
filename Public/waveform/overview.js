/**
 * A fine line under a zoomed bar that shows which part of the track is visible.
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number, unit: number, css: { main: string } }} strip
 * @param {import("./span.js").Span} span
 * @param {number} durationS
 */
export function drawOverview(context, { width, height, unit, css }, span, durationS) {
    const thick = 2 * unit;
    context.fillStyle = css.main;
    context.globalAlpha = 0.18;
    context.fillRect(0, height - thick, width, thick);
    context.globalAlpha = 0.9;
    context.fillRect((span.startS / durationS) * width, height - thick, Math.max(thick, ((span.endS - span.startS) / durationS) * width), thick);
    context.globalAlpha = 1;
}
