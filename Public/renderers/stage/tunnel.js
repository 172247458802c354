import { withBrush } from "../brush.js";
import { across, clamp, down, loop, mix, scatter } from "../geometry.js";
import { lay } from "../glow.js";
import { Ramp } from "../ramp.js";
import { SoundField } from "../soundField.js";
import { driftS, lightOf, pulses, pushOf, recall, sendsRing } from "./beat.js";
import { shareOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Tunnel";

const rows = 96; // of sound between the tunnel's end and its mouth: 3.2 s
const lines = 64; // of a row: from low to high sound
const turns = 1024; // steps of a full turn
const petals = 6; // each has the whole spectrum; every second one is mirrored
const widest = 15; // the mouth's radius, in those of the end
const middle = 0.46; // of the stage's height: where the end is on average
const lateral = 0.07; // how far the end wanders, in sizes of the stage
const count = 60; // points of a ring
const sparks = 60;
const sparkS = 2.2; // how long a spark flies

const ramp = new Ramp();
const field = new SoundField(rows + 1, lines);
const folded = Uint8Array.from({ length: turns }, (_, turn) => {
    const within = ((turn * petals) / turns) % 2;
    return Math.min(lines - 1, Math.floor((within < 1 ? within : 2 - within) * lines));
});
const twists = new Int32Array(rows);
const roll = { end: 0, more: 0 };
const depths = Float32Array.from({ length: rows }, (_, row) => {
    const far = row / rows;
    return Math.min(1, 0.35 + far * 5) * (1 - 0.72 * far) * 0.62;
});
/** The walls, and for each place around their middle which sound is there: computed once for a size. */
const walls = { columns: 0, lines: 0, inner: 0, left: 0, top: 0, across: 0, middleX: 0, middleY: 0, ages: null, turns: null, context: null, image: null, pixels: null };
const heights = new Float32Array(64);
const xs = new Float32Array(count);
const ys = new Float32Array(count);
const aside = Float64Array.from({ length: count }, (_, i) => across(i / count, 1));
const below = Float64Array.from({ length: count }, (_, i) => down(i / count, 1));

/**
 * A flight through the last seconds of sound: it appears at the tunnel's end and passes on the walls, and each beat sends a ring.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, css, unit } = scene;
    const { soft } = brush;
    const s = driftS(scene);
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const wander = scene.idle > 0.5 ? 0 : lateral;
    const x = width * (0.5 + wander * Math.sin(0.31 * s));
    const y = height * (middle + wander * Math.sin(0.23 * s + 1));
    const mouth = 0.62 * Math.hypot(width, height);
    const inner = (mouth / widest) * (scene.idle > 0.5 ? 2.2 : 1); // in a silent room around how to join

    turn(scene, s);
    fit(brush, scene, inner);
    fill(brush, scene, x, y);
    soft.globalAlpha = alpha;
    soft.save();
    soft.setTransform(1, 0, 0, 1, 0, 0);
    const column = (x - brush.left) / brush.pixel;
    const line = (y - brush.top) / brush.pixel;
    soft.drawImage(walls.context.canvas, column - Math.floor(column) - 1, line - Math.floor(line) - 1);
    soft.restore();

    flySparks(brush, scene, x, y, inner, mouth, s, alpha * mix(0.5, 1, light));
    for (let i = scene.beats.count - 1; i >= 0; i -= 1) ring(brush, scene, i, x, y, inner, alpha);

    const push = pushOf(scene);
    lay(soft, "soft", colours.second, x, y, inner * 5, alpha * (0.2 + 0.2 * light));
    lay(soft, "soft", colours.main, x, y, inner * (2.3 + 0.6 * push), alpha * (0.16 + 0.5 * light));
    lay(soft, "spark", colours.main, x, y, inner * (1.2 + 0.4 * push), alpha * mix(0.3, 1, light));
    around(brush, scene, 0, x, y, inner * (1 + 0.06 * push), 0, 0.55);
    brush.stroke(css.main, 2 * unit, alpha * mix(0.7, 1, light), 1);
    around(brush, scene, 0.07, x, y, inner * 1.18, 0, 0.5);
    brush.stroke(css.accent, 1.4 * unit, alpha * mix(0.35, 0.6, light), 0.8);
}

/** How far the tunnel is turned at its end, and how much further at its mouth: it rolls slowly, and swings with the bars. */
function turn({ hasGrid, calm, beat }, s) {
    const bars = hasGrid && !calm ? (beat.index + beat.fraction) / 16 : s / 9;
    roll.end = 0.021 * s + 0.05 * Math.sin(2 * Math.PI * bars);
    roll.more = 0.16 * Math.sin(Math.PI * bars);
    for (let row = 0; row < rows; row += 1) twists[row] = Math.round(turns * (1 + (turnAt(row / rows) % 1)));
}

/** The turn on the way from the end, 0, to the mouth, 1. */
function turnAt(far) {
    return -roll.end - roll.more * far;
}

/** For each place which age of the sound is seen, in rows, and its direction. */
function fit(brush, { width, height }, inner) {
    const columns = brush.soft.canvas.width + 1;
    const high = brush.soft.canvas.height + 1;
    if (walls.columns === columns && walls.lines === high && walls.inner === inner && walls.left === brush.left && walls.top === brush.top) return;
    Object.assign(walls, { columns, lines: high, inner, left: brush.left, top: brush.top });
    walls.context = new OffscreenCanvas(columns, high).getContext("2d");
    walls.image = walls.context.createImageData(columns, high);
    walls.pixels = new Uint32Array(walls.image.data.buffer);
    const spareX = Math.ceil((lateral * width) / brush.pixel) + 1;
    const spareY = Math.ceil((lateral * height) / brush.pixel) + 1;
    walls.middleX = Math.floor((0.5 * width - brush.left) / brush.pixel) + spareX; // the most it can be
    walls.middleY = Math.floor((middle * height - brush.top) / brush.pixel) + spareY;
    walls.across = columns + 2 * spareX + 1;
    const deep = high + 2 * spareY + 1;
    walls.ages = new Float32Array(walls.across * deep);
    walls.turns = new Uint16Array(walls.across * deep);
    const perRow = Math.log(widest) / rows;
    for (let j = 0, at = 0; j < deep; j += 1) {
        for (let i = 0; i < walls.across; i += 1, at += 1) {
            const dx = i - walls.middleX - 0.5;
            const dy = j - walls.middleY - 0.5;
            walls.ages[at] = Math.log((Math.hypot(dx, dy) * brush.pixel) / inner) / perRow;
            walls.turns[at] = Math.floor((Math.atan2(dx, -dy) / (2 * Math.PI) + 1) * turns) % turns;
        }
    }
}

function fill(brush, scene, x, y) {
    ramp.follow(scene.colours);
    field.follow(scene.history);
    const sound = field.levels;
    const { columns, lines: high, ages, turns: ways, pixels } = walls;
    const { fraction } = scene.history;
    const firstX = walls.middleX - Math.floor((x - brush.left) / brush.pixel);
    const firstY = walls.middleY - Math.floor((y - brush.top) / brush.pixel);
    for (let j = 0, at = 0; j < high; j += 1) {
        let from = (firstY + j) * walls.across + firstX;
        for (let i = 0; i < columns; i += 1, at += 1, from += 1) {
            const age = ages[from];
            const row = age > fraction ? Math.min(rows - 1, (age - fraction) | 0) : 0;
            if (age < 0) {
                pixels[at] = 0;
                continue;
            }
            const part = age > fraction ? Math.min(1, age - fraction - row) : 0;
            const place = row * lines + folded[(ways[from] + twists[row]) & (turns - 1)];
            const level = sound[place] + (sound[place + lines] - sound[place]) * part;
            pixels[at] = ramp.pixels[(255 * level * depths[row]) | 0] | 0xff000000;
        }
    }
    walls.context.putImageData(walls.image, 0, 0);
}

/** The ring of one of the last beats on its way to the mouth. */
function ring(brush, scene, i, x, y, inner, alpha) {
    const { beats, css, unit } = scene;
    const age = beats.ageS[i] * 30;
    if (!pulses(scene) || age >= rows || !sendsRing(scene, i)) return;
    const far = age / rows;
    const strong = beats.downbeat[i] === 1;
    const strength = alpha * (0.3 + 0.7 * beats.strength[i]) * Math.min(1, far * 20) * (1 - far) ** 0.8 * (strong ? 1 : 0.7);
    around(brush, scene, beats.ageS[i], x, y, inner * widest ** far, far, 0.22);
    brush.stroke(strong ? css.accent : css.main, unit * mix(1.2, 3.4, far) * (strong ? 1.3 : 1), strength, 1);
}

/** A closed line around the tunnel, in the shape of the sound at an age. */
function around(brush, scene, ageS, x, y, radius, far, depth) {
    const points = scene.levels.length;
    recall(scene, ageS, heights);
    for (let i = 0; i < count; i += 1) {
        const within = ((((i / count + turnAt(far)) * petals) % 2) + 2) % 2;
        const place = clamp((within < 1 ? within : 2 - within) * points - 0.5, 0, points - 1.001);
        const point = Math.floor(place);
        const level = heights[point] + (heights[point + 1] - heights[point]) * (place - point);
        const out = radius * (1 + depth * (level - 0.3) * scene.show);
        xs[i] = x + aside[i] * out;
        ys[i] = y + below[i] * out;
    }
    brush.beginPath();
    loop(brush, xs, ys, count);
}

/** Sparks that fly past, each again and again on its own way. */
function flySparks(brush, scene, x, y, inner, mouth, s, alpha) {
    for (let i = 0; i < sparks * shareOf(scene); i += 1) {
        const flown = s / sparkS / (0.7 + 0.9 * scatter(i, 1)) + scatter(i, 2);
        const far = flown - Math.floor(flown);
        const turn = scatter(i + 97 * Math.floor(flown), 3) + 0.03 * far;
        const radius = inner * widest ** (0.12 + 0.88 * far);
        const light = Math.min(1, far * 5) * alpha;
        lay(brush.sharp, "spark", i % 5 === 0 ? scene.colours.accent : scene.colours.main, x + across(turn, radius), y + down(turn, radius), scene.unit * mix(5, 26, far * far), light * 0.8);
    }
}
