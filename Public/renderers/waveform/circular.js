import { across, clamp, down } from "../geometry.js";
import { lay } from "../glow.js";
import { peakAt, shimmerAt, showsProgress } from "./strip.js";

/** The style's name as people see it. */
export const name = "Circular";

const place = 5; // CSS pixels for a bar and its gap, on the inner edge
const fewest = 24;
const most = 360;
const large = 80; // from this radius in CSS pixels on, the ring is a thin frame around a picture
const thin = 0.78; // where bars start, in radii of the figure
const thick = 0.5;

/**
 * The track around a circle, from the top clockwise.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, unit, colours, css } = strip;
    const radius = Math.min(width, height) / 2;
    const inner = radius > large * unit ? thin : thick;
    const count = Math.round(clamp((2 * Math.PI * inner * radius) / (place * unit), fewest, most));
    context.save();
    context.lineCap = "round";
    context.lineWidth = ((1.2 * Math.PI * inner) / count) * radius;
    context.strokeStyle = css.main;
    pass(context, strip, radius, inner, count, false);
    if (strip.movement !== "reactive" && strip.movement !== "still") pass(context, strip, radius, inner, count, true);
    if (showsProgress(strip)) head(context, strip, radius, inner);
    context.restore();
}

/** All bars dim, or the lit ones. */
function pass(context, strip, radius, inner, count, lit) {
    const { width, height, movement } = strip;
    context.beginPath();
    for (let i = 0; i < count; i += 1) {
        const turn = (i + 0.5) / count;
        if (lit && !isLit(strip, turn)) continue;
        const out = radius * (inner + 0.01 + (0.97 - inner) * peakAt(strip, i, count));
        context.moveTo(width / 2 + across(turn, radius * inner), height / 2 + down(turn, radius * inner));
        context.lineTo(width / 2 + across(turn, out), height / 2 + down(turn, out));
    }
    context.globalAlpha = lit ? 0.9 : movement === "reactive" ? 0.45 + 0.5 * strip.loudness : movement === "still" ? 0.6 : 0.26;
    context.stroke();
}

function isLit(strip, turn) {
    return strip.movement === "idle" ? Math.abs(turn - shimmerAt(strip)) < 0.06 : turn <= strip.progress;
}

/** The playhead: a glowing hand over the ring. */
function head(context, strip, radius, inner) {
    const { width, height, unit, progress, colours, css } = strip;
    const x = width / 2;
    const y = height / 2;
    context.globalCompositeOperation = "lighter";
    const middle = radius * (inner + 1) * 0.5;
    lay(context, "soft", colours.accent, x + across(progress, middle), y + down(progress, middle), radius * (1 - inner) * 0.5, 0.4 + 0.4 * strip.loudness);
    context.strokeStyle = css.accent;
    context.globalAlpha = 0.95;
    context.lineWidth = 2 * unit;
    context.beginPath();
    context.moveTo(x + across(progress, radius * (inner - 0.02)), y + down(progress, radius * (inner - 0.02)));
    context.lineTo(x + across(progress, radius * 0.99), y + down(progress, radius * 0.99));
    context.stroke();
}
