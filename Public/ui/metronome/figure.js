import { barOf, isSilentBar } from "../../session/click.js";
import { lightAt } from "./lights.js";

const turn = 2 * Math.PI;
const radii = { strong: 9, normal: 6.5, soft: 4, silent: 4 };
const lights = { strong: 1, normal: 0.75, soft: 0.4, silent: 0.18 };
const swingOfGlow = 0.09; // of the large glow: below a tenth of full luminance it is no flash (WCAG 2.3.1)
const first = "44 230 255"; // signal cyan
const second = "255 62 165"; // broadcast magenta
const warm = "255 179 71";

/**
 * The bar as a ring: a dot for each pulse, the groups as arcs, and a playhead that goes round once a bar. Everything is a function of the moment.
 * @param {CanvasRenderingContext2D} context
 * @param {object} seen
 * @param {import("../../session/click.js").Rhythm} seen.rhythm
 * @param {import("../../session/click.js").Place | undefined} seen.place undefined while nothing runs
 * @param {number} seen.lengthS of a pulse
 * @param {number | undefined} seen.ramp how far the speed trainer has come
 * @param {boolean} seen.still without pulses, for reduced motion
 */
export function drawFigure(context, { rhythm, place, lengthS, ramp, still }) {
    const { width, height } = context.canvas;
    const unit = Math.min(width, height) / 400;
    const [x, y, radius] = [width / 2, height / 2, 172 * unit];
    const bar = barOf(rhythm);
    const angle = (share) => share * turn - turn / 4;
    const now = place && (place.pulse + place.fraction) / bar.length;
    const dims = place && isSilentBar(rhythm, place.bar) ? (rhythm.gap.picture ? 0.55 : 0) : 1;
    const light = place && !still ? dims * lightAt(place.fraction, lengthS) * lights[rhythm.accents[place.pulse] ?? "normal"] : 0;
    context.clearRect(0, 0, width, height);
    context.lineCap = "round";
    glow(context, x, y, radius, light);
    arcs(context, x, y, radius, bar, angle, unit);
    if (ramp !== undefined) sweep(context, x, y, radius + 18 * unit, angle(0), angle(ramp), `rgb(${warm} / 0.85)`, 2.5 * unit);
    if (now !== undefined && dims > 0) head(context, x, y, radius, angle, now, dims, unit);
    if (place && light > 0.02) wave(context, x, y, radius, place.fraction, light, unit);
    const { polyrhythm } = rhythm;
    if (polyrhythm) {
        shape(context, x, y, radius, bar.length, angle, `rgb(${first} / 0.22)`, unit);
        shape(context, x, y, radius * 0.8, polyrhythm[0], angle, `rgb(${second} / 0.3)`, unit);
        for (let at = 0; at < polyrhythm[0]; at += 1) {
            const since = now === undefined ? 1 : now * polyrhythm[0] - at;
            const lit = since >= 0 && since < 1 && !still ? dims * lightAt(since, (lengthS * bar.length) / polyrhythm[0]) : 0;
            dot(context, x, y, radius * 0.8, angle(at / polyrhythm[0]), 6 * unit, second, 0.6, lit, unit);
        }
    }
    for (let pulse = 0; pulse < bar.length; pulse += 1) {
        const accent = rhythm.accents[pulse] ?? "normal";
        const lit = place?.pulse === pulse ? (still ? dims : light) : 0;
        dot(context, x, y, radius, angle(pulse / bar.length), radii[accent] * unit, first, lights[accent], lit, unit, accent === "silent");
        for (let part = 1; part < rhythm.subdivision; part += 1) tick(context, x, y, radius, angle((pulse + part / rhythm.subdivision) / bar.length), unit);
    }
}

function glow(context, x, y, radius, light) {
    const lit = context.createRadialGradient(x, y, 0, x, y, radius);
    lit.addColorStop(0, `rgb(${first} / ${0.05 + swingOfGlow * light})`);
    lit.addColorStop(1, `rgb(${first} / 0)`);
    context.fillStyle = lit;
    context.beginPath();
    context.arc(x, y, radius, 0, turn);
    context.fill();
}

/** The groups of the bar, with gaps between them. */
function arcs(context, x, y, radius, { groups, length }, angle, unit) {
    const gap = groups.length > 1 ? 0.045 : 0;
    let from = 0;
    for (const group of groups) {
        sweep(context, x, y, radius, angle(from / length) + (gap ? 0 : 0.0001), angle((from + group) / length) - 2 * gap, "rgb(150 220 250 / 0.2)", 2 * unit);
        from += group;
    }
}

function sweep(context, x, y, radius, from, to, colour, width) {
    if (to <= from) return;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, radius, from, to);
    context.stroke();
}

/** The playhead and its tail. */
function head(context, x, y, radius, angle, now, dims, unit) {
    context.globalCompositeOperation = "lighter";
    context.lineCap = "butt"; // round ends would add up where the pieces meet
    const tail = Math.min(now, 0.22);
    for (let piece = 0; piece < 14; piece += 1) {
        const [from, to] = [now - (tail * (piece + 1)) / 14, now - (tail * piece) / 14];
        sweep(context, x, y, radius, angle(from), angle(to), `rgb(${first} / ${0.5 * dims * (1 - piece / 14) ** 2})`, 4 * unit);
    }
    context.fillStyle = `rgb(215 250 255 / ${dims})`;
    context.beginPath();
    context.arc(x + radius * Math.cos(angle(now)), y + radius * Math.sin(angle(now)), 4 * unit, 0, turn);
    context.fill();
    context.globalCompositeOperation = "source-over";
    context.lineCap = "round";
}

/** A thin ring that leaves the circle at each pulse. */
function wave(context, x, y, radius, fraction, light, unit) {
    const out = 1 - (1 - fraction) ** 3;
    context.strokeStyle = `rgb(${first} / ${0.35 * light})`;
    context.lineWidth = 1.5 * unit;
    context.beginPath();
    context.arc(x, y, radius + 24 * unit * out, 0, turn);
    context.stroke();
}

function shape(context, x, y, radius, corners, angle, colour, unit) {
    if (corners < 2) return;
    context.strokeStyle = colour;
    context.lineWidth = 1.25 * unit;
    context.beginPath();
    for (let at = 0; at <= corners; at += 1) context.lineTo(x + radius * Math.cos(angle(at / corners)), y + radius * Math.sin(angle(at / corners)));
    context.stroke();
}

function dot(context, x, y, radius, at, size, colour, level, lit, unit, isHollow = false) {
    const [left, top] = [x + radius * Math.cos(at), y + radius * Math.sin(at)];
    context.fillStyle = "#050b16"; // cuts the ring
    context.beginPath();
    context.arc(left, top, size + 4 * unit, 0, turn);
    context.fill();
    if (lit > 0.02) {
        const around = context.createRadialGradient(left, top, 0, left, top, size + 16 * unit);
        around.addColorStop(0, `rgb(${colour} / ${0.75 * lit})`);
        around.addColorStop(1, `rgb(${colour} / 0)`);
        context.fillStyle = around;
        context.beginPath();
        context.arc(left, top, size + 16 * unit, 0, turn);
        context.fill();
    }
    context.beginPath();
    context.arc(left, top, size * (1 + 0.25 * lit), 0, turn);
    if (isHollow) {
        context.strokeStyle = `rgb(${colour} / 0.45)`;
        context.lineWidth = 1.5 * unit;
        context.stroke();
        return;
    }
    context.fillStyle = `rgb(${colour} / ${Math.min(1, 0.25 + 0.55 * level + lit)})`;
    context.fill();
}

function tick(context, x, y, radius, at, unit) {
    context.strokeStyle = `rgb(${first} / 0.4)`;
    context.lineWidth = 1.5 * unit;
    context.beginPath();
    context.moveTo(x + (radius - 4 * unit) * Math.cos(at), y + (radius - 4 * unit) * Math.sin(at));
    context.lineTo(x + (radius + 4 * unit) * Math.cos(at), y + (radius + 4 * unit) * Math.sin(at));
    context.stroke();
}
