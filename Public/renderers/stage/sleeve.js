import { withBrush } from "../brush.js";
import { across, down, mix, scatter } from "../geometry.js";
import { lay, night } from "../glow.js";
import { driftS, lightOf, pushOf } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";
import { artOf, paintArt } from "./cover.js";

/** The style's name as people see it. */
export const name = "Cover";

const lights = 44; // around the sleeve
const turnsPerS = 33.333 / 60; // of the record
const grooves = 40;
const mistPixels = 20; // of the picture behind everything
const mirrored = 0.4; // of the sleeve's height
const corner = 0.015; // of its side
const kept = { art: undefined, title: undefined, artist: undefined, pixels: 0, sleeve: null, mirror: null, record: null, label: null, mist: null };
const nothing = "rgb(3 6 13 / 0)";

/**
 * The cover in front of its light: the record turns beside it, the floor mirrors it, and the sound shines from behind its edges.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, unit, css } = scene;
    const { sharp, soft } = brush;
    const s = driftS(scene);
    const light = lightOf(scene);
    const push = pushOf(scene);
    const alpha = strengthOf(scene);
    const upright = height > 1.1 * width;
    const rest = upright ? Math.min(0.7 * width, 0.42 * height) : Math.min(0.54 * height, 0.44 * width);
    const side = rest * sizeOf(scene) * (1 + 0.022 * push);
    const out = side * (upright ? 0.3 : 0.45 + 0.02 * push); // how far the record looks out
    const x = width / 2 - (upright ? 0 : 0.21 * rest) + 0.008 * width * Math.sin(0.29 * s);
    const y = height * (upright ? 0.47 : 0.43) + 0.007 * height * Math.sin(0.41 * s + 1);
    const floor = y + side / 2 + 8 * unit;
    keep(scene, Math.ceil(rest * 1.02));

    soft.globalAlpha = alpha * mix(0.13, 0.18, light);
    const grown = 1.3 + 0.06 * Math.sin(0.13 * s);
    soft.drawImage(kept.mist, width * (0.5 + 0.04 * Math.sin(0.17 * s) - grown / 2), height * (0.5 + 0.04 * Math.sin(0.21 * s) - grown / 2), width * grown, height * grown);
    lay(soft, "soft", colours.second, x, y, rest * 1.5, alpha * (0.2 + 0.16 * scene.loudness));
    lay(soft, "soft", colours.main, x, y, rest * (1 + 0.06 * push), alpha * (0.14 + 0.4 * light));
    shine(brush, scene, x, y, side, alpha);

    record(brush, x + (upright ? 0 : out), y - (upright ? out : 0), 0.48 * side, s, alpha);
    rim(brush, x, y, side);
    brush.hide(alpha);
    sharp.globalAlpha = alpha;
    sharp.drawImage(kept.sleeve, x - side / 2, y - side / 2, side, side);
    sharp.globalCompositeOperation = "lighter"; // the rim and the mirror image are light
    rim(brush, x, y, side);
    brush.stroke(css.main, 1.3 * unit, alpha * mix(0.22, 0.75, light), 0.5);

    sharp.globalAlpha = alpha * mix(0.26, 0.34, light);
    sharp.drawImage(kept.mirror, x - side / 2, floor, side, side * mirrored);
    lay(soft, "soft", colours.accent, x, floor, rest * 1.1, alpha * (0.1 + 0.16 * light), 0.1);
}

/** The sound behind the sleeve's edges, low below, high above, the same on both sides. */
function shine({ soft }, { levels, colours, show }, x, y, side, alpha) {
    const half = side * 0.5;
    for (let i = 0; i < lights; i += 1) {
        const along = (i + 0.5) / lights;
        const turn = 0.5 + 0.5 * along;
        const level = levels[Math.min(levels.length - 1, Math.floor(along * levels.length))] * show;
        const far = half / Math.max(Math.abs(across(turn, 1)), Math.abs(down(turn, 1)));
        const aside = across(turn, far);
        const below = down(turn, far);
        const colour = i % 3 === 2 ? colours.accent : i % 3 === 1 ? colours.second : colours.main;
        const radius = side * (0.1 + 0.24 * level);
        lay(soft, "soft", colour, x + aside, y + below, radius, alpha * (0.08 + 0.44 * level * level));
        lay(soft, "soft", colour, x - aside, y + below, radius, alpha * (0.08 + 0.44 * level * level));
    }
}

/** The sleeve's outline. */
function rim(brush, x, y, side) {
    const half = side / 2 - corner * side;
    brush.beginPath();
    for (let i = 0; i < 4; i += 1) {
        const right = i === 0 || i === 3 ? 1 : -1;
        const low = i < 2 ? 1 : -1;
        brush.arc(x + right * half, y + low * half, corner * side, (i * Math.PI) / 2, ((i + 1) * Math.PI) / 2);
    }
    brush.closePath();
}

/** The record: its grooves and their sheen stand still, its label turns. */
function record(brush, x, y, radius, s, alpha) {
    const { sharp } = brush;
    brush.beginPath();
    brush.arc(x, y, radius - brush.pixel / 2, 0, 2 * Math.PI);
    brush.hide(alpha);
    sharp.globalAlpha = alpha;
    sharp.drawImage(kept.record, x - radius, y - radius, 2 * radius, 2 * radius);
    sharp.save();
    sharp.translate(x, y);
    sharp.rotate(2 * Math.PI * ((turnsPerS * s) % 1));
    sharp.drawImage(kept.label, -0.34 * radius, -0.34 * radius, 0.68 * radius, 0.68 * radius);
    sharp.restore();
}

/** Paints sleeve, mirror image, record and mist when the track or the size changes. */
function keep(scene, pixels) {
    const { title, artist } = scene;
    const art = artOf(scene);
    if (kept.art === art && kept.pixels === pixels && kept.title === title && kept.artist === artist) return;
    if (kept.pixels !== pixels) kept.record = paintRecord(pixels);
    Object.assign(kept, { art, pixels, title, artist });
    const cover = square(pixels);
    if (art) paintArt(cover, art, pixels);
    else paintOwn(cover, title, artist, pixels);
    kept.sleeve = sleeve(cover.canvas, pixels);
    kept.mirror = mirror(kept.sleeve, pixels);
    kept.label = label(cover.canvas, Math.ceil(0.36 * pixels));
    kept.mist = square(mistPixels);
    kept.mist.imageSmoothingQuality = "high";
    kept.mist.drawImage(cover.canvas, 0, 0, mistPixels, mistPixels);
    kept.mist = kept.mist.canvas;
}

function square(pixels) {
    return new OffscreenCanvas(pixels, pixels).getContext("2d");
}

/** Without a cover: discs of light in colours that follow from the artist, in places that follow from the title. */
function paintOwn(context, title, artist, pixels) {
    const seed = sum(title);
    const hue = 360 * scatter(sum(artist || title), 1);
    const ground = context.createLinearGradient(0, 0, pixels * 0.4, pixels);
    ground.addColorStop(0, `hsl(${hue} 55% 24%)`);
    ground.addColorStop(1, `hsl(${hue + 50} 60% 11%)`);
    context.fillStyle = ground;
    context.fillRect(0, 0, pixels, pixels);
    context.globalCompositeOperation = "screen";
    for (let i = 0; i < 4; i += 1) {
        const radius = pixels * (0.16 + 0.3 * scatter(seed, i));
        const x = pixels * (0.15 + 0.7 * scatter(seed, 10 + i));
        const y = pixels * (0.15 + 0.7 * scatter(seed, 20 + i));
        const fill = context.createLinearGradient(x, y - radius, x, y + radius);
        fill.addColorStop(0, `hsl(${hue + 45 * i} 85% 62% / 0.85)`);
        fill.addColorStop(1, `hsl(${hue + 45 * i + 30} 80% 40% / 0)`);
        context.fillStyle = fill;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
    }
    context.globalCompositeOperation = "source-over";
}

/** A number that follows from a text. */
function sum(text) {
    let number = 7;
    for (let i = 0; i < text.length; i += 1) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
    return number;
}

/** The cover with round corners, darker at its edges, with light on it from above. */
function sleeve(cover, pixels) {
    const context = square(pixels);
    context.beginPath();
    context.roundRect(0, 0, pixels, pixels, corner * pixels);
    context.clip();
    context.drawImage(cover, 0, 0);
    const gloss = context.createLinearGradient(0, 0, pixels * 0.7, pixels);
    for (const [place, colour] of [[0, "rgb(255 255 255 / 0.16)"], [0.36, "rgb(255 255 255 / 0.03)"], [0.37, nothing], [1, "rgb(3 6 13 / 0.34)"]]) gloss.addColorStop(place, colour);
    context.fillStyle = gloss;
    context.fillRect(0, 0, pixels, pixels);
    return context.canvas;
}

function mirror(sleeve, pixels) {
    const high = Math.ceil(mirrored * pixels);
    const context = new OffscreenCanvas(pixels, high).getContext("2d");
    context.scale(1, -1);
    context.drawImage(sleeve, 0, -pixels);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "destination-in";
    const fade = context.createLinearGradient(0, 0, 0, high);
    for (const [place, alpha] of [[0, 1], [0.3, 0.5], [0.7, 0.12], [1, 0]]) fade.addColorStop(place, `rgb(0 0 0 / ${alpha})`);
    context.fillStyle = fade;
    context.fillRect(0, 0, pixels, high);
    return context.canvas;
}

function paintRecord(pixels) {
    const context = square(pixels);
    const half = pixels / 2;
    context.arc(half, half, half - 1, 0, 2 * Math.PI);
    context.clip();
    context.fillStyle = "rgb(6 9 16)";
    context.fillRect(0, 0, pixels, pixels);
    const sheen = context.createConicGradient(-0.62, half, half);
    for (const [place, level] of [[0, 0.5], [0.05, 0.3], [0.12, 0.06], [0.38, 0.04], [0.45, 0.2], [0.5, 0.42], [0.56, 0.16], [0.62, 0.05], [0.88, 0.05], [0.95, 0.26], [1, 0.5]]) sheen.addColorStop(place, `rgb(150 190 230 / ${level})`);
    context.fillStyle = sheen;
    context.fillRect(0, 0, pixels, pixels);
    context.lineWidth = half * 0.006;
    for (let i = 0; i < grooves; i += 1) {
        context.strokeStyle = i % 9 === 0 ? "rgb(3 6 13 / 0.85)" : "rgb(3 6 13 / 0.38)";
        context.beginPath();
        context.arc(half, half, half * (0.4 + (0.57 * i) / grooves), 0, 2 * Math.PI);
        context.stroke();
    }
    return context.canvas;
}

/** The middle of the record, cut from the cover. */
function label(cover, pixels) {
    const context = square(pixels);
    const half = pixels / 2;
    context.arc(half, half, half - 0.5, 0, 2 * Math.PI);
    context.clip();
    context.imageSmoothingQuality = "high";
    context.drawImage(cover, 0, 0, pixels, pixels);
    context.fillStyle = night;
    context.beginPath();
    context.arc(half, half, half * 0.1, 0, 2 * Math.PI);
    context.fill();
    return context.canvas;
}
