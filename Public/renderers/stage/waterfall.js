import { withBrush } from "../brush.js";
import { between, clamp, fine, grain, mix, soften } from "../geometry.js";
import { lay } from "../glow.js";
import { lightOf, presence, recall } from "./beat.js";

/** The style's name as people see it. */
export const name = "Waterfall";

const ridges = 44;
const ridgeS = 1 / 15; // between one ridge and the next
const depth = 4.2; // how much smaller the furthest ridge is
const furthest = 1 / (1 + depth);
const nearest = 0.84; // of the stage's height: position of the nearest ridge
const count = 48; // points of a ridge
const heights = new Float32Array(64);
const points = new Float32Array(count);
const crests = { columns: 0, heights: new Float32Array(0), first: new Int32Array(ridges + 1), last: new Int32Array(ridges + 1), highest: new Float32Array(0) };
const tints = 6;
const tinted = { main: null, accent: null, words: [] };
const bodies = { image: null, context: null };

/**
 * The last seconds of sound as ridges that move towards the horizon: a spectrogram in perspective.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

// From near to far: what a column has shown of nearer ridges hides what is behind them, so each pixel is painted once.
function paint(brush, scene) {
    const { width, height, colours, unit } = scene;
    const light = lightOf(scene);
    const alpha = presence(scene);
    const horizon = height * 0.3;
    lay(brush.soft, "soft", colours.second, width / 2, horizon, width * 0.7, alpha * (0.22 + 0.14 * scene.loudness), 0.42);
    lay(brush.soft, "soft", colours.accent, width / 2, horizon, width * 0.42, alpha * (0.12 + 0.12 * light), 0.1);

    mixTints(colours);
    fit(brush, scene, horizon);
    for (let k = 0; k <= ridges; k += 1) rise(brush, scene, k, horizon);
    hideGround(brush, scene);
    crests.highest.fill(height); // a crest may swing a little below its base
    for (let k = 0; k <= ridges; k += 1) {
        const far = farOf(scene, k);
        if (k === 0) ridge(brush, scene, k, horizon, alpha, unit * mix(1.2, 1.7, light)); // the newest
        else if (far < 1) ridge(brush, scene, k, horizon, alpha * (1 - far) ** 1.1 * mix(0.72, 0.9, light), unit);
    }
    layBodies(brush, alpha);
}

/** A column for each pixel of the soft light; none is higher yet than the ground, whose sides run to the horizon. */
function fit(brush, scene, horizon) {
    const { width, height } = brush.soft.canvas;
    if (bodies.image?.width !== width || bodies.image.height !== height) {
        bodies.context = new OffscreenCanvas(width, height).getContext("2d");
        bodies.image = bodies.context.createImageData(width, height);
        crests.columns = width;
        crests.heights = new Float32Array((ridges + 1) * width);
        crests.highest = new Float32Array(width);
    }
    bodies.image.data.fill(0);
    for (let column = 0; column < width; column += 1) {
        const aside = Math.abs(placeOf(brush, column) / scene.width - 0.5);
        crests.highest[column] = baseOf(scene, clamp((2 * aside - 0.22) / 1.05, furthest, 1), horizon);
    }
}

function placeOf({ left, pixel }, column) {
    return left + (column + 0.5) * pixel;
}

/** The age of a ridge: the first is now, the others keep their place in the music. */
function ageOf({ mediaS }, k) {
    return k === 0 ? 0 : mediaS - Math.floor(mediaS / ridgeS) * ridgeS + (k - 1) * ridgeS;
}

function farOf(scene, k) {
    return ageOf(scene, k) / (ridges * ridgeS);
}

/** Computes the crest of a ridge in each column. */
function rise(brush, scene, k, horizon) {
    const { width } = scene;
    const near = nearOf(farOf(scene, k));
    const base = baseOf(scene, near, horizon);
    const tall = tallOf(scene, near);
    const wide = wideOf(width, near);
    recall(scene, ageOf(scene, k), heights);
    soften(heights, scene.levels.length);
    for (let i = 0; i < count; i += 1) {
        const at = i / (count - 1);
        points[i] = base - tall * between(heights, scene.levels.length, at) * Math.min(1, 8 * at, 8 * (1 - at));
    }
    const { columns, highest, first, last } = crests;
    first[k] = Math.max(0, Math.ceil((width / 2 - wide / 2 - brush.left) / brush.pixel - 0.5));
    last[k] = Math.min(columns - 1, Math.floor((width / 2 + wide / 2 - brush.left) / brush.pixel - 0.5));
    const perColumn = ((count - 1) * brush.pixel) / wide;
    let place = ((placeOf(brush, first[k]) - width / 2) / wide + 0.5) * (count - 1);
    for (let column = first[k]; column <= last[k]; column += 1, place += perColumn) {
        const y = crestAt(place);
        crests.heights[k * columns + column] = y;
        if (y < highest[column]) highest[column] = y;
    }
}

/** Hides what is behind the ground and all ridges. */
function hideGround(brush, scene) {
    const { columns, highest } = crests;
    const front = scene.height * nearest + 0.4 * tallOf(scene, 1);
    brush.beginPath();
    brush.scale(1 / grain, 1 / grain);
    brush.moveTo(fine(brush.left), fine(front));
    for (let column = 0; column < columns; column += 1) brush.lineTo(fine(placeOf(brush, column)), fine(highest[column]));
    brush.lineTo(fine(brush.left + columns * brush.pixel), fine(front));
    brush.scale(grain, grain);
    brush.hide(presence(scene));
}

/** Draws a crest where it is seen, and the ridge's body down to the nearer ones. */
function ridge(brush, scene, k, horizon, alpha, unit) {
    const { colours } = scene;
    const far = farOf(scene, k);
    const near = nearOf(far);
    const base = baseOf(scene, near, horizon);
    const tall = tallOf(scene, near);
    const wide = 1.8 * unit * near;
    const glow = 0.5 * Math.max(0, 1 - far / 0.45); // far away, the light is no wider than the line
    for (let tint = 0; tint < tints; tint += 1) {
        if (!trace(brush, k, tint, base - tall, tall)) continue;
        const strength = alpha * (tint === tints - 1 ? 0.85 : 1);
        strokeCrest(brush.sharp, tint, Math.max(1, wide), strength);
        strokeCrest(brush.lines, tint, 2 * wide, strength * glow);
    }
    for (let column = crests.first[k]; column <= crests.last[k]; column += 1) fill(brush, k, column, base - tall, tall, alpha * 0.8, colours);
}

function strokeCrest(context, tint, wide, alpha) {
    if (!(alpha > 0.002)) return;
    context.strokeStyle = tinted.words[tint];
    context.lineWidth = wide;
    context.globalAlpha = alpha;
    context.stroke();
}

/** The path of a crest where it has this tint and no nearer ridge hides it. @returns {boolean} whether there is any */
function trace(brush, k, tint, top, tall) {
    const { columns, heights, highest, first, last } = crests;
    let isFound = false;
    let wasSeen = false;
    let before = 0;
    for (let column = first[k]; column <= last[k]; column += 1) {
        const y = heights[k * columns + column];
        const over = highest[column] - y;
        const isSeen = over > 0 && tintOf((y - top) / tall) === tint;
        if (isSeen || wasSeen) {
            if (!isFound) {
                isFound = true;
                brush.beginPath();
                brush.scale(1 / grain, 1 / grain);
            }
            const x = placeOf(brush, column);
            const cross = column > first[k] && over > 0 !== before > 0 ? before / (before - over) - 1 : 0; // where it crosses the nearer ridge
            if (isSeen && !wasSeen) {
                if (column === first[k]) brush.moveTo(fine(column === 0 ? brush.left : x), fine(y));
                else brush.moveTo(fine(x + (cross || -1) * brush.pixel), fine(mix(y, heights[k * columns + column - 1], -(cross || -1))));
            }
            if (isSeen) brush.lineTo(fine(x), fine(y));
            else if (over <= 0) brush.lineTo(fine(x + cross * brush.pixel), fine(mix(y, heights[k * columns + column - 1], -cross)));
        }
        wasSeen = isSeen;
        before = over;
    }
    if (isFound) brush.scale(grain, grain);
    return isFound;
}

/** Crests are tinted by their height: a gradient in steps, since a stroke with a real one takes five times as long. */
function tintOf(down) {
    return Math.round(clamp((down - 0.4) / 0.36, 0, 1) * (tints - 1));
}

function mixTints({ main, accent }) {
    if (tinted.main === main && tinted.accent === accent) return;
    tinted.main = main;
    tinted.accent = accent;
    for (let tint = 0; tint < tints; tint += 1) {
        const part = tint / (tints - 1);
        tinted.words[tint] = `rgb(${mix(accent[0], main[0], part)} ${mix(accent[1], main[1], part)} ${mix(accent[2], main[2], part)})`;
    }
}

/** Fills a column from the crest down to what is already there, with light that fades from `top` down. */
function fill(brush, k, column, top, tall, strength, { accent, second }) {
    const { columns, heights, highest } = crests;
    const crest = heights[k * columns + column];
    if (crest >= highest[column]) return;
    const { data, width, height } = bodies.image;
    const from = (crest - brush.top) / brush.pixel;
    const to = Math.min(height, (highest[column] - brush.top) / brush.pixel);
    highest[column] = crest;
    for (let line = Math.max(0, Math.floor(from)); line < to; line += 1) {
        const down = clamp(((line + 0.5) * brush.pixel + brush.top - top) / tall, 0, 1);
        const light = strength * bodyLight(down);
        const colour = Math.min(1, down / 0.4);
        const at = 4 * (line * width + column);
        const seen = Math.min(1, line + 1 - from) - data[at + 3] / 255; // of the pixel that it shares with a nearer ridge
        if (seen <= 0) continue;
        data[at] += seen * light * mix(accent[0], second[0], colour);
        data[at + 1] += seen * light * mix(accent[1], second[1], colour);
        data[at + 2] += seen * light * mix(accent[2], second[2], colour);
        data[at + 3] += 255 * seen;
    }
}

/** The strength of a body's light at a share of its height. */
function bodyLight(down) {
    if (down < 0.4) return mix(0.5, 0.4, down / 0.4);
    if (down < 0.8) return mix(0.4, 0.16, (down - 0.4) / 0.4);
    return mix(0.16, 0, (down - 0.8) / 0.2);
}

/** Puts the bodies in front of the light at the horizon. */
function layBodies({ soft }, alpha) {
    bodies.context.putImageData(bodies.image, 0, 0);
    soft.save();
    soft.setTransform(1, 0, 0, 1, 0, 0);
    soft.globalAlpha = alpha;
    soft.drawImage(bodies.context.canvas, 0, 0);
    soft.restore();
}

function nearOf(far) {
    return 1 / (1 + depth * far); // scale at this distance
}

function baseOf({ height }, near, horizon) {
    return horizon + (height * nearest - horizon) * ((near - furthest) / (1 - furthest));
}

function wideOf(width, near) {
    return width * 1.05 * near + width * 0.22;
}

function tallOf({ width, height, show }, near) {
    return Math.max(1, Math.min(height * 0.44, width * 0.7) * near * show);
}

/** The height of the crest between two points: Catmull-Rom. */
function crestAt(place) {
    const i = clamp(Math.floor(place), 0, count - 2);
    const t = place - i;
    const before = points[Math.max(0, i - 1)];
    const from = points[i];
    const to = points[i + 1];
    const beyond = points[Math.min(count - 1, i + 2)];
    const out = (to - before) / 2;
    const into = (beyond - from) / 2;
    return ((2 * from - 2 * to + out + into) * t + 3 * (to - from) - 2 * out - into) * t * t + out * t + from;
}
