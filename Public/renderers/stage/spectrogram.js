import { withBrush } from "../brush.js";
import { clamp, curve, mix } from "../geometry.js";
import { lay } from "../glow.js";
import { Ramp } from "../ramp.js";
import { SoundField } from "../soundField.js";
import { lightOf, pulses, surfaceLight } from "./beat.js";
import { strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Spectro\u00adgram"; // may be broken on a narrow button

const rows = 224; // 7.5 s: a page that joined late has no more
const lines = 144;
const now = 0.84; // of the stage's width: where the sound appears
const most = 66;
const ramp = new Ramp();
const heat = { image: null, pixels: null, context: null };
const field = new SoundField(rows, lines);
const fadeRows = 64; // in which the oldest sound fades
const fades = Uint32Array.from({ length: fadeRows }, (_, column) => Math.round(255 * (column / fadeRows) ** 1.3) << 24);
const xs = new Float32Array(most);
const ys = new Float32Array(most);

/**
 * The last seconds of sound as a scrolling picture, low sounds below: colour is level, and the sound of this moment burns at its edge.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, css, unit } = scene;
    const { soft } = brush;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const x = width * now;

    const seen = Math.round(clamp((x / height) * 180, fadeRows, rows - 1)); // rows: fewer on a narrow stage
    fill(scene, rows - seen);
    soft.globalAlpha = alpha;
    soft.imageSmoothingEnabled = true;
    soft.drawImage(heat.context.canvas, rows - seen - 0.5 + scene.history.fraction, 0, seen, lines, 0, 0, x, height);
    lay(soft, "soft", colours.second, x, height / 2, width * 0.2, alpha * (0.2 + 0.16 * scene.loudness), (0.7 * height) / (0.2 * width));
    ticks(brush, scene, x, (x * 30) / seen, alpha);
    front(brush, scene, x, alpha, light);
    brush.beginPath();
    brush.moveTo(x, 0);
    brush.lineTo(x, height);
    brush.stroke(css.main, 1.4 * unit, alpha * mix(0.35, 0.9, light), 0.7);
}

/** Computes the picture's pixels from a column on: one for each row of the history, the newest twice. */
function fill(scene, first) {
    if (!heat.image) {
        heat.context = new OffscreenCanvas(rows + 1, lines).getContext("2d");
        heat.image = heat.context.createImageData(rows + 1, lines);
        heat.pixels = new Uint32Array(heat.image.data.buffer);
    }
    ramp.follow(scene.colours);
    field.follow(scene.history);
    const lightest = 255 * mix(0.5, 1, surfaceLight(scene));
    for (let column = first - 1; column <= rows; column += 1) {
        const row = Math.max(0, rows - 1 - column) * lines;
        const fade = column - first + 1 < fadeRows ? fades[column - first + 1] : 0xff000000;
        for (let line = 0, at = column; line < lines; line += 1, at += rows + 1) {
            const level = field.levels[row + lines - 1 - line];
            heat.pixels[at] = ramp.pixels[(lightest * Math.min(1, level * (0.28 + 0.86 * level))) | 0] | fade;
        }
    }
    heat.context.putImageData(heat.image, 0, 0);
}

/** Marks of the last beats, which move along with their sound. */
function ticks(brush, scene, x, perS, alpha) {
    if (!pulses(scene)) return;
    const { beats, css, height, unit } = scene;
    for (let i = 0; i < beats.count; i += 1) {
        const away = beats.ageS[i] * perS;
        if (away > x) break;
        brush.beginPath();
        brush.moveTo(x - away, 0);
        brush.lineTo(x - away, height);
        const strong = beats.downbeat[i] === 1;
        brush.stroke(strong ? css.accent : css.main, unit * (strong ? 1.6 : 1), alpha * (1 - away / x) * (strong ? 0.5 : 0.22), 0.3);
    }
}

/** The sound of this moment as a flame to the right of the edge. */
function front(brush, scene, x, alpha, light) {
    const { levels, height, width, css, show, unit, colours } = scene;
    const points = levels.length;
    const reach = Math.min(0.15 * width, 0.4 * height) * show;
    for (let i = 0; i < points + 2; i += 1) {
        xs[i] = x + reach * levels[clamp(i - 1, 0, points - 1)] * mix(0.85, 1, light);
        ys[i] = height * (1 - (i - 0.5) / points);
    }
    for (let i = 0; i < points; i += 1) {
        const level = levels[i];
        lay(brush.soft, "soft", colours.main, x, ys[i + 1], (height * 2.2) / points, alpha * 0.16 * level);
        lay(brush.soft, "soft", colours.accent, xs[i + 1], ys[i + 1], (height * 3) / points, alpha * 0.2 * level * level);
    }
    brush.beginPath();
    curve(brush, xs, ys, points + 2);
    brush.soft.save();
    brush.soft.fillStyle = css.second;
    brush.soft.globalAlpha = alpha * mix(0.12, 0.22, light);
    brush.soft.lineTo(x, 0);
    brush.soft.lineTo(x, height);
    brush.soft.fill();
    brush.soft.restore();
    brush.stroke(css.main, 2 * unit, alpha * mix(0.7, 1, light), 0.9);
}
