import { withBrush } from "../brush.js";
import { between, mix, soften } from "../geometry.js";
import { lay } from "../glow.js";
import { fitted, leading, letters } from "../typesetting.js";
import { lightOf, pulses, pushOf, recall } from "./beat.js";
import { sizeOf, strengthOf } from "./form.js";

/** The style's name as people see it. */
export const name = "Type";

const silent = "Downbeat"; // the title of a silent room
const family = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const ink = "rgb(228 246 252)";
const echoes = 4; // of the title, above it
const echoS = 0.1; // how much later each moves
const heights = new Float32Array(64);
const set = { title: undefined, artist: undefined, width: 0, height: 0, block: null };

/**
 * Title and artist as large as they fit: the sound lifts each letter at its place of the spectrum, echoes follow, and marks count the beats.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./beat.js").Scene} scene
 */
export function draw(context, scene) {
    withBrush(context, scene, paint);
}

function paint(brush, scene) {
    const { width, height, colours, css, unit, levels } = scene;
    const { sharp, soft, lines } = brush;
    const light = lightOf(scene);
    const alpha = strengthOf(scene);
    const block = typeset(sharp, scene);
    const { x, size, wide, foot } = block;
    const middle = foot - 0.5 * (block.high + size);
    const reach = Math.max(wide, 0.6 * height);

    lay(soft, "soft", colours.second, x + wide * 0.4, middle, reach * 0.8, alpha * (0.22 + 0.16 * scene.loudness), 0.7);
    lay(soft, "soft", colours.accent, x + wide, middle - 0.1 * height, reach * 0.5, alpha * (0.08 + 0.14 * light), 0.7);
    lay(soft, "soft", colours.main, x + wide * 0.1, foot, reach * 0.45, alpha * (0.05 + 0.18 * light), 0.6);

    sharp.font = lines.font = block.font;
    sharp.textBaseline = lines.textBaseline = "alphabetic";
    sharp.lineWidth = Math.max(1, 1.2 * unit);
    const apart = (block.count === 1 ? 0.8 * size : 0.14 * size) * sizeOf(scene) ** 2;
    for (let k = echoes; k > 0; k -= 1) {
        lift(scene, k * echoS);
        sharp.strokeStyle = k % 2 === 0 ? css.accent : css.second;
        sharp.globalAlpha = alpha * (1 - k / (echoes + 1)) * mix(0.6, 1, light);
        write(sharp, block, levels.length, k * apart, true);
    }
    if (scene.idle > 0.5) return; // how to join is shown in front of the outlines
    lift(scene, 0);
    const jump = 0.035 * size * pushOf(scene);
    sharp.fillStyle = ink;
    sharp.globalAlpha = alpha * 0.94;
    write(sharp, block, levels.length, jump, false);
    lines.fillStyle = css.main;
    lines.globalAlpha = alpha * mix(0.14, 0.42, light);
    write(lines, block, levels.length, jump, false);

    sharp.font = block.smallFont;
    sharp.fillStyle = css.main;
    sharp.globalAlpha = alpha * 0.9;
    if (block.artist !== "") sharp.fillText(block.artist, x, foot + 1.45 * block.small);
    marks(brush, scene, x, foot + block.small * (block.artist === "" ? 0.9 : 2.3), Math.min(wide, 0.5 * width), alpha, light);
}

/** The heights of the letters at an age: a smooth row. */
function lift(scene, ageS) {
    recall(scene, ageS, heights);
    for (let i = 0; i < 4; i += 1) soften(heights, scene.levels.length);
}

function write(context, { pieces, size, foot, step, count }, points, up, isOutline) {
    for (let i = 0; i < pieces.length; i += 1) {
        const { text, x, row, at } = pieces[i];
        const y = foot - (count - 1 - row) * step - up - 0.2 * size * between(heights, points, at);
        if (isOutline) context.strokeText(text, x, y);
        else context.fillText(text, x, y);
    }
}

/** A mark for each beat of the bar; the one that sounds is bright. Without beats it is one line that breathes. */
function marks(brush, scene, x, y, wide, alpha, light) {
    const { beat, css, unit, colours } = scene;
    const count = pulses(scene) && beat.meter > 0 && beat.position > 0 ? beat.meter : 1;
    const gap = 10 * unit;
    const long = (wide - gap * (count - 1)) / count;
    for (let i = 0; i < count; i += 1) {
        const left = x + i * (long + gap);
        const isNow = count > 1 && i + 1 === beat.position;
        brush.beginPath();
        brush.moveTo(left, y);
        brush.lineTo(left + long, y);
        brush.stroke(isNow && i === 0 ? css.accent : css.main, 3 * unit, alpha * (isNow ? mix(0.5, 1, light) : count === 1 ? light : 0.22), isNow ? 0.8 : 0.1);
        if (isNow) lay(brush.soft, "soft", i === 0 ? colours.accent : colours.main, left + long / 2, y, long * 0.9, alpha * 0.4 * light, 0.3);
    }
}

/** Where each letter of the title stands; computed when the words or the size change. */
function typeset(context, { title, artist, idle, width, height }) {
    const words = idle > 0.5 ? silent : title;
    if (set.title === words && set.artist === artist && set.width === width && set.height === height) return set.block;
    const margin = Math.round(Math.max(0.07 * width, 0.04 * height));
    const room = { width: width - 2 * margin, height: 0.46 * height, most: Math.min(0.27 * height, 0.3 * width), least: 0.035 * Math.min(width, height) };
    const measure = (weight) => {
        context.font = `${weight} 100px ${family}`;
        return (text) => context.measureText(text).width / 100;
    };
    const { size, rows } = fitted(words, measure(800), room);
    const pieces = [];
    const of = measure(800);
    let wide = 0;
    for (let row = 0; row < rows.length; row += 1) {
        let before = "";
        for (const text of letters(rows[row])) {
            if (text.trim() !== "") pieces.push({ text, x: margin + size * of(before), row, at: 0 });
            before += text;
        }
        wide = Math.max(wide, size * of(rows[row]));
    }
    for (const piece of pieces) piece.at = Math.min(1, (piece.x - margin) / wide);
    const small = Math.min(0.34 * size, 0.05 * Math.max(width, height), 0.09 * width);
    const line = fitted(artist, measure(500), { width: room.width, height: small * leading, most: small, least: 0.7 * small }); // one row
    Object.assign(set, { title: words, artist, width, height });
    set.block = {
        pieces, size, wide, x: margin, count: rows.length, step: leading * size, high: (rows.length - 1) * leading * size, foot: height * 0.5 + Math.min(0.16 * height, 0.5 * rows.length * size),
        font: `800 ${size}px ${family}`, artist: line.rows[0] ?? "", small: line.size, smallFont: `500 ${line.size}px ${family}`,
    };
    return set.block;
}
