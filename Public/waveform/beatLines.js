import { shareOf } from "./span.js";

const leastPx = 5; // least CSS pixels between two lines

/**
 * The number of beats before a time.
 * @param {readonly number[]} beats ascending
 * @param {number} atS
 */
export function countBefore(beats, atS) {
    let low = 0;
    let high = beats.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (beats[middle] < atS) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * The beat nearest to a time.
 * @param {readonly number[]} beats ascending
 * @param {number} atS
 * @returns {number | undefined} undefined if there are none
 */
export function nearestBeat(beats, atS) {
    const after = countBefore(beats, atS);
    const [one, other] = [beats[after - 1], beats[after]];
    if (one === undefined || other === undefined) return one ?? other;
    return atS - one <= other - atS ? one : other;
}

/**
 * What fits: all beats, only downbeats, or none.
 * @param {{ beats: readonly number[], downbeats: readonly number[] }} grid
 * @param {import("./span.js").Span} span
 * @param {number} widthPx CSS pixels
 * @returns {"beats" | "downbeats" | "none"}
 */
export function roomFor({ beats, downbeats }, span, widthPx) {
    const fits = (times) => times.length > 1 && (spacing(times) / (span.endS - span.startS)) * widthPx >= leastPx;
    return fits(beats) ? "beats" : fits(downbeats) ? "downbeats" : "none";
}

function spacing(times) {
    return (times.at(-1) - times[0]) / (times.length - 1);
}

/**
 * Fine lines at beats, stronger ones at downbeats.
 * @param {CanvasRenderingContext2D} context
 * @param {{ width: number, height: number, unit: number, css: { main: string, accent: string } }} strip
 * @param {import("./span.js").Span} span
 * @param {{ beats: readonly number[], positions: readonly number[], downbeats: readonly number[] }} grid
 * @param {{ shiftS: number, strong: boolean, fromS?: number }} edit the offset of a drag, whether they are being edited, and the first time that moves
 */
export function drawBeats(context, strip, span, grid, { shiftS: offsetS, strong, fromS = -Infinity }) {
    const { width, height, unit } = strip;
    const shown = roomFor(grid, span, width / unit);
    if (shown === "none") return;
    const { beats, positions } = grid;
    context.globalCompositeOperation = "source-over";
    const reachS = Math.abs(offsetS);
    for (let at = countBefore(beats, span.startS - reachS); at < beats.length && beats[at] - reachS <= span.endS; at += 1) {
        const shiftS = beats[at] >= fromS ? offsetS : 0;
        const opens = positions[at] === 1;
        if (!opens && shown === "downbeats") continue;
        const x = shareOf(span, beats[at] + shiftS) * width;
        const wide = (opens ? 1.5 : 1) * unit;
        const top = opens ? 0 : 0.2 * height;
        context.fillStyle = opens && strong ? strip.css.accent : "#e4f6fc";
        context.globalAlpha = (opens ? 0.8 : 0.45) * (strong ? 1 : 0.55);
        context.fillRect(x - wide / 2, top, wide, height - 2 * top);
        if (opens && strong) context.fillRect(x - 3 * unit, 0, 6 * unit, 2.5 * unit);
    }
    context.globalAlpha = 1;
}
