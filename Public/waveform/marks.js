import { shareOf } from "./span.js";

const usualColour = "#ffb347";

/**
 * Regions as arcs around a dial; on a straight bar their buttons show them.
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number, unit: number }} strip
 * @param {import("./span.js").Span} span
 * @param {readonly { start: number, end?: number | null, colour?: string | null }[]} markers
 */
export function drawRegions(context, { width, height, unit }, span, markers) {
    context.lineWidth = 2 * unit;
    context.globalAlpha = 1;
    for (const { start, end, colour } of markers) {
        if (end == null || end < span.startS || start > span.endS) continue;
        context.strokeStyle = colour ?? usualColour;
        context.beginPath();
        context.arc(width / 2, height / 2, Math.min(width, height) / 2 - unit, angle(span, start), angle(span, end));
        context.stroke();
    }
}

function angle(span, atS) {
    return (Math.min(1, Math.max(0, shareOf(span, atS))) - 0.25) * 2 * Math.PI;
}

/**
 * Which part of the track a zoomed bar shows: a fine line under it.
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
