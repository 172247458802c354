import { withBrush } from "../brush.js";
import { between, clamp, fine, grain, mix, soften } from "../geometry.js";
import { lay } from "../glow.js";
import { tints, tintsOf } from "../tints.js";
import { lightOf, recall } from "./beat.js";
import { strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Waterfall";

const ridges = 40;
const ridgeS = 1 / 15; // between one ridge and the next
const depth = 4.2; // how much smaller the furthest ridge is
const furthest = 1 / (1 + depth);
const nearest = 0.84; // of the stage's height: position of the nearest ridge
const count = 48; // points of a ridge
const heights = new Float32Array(64);
const points = new Float32Array(count);
const crests = { columns: 0, heights: new Float32Array(0), tint: new Int8Array(0), first: new Int32Array(ridges + 1), last: new Int32Array(ridges + 1), highest: new Float32Array(0) };
const hidden = -1;
const bentPx = 0.5; // a bend that is less than this is drawn with half the points, and with a quarter of a quarter of it
const bodies = { image: null, context: null };
const shades = 128;
const body = new Float32Array(3 * (shades + 1)); // the light of a body from its top down
const shaded = { accent: null, second: null }; // the colours that it is for

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
    const alpha = strengthOf(scene);
    const horizon = height * 0.3;
    lay(brush.soft, "soft", colours.second, width / 2, horizon, width * 0.7, alpha * (0.22 + 0.14 * scene.loudness), 0.42);
    lay(brush.soft, "soft", colours.accent, width / 2, horizon, width * 0.42, alpha * (0.12 + 0.12 * light), 0.1);

    shadeBody(colours);
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
        crests.tint = new Int8Array(width + 1);
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
    let i = -1;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let column = first[k]; column <= last[k]; column += 1, place += perColumn) {
        if (place >= i + 1 || i < 0) { // the curve to the next point: Catmull-Rom
            i = clamp(Math.floor(place), 0, count - 2);
            const before = points[i > 0 ? i - 1 : 0];
            const to = points[i + 1];
            d = points[i];
            c = (to - before) / 2;
            const into = (points[i + 2 < count ? i + 2 : count - 1] - d) / 2;
            a = 2 * (d - to) + c + into;
            b = 3 * (to - d) - 2 * c - into;
        }
        const t = place - i;
        const y = ((a * t + b) * t + c) * t + d;
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
    brush.hide(strengthOf(scene));
}

/** Draws a crest where it is seen, and the ridge's body down to the nearer ones. */
function ridge(brush, scene, k, horizon, alpha, unit) {
    const { colours } = scene;
    const far = farOf(scene, k);
    const near = nearOf(far);
    const base = baseOf(scene, near, horizon);
    const tall = tallOf(scene, near);
    const wide = 1.8 * unit * near;
    const glow = 0.5 * Math.max(0, 1 - far / 0.35); // far away, the light is no wider than the line
    const words = tintsOf(colours.accent, colours.main);
    const seen = findTints(k, base - tall, tall);
    for (let tint = 0; tint < tints; tint += 1) {
        if ((seen & (1 << tint)) === 0) continue;
        const strength = alpha * (tint === tints - 1 ? 0.85 : 1);
        strokeCrest(brush, brush.sharp, k, tint, words[tint], Math.max(1, wide), strength);
        strokeCrest(brush, brush.lines, k, tint, words[tint], 2 * wide, strength * glow);
    }
    for (let column = crests.first[k]; column <= crests.last[k]; column += 1) fill(brush, k, column, base - tall, tall, alpha * 0.8);
}

function strokeCrest(brush, context, k, tint, colour, wide, alpha) {
    if (!(alpha > 0.002)) return; // not visible in 255 levels
    context.beginPath();
    context.scale(1 / grain, 1 / grain);
    trace(brush, context, k, tint);
    context.scale(grain, grain);
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.globalAlpha = alpha;
    context.stroke();
}

/**
 * Finds the tint of a crest in each column, or that a nearer ridge hides it: crests are tinted by their height, a gradient in steps.
 * @returns {number} a bit for each tint that is seen
 */
function findTints(k, top, tall) {
    const { columns, heights, highest, first, last, tint } = crests;
    let seen = 0;
    for (let column = first[k]; column <= last[k]; column += 1) {
        const y = heights[k * columns + column];
        tint[column] = y < highest[column] ? Math.round(clamp(((y - top) / tall - 0.4) / 0.36, 0, 1) * (tints - 1)) : hidden;
        if (tint[column] !== hidden) seen |= 1 << tint[column];
    }
    tint[last[k] + 1] = hidden;
    return seen;
}

/** Adds a crest to the path where it has this tint, in grains. */
function trace(brush, context, k, wanted) {
    const { columns, heights, highest, first, last, tint } = crests;
    const row = k * columns;
    for (let column = first[k]; column <= last[k]; column += 1) {
        const isSeen = tint[column] === wanted;
        const wasSeen = column > first[k] && tint[column - 1] === wanted;
        if (!isSeen && !wasSeen) continue;
        const y = heights[row + column];
        const x = placeOf(brush, column);
        if (isSeen && wasSeen) {
            if (tint[column + 1] !== wanted || !isStraight(row, column)) context.lineTo(fine(x), fine(y));
            continue;
        }
        if (column === first[k]) {
            context.moveTo(fine(column === 0 ? brush.left : x), fine(y));
            context.lineTo(fine(x), fine(y));
            continue;
        }
        const over = highest[column] - y;
        const before = highest[column - 1] - heights[row + column - 1];
        const cross = over > 0 !== before > 0 ? before / (before - over) - 1 : 0; // where it crosses the nearer ridge
        if (isSeen) {
            context.moveTo(fine(x + (cross || -1) * brush.pixel), fine(mix(y, heights[row + column - 1], -(cross || -1))));
            context.lineTo(fine(x), fine(y));
        } else if (tint[column] === hidden) {
            context.lineTo(fine(x + cross * brush.pixel), fine(mix(y, heights[row + column - 1], -cross)));
        }
    }
}

/** Whether the crest goes on so straight that the path needs no point here. */
function isStraight(row, column) {
    if ((column & 3) === 0) return false; // small canvases begin at fours, so all parts of a picture leave out the same points
    const { heights } = crests;
    const bend = Math.abs(heights[row + column - 1] - 2 * heights[row + column] + heights[row + column + 1]);
    return bend < ((column & 1) === 1 ? bentPx : bentPx / 4);
}

/** Fills a column from the crest down to what is already there, with light that fades from `top` down. */
function fill(brush, k, column, top, tall, strength) {
    const { columns, heights, highest } = crests;
    const crest = heights[k * columns + column];
    if (crest >= highest[column]) return;
    const { data, width, height } = bodies.image;
    const from = (crest - brush.top) / brush.pixel;
    const to = Math.min(height, (highest[column] - brush.top) / brush.pixel);
    highest[column] = crest;
    const perLine = (shades * brush.pixel) / tall;
    const first = Math.max(0, Math.floor(from));
    let place = ((first + 0.5) * brush.pixel + brush.top - top) * (shades / tall);
    for (let line = first; line < to; line += 1, place += perLine) {
        const at = 4 * (line * width + column);
        const seen = Math.min(1, line + 1 - from) - data[at + 3] / 255; // of the pixel that it shares with a nearer ridge
        if (seen <= 0) continue;
        const light = seen * strength;
        const shade = 3 * (place < 0 ? 0 : place > shades ? shades : place | 0);
        data[at] += light * body[shade];
        data[at + 1] += light * body[shade + 1];
        data[at + 2] += light * body[shade + 2];
        data[at + 3] += 255 * seen;
    }
}

/** Computes the light of a body for each share of its height. */
function shadeBody({ accent, second }) {
    if (shaded.accent === accent && shaded.second === second) return;
    shaded.accent = accent;
    shaded.second = second;
    for (let shade = 0; shade <= shades; shade += 1) {
        const down = shade / shades;
        for (let part = 0; part < 3; part += 1) body[3 * shade + part] = bodyLight(down) * mix(accent[part], second[part], Math.min(1, down / 0.4));
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
