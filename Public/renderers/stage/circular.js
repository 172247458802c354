import { across, down, fine, grain, mix, ringStrength, ringWay } from "../geometry.js";
import { withBrush } from "../brush.js";
import { haloEdge, lay } from "../glow.js";
import { tints, tintsOf } from "../tints.js";
import { capOf, lightOf, pulses, pushOf, ringLifeS, sendsRing } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";
import { drawCover } from "./cover.js";

/** The style's name as people see it. */
export const name = "Circular";

const inner = 1.16; // where bars start, in radii of the cover
const reach = 1.25; // how long the longest is
const coloured = 0.65; // where the accent is reached, in radii of the cover beyond the start
const lap = 0.5; // pixels by which a step covers the one before, or gaps would be seen
const fallPerSS = 3;

/**
 * Bars around the cover, low sounds above, high ones below, the same on both sides.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, unit } = scene;
    const { sharp, soft } = brush;
    const x = width / 2;
    const y = height * 0.46;
    const base = Math.min(width * 0.2, height * 0.17) * sizeOf(scene);
    const radius = base * (1 + 0.035 * pushOf(scene));
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const points = scene.levels.length;

    lay(soft, "soft", colours.second, x, y, base * 5.4, alpha * (0.16 + 0.12 * scene.loudness));
    lay(soft, "halo", colours.main, x, y, (radius * inner) / haloEdge, alpha * (0.08 + 0.42 * light));
    ring(brush, scene, x, y, base);

    bars(brush, scene, x, y, radius, alpha * (0.75 + 0.25 * light));

    for (let i = 0; i < points; i += 1) {
        const turn = (0.5 * (i + 0.5)) / points;
        const out = radius * (inner + 0.07 + reach * Math.max(scene.levels[i], capOf(scene, i, fallPerSS)) * scene.show);
        lay(sharp, "soft", colours.accent, x + across(turn, out), y + down(turn, out), 5 * unit, alpha);
        lay(sharp, "soft", colours.accent, x - across(turn, out), y + down(turn, out), 5 * unit, alpha);
    }

    drawCover(brush, scene, x, y, radius, base, alpha, 1.4 * unit, alpha * (0.3 + 0.6 * light));
}

/** The bars in steps of colour. */
function bars(brush, scene, x, y, radius, alpha) {
    const { levels, colours, show } = scene;
    const points = levels.length;
    const words = tintsOf(colours.main, colours.accent);
    const wide = (Math.PI * inner * radius) / points;
    for (let tint = 0; tint < tints; tint += 1) {
        const from = radius * mix(inner, inner + coloured, tint / tints) - (tint > 0 ? lap : 0);
        const to = tint < tints - 1 ? radius * mix(inner, inner + coloured, (tint + 1) / tints) : Infinity;
        brush.beginPath();
        brush.scale(1 / grain, 1 / grain);
        for (let i = 0; i < points; i += 1) {
            const end = Math.min(to, radius * (inner + 0.015 + reach * levels[i] * show));
            if (end <= from) continue;
            const turn = (0.5 * (i + 0.5)) / points;
            const aside = across(turn, 1);
            const below = down(turn, 1);
            brush.moveTo(fine(x + aside * from), fine(y + below * from));
            brush.lineTo(fine(x + aside * end), fine(y + below * end));
            brush.moveTo(fine(x - aside * from), fine(y + below * from));
            brush.lineTo(fine(x - aside * end), fine(y + below * end));
        }
        brush.scale(grain, grain);
        stroke(brush.sharp, words[tint], 0.5 * wide, alpha);
        stroke(brush.lines, words[tint], 0.9 * wide, 0.3 * alpha);
    }
}

function stroke(context, colour, wide, alpha) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.globalAlpha = Math.min(1, alpha);
    context.stroke();
}

/** One ring leaves with each beat and ends with the next, since here the bars are the main figure. */
function ring(brush, scene, x, y, base) {
    if (!pulses(scene) || scene.beats.count === 0 || !sendsRing(scene, 0)) return;
    const lifeS = Math.min(1.2, ringLifeS(scene));
    for (let i = 0; i < Math.min(2, scene.beats.count); i += 1) {
        const strength = ringStrength(scene.beats.ageS[i], lifeS) * scene.beats.strength[i] * scene.show;
        if (strength === 0 || !sendsRing(scene, i)) continue;
        brush.beginPath();
        brush.arc(x, y, mix(base * inner, base * 3.4, ringWay(scene.beats.ageS[i], lifeS)), 0, 2 * Math.PI);
        brush.stroke(scene.beats.downbeat[i] ? scene.css.accent : scene.css.second, 1.6 * scene.unit, strength * 0.8, 1);
    }
}
