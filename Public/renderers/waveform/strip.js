// What all waveform styles share: the position of peaks, how the music lifts them, how they are lit.

import { between, clamp } from "../geometry.js";
import { lay, shade } from "../glow.js";

const place = 5; // CSS pixels for a bar and its gap
const barWidth = 3;
const shimmerS = 2.5; // from one end to the other
const shimmerWidth = 0.3; // of the strip
const dim = 0.26; // light of what is not yet played
const unlit = 0.6; // light of tracks that do not play, in lists
// Gradients of the part that is lit.
const played = [[0, 1, 0.75], [0.5, 0, 0.9], [1, 0, 1], [1, 0, 0]];
const shimmer = [[0, 0, 0], [0.5, 0, 0.8], [1, 0, 0]];
const boost = 0.5; // how much the music adds to a peak, at most

/**
 * The input of a waveform style.
 * @typedef {object} Strip
 * @property {number} width in canvas pixels
 * @property {number} height
 * @property {number} unit canvas pixels in a CSS pixel
 * @property {Float32Array} peaks [0, 1], over the whole track
 * @property {number} progress [0, 1]
 * @property {boolean} playing
 * @property {number} timeS server time, for the shimmer
 * @property {Float32Array} levels [0, 1], the current sound, low to high
 * @property {number} loudness [0, 1]
 * @property {{ main: number[], second: number[], accent: number[] }} colours of 255
 * @property {{ main: string, second: string, accent: string }} css
 * @property {"progress" | "reactive" | "combined" | "idle" | "still"} movement
 */

/**
 * @param {Strip} strip
 * @param {number} i which of `count` equal parts of the track
 * @param {number} count
 * @returns {number} the highest peak there, lifted by the music, in [0, 1]
 */
export function peakAt(strip, i, count) {
    const { peaks } = strip;
    const from = Math.floor((i * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count));
    let peak = 0;
    for (let k = from; k < to && k < peaks.length; k += 1) peak = Math.max(peak, peaks[k]);
    return clamp(peak * lift(strip, (i + 0.5) / count), 0, 1);
}

/** Reactive strips move as a whole, combined ones around the playhead; the others do not move. */
function lift(strip, at) {
    if (strip.movement === "reactive") return 0.68 + boost * strip.loudness * levelAt(strip, at);
    if (strip.movement !== "combined") return 1;
    const away = (at - strip.progress) / 0.06;
    return 0.86 + boost * levelAt(strip, clamp(0.5 + away / 6, 0, 1)) * Math.exp(-away * away);
}

/** @param {Strip} strip @param {number} at in [0, 1] @returns {number} the current sound there */
export function levelAt(strip, at) {
    return strip.levels.length > 1 ? between(strip.levels, strip.levels.length, at) : 0;
}

/** @param {Strip} strip @returns {boolean} whether the played part is brighter than the rest */
export function showsProgress(strip) {
    return strip.movement === "progress" || strip.movement === "combined";
}

/** @param {Strip} strip @returns {number} position of the shimmer in [0, 1]: to the end and back */
export function shimmerAt(strip) {
    const way = (strip.timeS / shimmerS) % 2;
    return way < 1 ? way : 2 - way;
}

/**
 * Fills the path from left to right: bright where played, dim where not.
 * @param {CanvasRenderingContext2D} context
 * @param {Strip} strip
 * @param {boolean} [asLine] stroke the path instead of filling it
 * @param {number} [strength] of the light
 */
export function light(context, strip, asLine = false, strength = 1) {
    const { width, colours, css, movement } = strip;
    context.fillStyle = context.strokeStyle = css.main;
    context.globalAlpha = strength * (movement === "reactive" ? 0.45 + 0.5 * strip.loudness : movement === "still" ? unlit : dim);
    if (asLine) context.stroke();
    else context.fill();
    if (movement === "reactive" || movement === "still") return;
    const wide = movement === "idle" ? shimmerWidth * width : Math.max(1, strip.progress * width);
    const left = movement === "idle" ? shimmerAt(strip) * width - wide / 2 : 0;
    const style = shade(context, movement === "idle" ? shimmer : played, colours.main, colours.second);
    context.save();
    context.globalAlpha = strength;
    context.fillStyle = context.strokeStyle = style;
    context.transform(0, wide, wide, 0, left, 0); // to the right, and equally in height, or strokes would be distorted
    context.lineWidth /= wide;
    if (asLine) context.stroke();
    else context.fill();
    context.restore();
}

/**
 * The playhead: a thin glowing line.
 * @param {CanvasRenderingContext2D} context
 * @param {Strip} strip
 */
export function head(context, strip) {
    if (!showsProgress(strip)) return;
    const { width, height, unit, colours, css } = strip;
    const x = strip.progress * width;
    context.globalCompositeOperation = "lighter";
    lay(context, "soft", colours.accent, x, height / 2, height * 0.7, 0.3 + 0.4 * strip.loudness);
    context.fillStyle = css.accent;
    context.globalAlpha = 0.95;
    context.fillRect(x - unit, height * 0.04, 2 * unit, height * 0.92);
    context.globalCompositeOperation = "source-over";
}

/**
 * A bar for each peak.
 * @param {CanvasRenderingContext2D} context
 * @param {Strip} strip
 * @param {number} foot the share of the space above a bar that is left empty: 1 for bars on the lower edge
 */
export function bars(context, strip, foot) {
    const { width, height, unit } = strip;
    const count = Math.max(1, Math.floor(width / (place * unit)));
    context.save();
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
        const high = Math.max(barWidth * unit, peakAt(strip, i, count) * height);
        context.roundRect(((i + 0.5) * width) / count - (barWidth * unit) / 2, (height - high) * foot, barWidth * unit, high, (barWidth * unit) / 2);
    }
    light(context, strip);
    head(context, strip);
    context.restore();
}
