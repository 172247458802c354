import { across, down } from "../geometry.js";
import { lay } from "../glow.js";
import { peakAt, shimmerAt, showsProgress } from "./strip.js";

/** The style's name as people see it. */
export const name = "Circular";

const bars = 120;
const inner = 0.66; // where bars begin, in the figure's radii

/**
 * The track around a circle, from the top clockwise.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./strip.js").Strip} strip
 */
export function draw(context, strip) {
    const { width, height, colours, css } = strip;
    const radius = Math.min(width, height) / 2;
    context.save();
    context.lineCap = "round";
    context.lineWidth = ((Math.PI * inner) / bars) * radius;
    context.strokeStyle = css.main;
    pass(context, strip, radius, false);
    if (strip.movement !== "reactive") pass(context, strip, radius, true);
    if (showsProgress(strip)) {
        const x = width / 2 + across(strip.progress, radius * 0.82);
        const y = height / 2 + down(strip.progress, radius * 0.82);
        context.globalCompositeOperation = "lighter";
        lay(context, "spark", colours.accent, x, y, radius * 0.4, 0.8);
    }
    context.restore();
}

/** All bars dim, or those that are lit. */
function pass(context, strip, radius, lit) {
    const { width, height, movement } = strip;
    context.beginPath();
    for (let i = 0; i < bars; i += 1) {
        const turn = (i + 0.5) / bars;
        if (lit && !isLit(strip, turn)) continue;
        const out = radius * (inner + (0.98 - inner) * peakAt(strip, i, bars));
        context.moveTo(width / 2 + across(turn, radius * inner), height / 2 + down(turn, radius * inner));
        context.lineTo(width / 2 + across(turn, out), height / 2 + down(turn, out));
    }
    context.globalAlpha = lit ? 0.9 : movement === "reactive" ? 0.45 + 0.5 * strip.loudness : 0.26;
    context.stroke();
}

function isLit(strip, turn) {
    return strip.movement === "idle" ? Math.abs(turn - shimmerAt(strip)) < 0.06 : turn <= strip.progress;
}
