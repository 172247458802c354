import { withBrush } from "../brush.js";
import { across, clamp, down, fine, grain, mix, scatter } from "../geometry.js";
import { lay } from "../glow.js";
import { SoundField } from "../soundField.js";
import { driftS, lightOf, pulses, pushOf, sendsRing } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Particles";

const stars = 900;
const arms = 3;
const winding = 0.62; // turns of an arm from the centre to the rim
const rows = 56; // of sound between the centre and the rim: it takes 1.8 s
const lines = 64;
const spread = 4; // times around the centre that the spectrum is laid out, every second time mirrored
const tones = 5; // brightnesses in which stars are drawn
const glowing = 2; // the darkest tone that glows
const clouds = 5; // of an arm
const smallest = 1.4; // pixels: smaller discs are drawn as squares, which looks the same and costs a third less
const groups = 3 * tones;
const waveS = 1.9; // how long a beat's wave takes to the rim
const waveWide = 0.07;

const field = new SoundField(rows + 1, lines);
const ways = new Float32Array(stars); // from the centre, 0 to 1
const turns = new Float32Array(stars);
const heights = new Float32Array(stars); // of the disc without sound
const sizes = new Float32Array(stars);
const tints = new Uint8Array(stars);
const bands = new Uint8Array(stars);
for (let i = 0; i < stars; i += 1) {
    const way = Math.sqrt(0.004 + 0.996 * scatter(i, 1));
    const off = (scatter(i, 2) + scatter(i, 3) + scatter(i, 4) - 1.5) / 1.5; // most near the arm's middle
    ways[i] = way;
    turns[i] = ((i % arms) + 0.42 * off) / arms + winding * way;
    heights[i] = (scatter(i, 5) - 0.5) * 0.16 * (1 - way) ** 2;
    sizes[i] = 0.7 + 1.3 * scatter(i, 6) ** 5;
    tints[i] = scatter(i, 7) < 0.12 ? 2 : scatter(i, 8) < way ? 1 : 0;
    const around = (scatter(i, 9) * spread) % 2;
    bands[i] = Math.min(lines - 1, Math.floor((around < 1 ? around : 2 - around) * lines));
}
const xs = new Float32Array(stars);
const ys = new Float32Array(stars);
const radii = new Float32Array(stars);
const group = new Uint8Array(stars);
const order = new Uint16Array(stars); // the stars by group
const starts = new Uint16Array(groups); // of the groups in that order
const seen = { x: 0, y: 0, scale: 1 };
const waves = { count: 0, way: new Float32Array(8), strength: new Float32Array(8) };
const view = { x: 0, y: 0, size: 0, cosRoll: 1, sinRoll: 0, cosTilt: 1, sinTilt: 0 };

/**
 * A galaxy through which the sound travels: it lifts the stars from the centre to the rim, and each beat starts a wave of light.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, unit } = scene;
    const { soft } = brush;
    const s = driftS(scene);
    const light = lightOf(scene);
    const push = pushOf(scene);
    const alpha = strengthOf(scene);
    look(scene, s);
    findWaves(scene);
    field.follow(scene.history);
    place(scene, s, unit);

    const { x, y, size } = view;
    lay(soft, "soft", colours.second, x, y, size * 1.15, alpha * (0.16 + 0.14 * scene.loudness), 0.6);
    lay(soft, "soft", colours.accent, x, y, size * 0.6, alpha * (0.08 + 0.1 * light), 0.6);
    lay(soft, "soft", colours.main, x, y, size * (0.26 + 0.03 * push), alpha * (0.14 + 0.42 * light), 0.75);
    drawClouds(brush, scene, s, alpha * mix(0.7, 1, light));
    sort();
    drawStars(brush, scene, alpha * mix(0.8, 1, light));
    lay(soft, "spark", colours.main, x, y, Math.min(width, height) * (0.2 + 0.05 * push), alpha * (0.3 + 0.5 * light));
}

/** The view on the disc: it nods slowly; on upright screens it stands on its edge. */
function look(scene, s) {
    const { width, height } = scene;
    const upright = height > width;
    const roll = (upright ? 1.12 : -0.16) + 0.05 * Math.sin(0.11 * s);
    const tilt = 0.56 + 0.09 * Math.sin(0.17 * s);
    view.x = width / 2;
    view.y = height * 0.47;
    view.size = (upright ? Math.min(0.56 * height, 0.95 * width) : Math.min(0.56 * width, 0.95 * height)) * sizeOf(scene);
    view.cosRoll = Math.cos(roll);
    view.sinRoll = Math.sin(roll);
    view.cosTilt = Math.cos(tilt);
    view.sinTilt = Math.sin(tilt);
}

function findWaves(scene) {
    waves.count = 0;
    if (!pulses(scene)) return;
    const { beats } = scene;
    for (let i = 0; i < beats.count; i += 1) {
        if (beats.ageS[i] >= waveS) break;
        if (!sendsRing(scene, i)) continue;
        waves.way[waves.count] = beats.ageS[i] / waveS;
        waves.strength[waves.count] = scene.show * (0.3 + 0.7 * beats.strength[i]) * (beats.downbeat[i] === 1 ? 1 : 0.65) * Math.min(1, beats.ageS[i] * 12);
        waves.count += 1;
    }
}

/** Computes where each star is seen, how large and how bright. */
function place(scene, s, unit) {
    const { fraction } = scene.history;
    const { levels } = field;
    for (let i = 0; i < stars; i += 1) {
        const way = ways[i];
        const row = Math.max(0, way * (rows - 1) - fraction);
        const at = Math.floor(row) * lines + bands[i];
        const level = (levels[at] + (levels[at + lines] - levels[at]) * (row - Math.floor(row))) * scene.show;
        let wave = 0;
        for (let j = 0; j < waves.count; j += 1) {
            const off = (way - waves.way[j]) / waveWide;
            if (off > -3 && off < 1) wave += waves.strength[j] * (off < 0 ? (1 + off / 3) ** 2 : 1 - off);
        }
        const turn = turns[i] + turnedAt(way, s);
        project(across(turn, way), -down(turn, way), heights[i] + 0.3 * level * level * (0.3 + 0.7 * way) + 0.07 * wave);
        xs[i] = seen.x;
        ys[i] = seen.y;
        const bright = clamp(0.26 + 0.3 * scene.idle + 0.7 * level * level + 0.6 * wave - 0.14 * way, 0, 1);
        radii[i] = unit * sizes[i] * seen.scale * (1.1 + 0.8 * scene.idle + 1.2 * level + 0.8 * wave);
        group[i] = tints[i] * tones + Math.min(tones - 1, Math.floor(bright * tones));
    }
}

/** How far the disc has turned at a way from its centre: the arms bend a little to and fro, and never wind up. */
function turnedAt(way, s) {
    return 0.02 * s + (0.03 * Math.sin(0.13 * s)) / (0.35 + way);
}

/** Where a place of the disc is seen. */
function project(aside, deep, lift) {
    seen.scale = 1.45 / (1.45 - 0.45 * (deep * view.cosTilt + lift * view.sinTilt));
    const x = view.size * aside * seen.scale;
    const y = view.size * (deep * view.sinTilt - lift * view.cosTilt) * seen.scale;
    seen.x = view.x + x * view.cosRoll - y * view.sinRoll;
    seen.y = view.y + x * view.sinRoll + y * view.cosRoll;
}

/** Light between the stars of an arm, as bright as the sound that is there. */
function drawClouds({ soft }, { colours, show }, s, alpha) {
    for (let i = 0; i < arms * clouds; i += 1) {
        const way = (Math.floor(i / arms) + 0.6) / clouds;
        const row = Math.floor(way * (rows - 8)) * lines;
        let level = 0;
        for (let line = 4; line < lines; line += 8) level += field.levels[row + line] / 8;
        const turn = ((i % arms) + 0.1) / arms + winding * way + turnedAt(way, s);
        project(across(turn, way), -down(turn, way), 0);
        const colour = i % arms === 0 ? colours.main : i % arms === 1 ? colours.second : colours.accent;
        lay(soft, "soft", colour, seen.x, seen.y, view.size * seen.scale * (0.26 + 0.18 * way), alpha * show * (0.08 + 0.34 * level) * (1 - 0.5 * way), 0.7);
    }
}

/** Orders the stars by group, so that each group is one path. */
function sort() {
    starts.fill(0);
    for (let i = 0; i < stars; i += 1) starts[group[i]] += 1;
    for (let kind = 1; kind < groups; kind += 1) starts[kind] += starts[kind - 1];
    for (let i = stars - 1; i >= 0; i -= 1) order[(starts[group[i]] -= 1)] = i; // counts down from each group's end to its start
}

function drawStars({ sharp, lines: glow }, { css }, alpha) {
    for (let kind = 0; kind < groups; kind += 1) {
        const from = starts[kind];
        const to = kind + 1 < groups ? starts[kind + 1] : stars;
        if (from === to) continue;
        const tint = Math.floor(kind / tones);
        const tone = kind % tones;
        const bright = (tone + 0.7) / tones;
        sharp.fillStyle = glow.fillStyle = tint === 0 ? css.main : tint === 1 ? css.second : css.accent;
        sharp.globalAlpha = alpha * bright;
        sharp.beginPath();
        sharp.scale(1 / grain, 1 / grain);
        for (let at = from; at < to; at += 1) {
            const i = order[at];
            const radius = fine(Math.max(0.6, radii[i]));
            if (radius < smallest * grain) {
                sharp.rect(fine(xs[i]) - radius, fine(ys[i]) - radius, 2 * radius, 2 * radius);
                continue;
            }
            sharp.moveTo(fine(xs[i]) + radius, fine(ys[i]));
            sharp.arc(fine(xs[i]), fine(ys[i]), radius, 0, 2 * Math.PI);
        }
        sharp.scale(grain, grain);
        sharp.fill();
        if (tone < glowing) continue;
        glow.globalAlpha = alpha * bright * 0.8;
        for (let at = from; at < to; at += 1) {
            const i = order[at];
            const side = 4 * radii[i];
            glow.fillRect(xs[i] - side / 2, ys[i] - side / 2, side, side);
        }
    }
}
