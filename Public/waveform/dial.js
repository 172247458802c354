// The seek bar as a circle: the track runs once around, clockwise from the top. Loaded when a style first needs it.

import { shareOf } from "./span.js";

/** Inner radius of the pressable ring, in radii of the dial: the picture inside stays free. */
export const pressable = 0.68;
const usualColour = "#ffb347";

/**
 * @param {number} x to the right of the centre
 * @param {number} y below it
 * @returns {number} the angle as a share of the circle in [0, 1), 0 at the top
 */
export function turnOf(x, y) {
    const turn = Math.atan2(x, -y) / (2 * Math.PI);
    return turn < 0 ? turn + 1 : turn;
}

/**
 * The position of a drag around the dial: it stops at the top, since the track does not wrap around.
 * @param {number} turn in [0, 1)
 * @param {number} before in [0, 1]
 * @returns {number} in [0, 1]
 */
export function carried(turn, before) {
    return Math.min(1, Math.max(0, turn + Math.round(before - turn)));
}

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
