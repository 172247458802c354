// Colour from edge to edge behind the figure: three wide lights, computed in a few pixels and enlarged. Where they lie and how bright they are is the song's
// form: each theme has its own places, a break is dim and wide, before a drop they draw together, and a drop opens them.

import { mix, scatter, smooth } from "./geometry.js";
import { lay } from "./glow.js";
import { presence } from "./stage/beat.js";

const [columns, rows] = [48, 27];
const breathS = 8;
const wanderS = 140; // a turn of the lights
const usual = { energy: 0.4, tension: 0, breath: 0, hit: 0, bright: 0.34, section: 0, sectionBefore: 0, led: 1 }; // of music whose form is not known
const middle = 0.46; // of the picture's height, where figures stand
const brightest = 0.42; // of a light in its middle: words over it stay readable
const faintest = 0.15; // of the colour between the lights
const wide = [0.62, 0.5, 0.44]; // of a light, in heights of the picture
const count = wide.length;
const lights = { x: new Float64Array(count), y: new Float64Array(count), size: new Float64Array(count), strength: new Float64Array(count) };
const seen = { context: null, image: null };

/**
 * Adds the sky to the soft light.
 * @param {CanvasRenderingContext2D} context in the picture's pixels
 * @param {import("./stage/beat.js").Scene} scene
 */
export function drawSky(context, scene) {
    const { width, height, colours, direction = usual, calm, mediaS } = scene;
    const shown = presence(scene) * (1 - scene.idle);
    if (!(shown > 0.01)) return;
    const hit = calm ? 0 : direction.hit;
    const breathing = 1 + 0.16 * direction.breath * Math.sin((2 * Math.PI * mediaS) / breathS);
    const strength = shown * breathing * (mix(0.34, 0.9, direction.bright) + 0.35 * hit);
    place(direction, hit, strength, width / height, mediaS, scene.settings.seed);
    fill(colours, strength, width / height);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = true;
    context.drawImage(seen.context.canvas, 0, 0, width, height);
    // The wave of a hit runs outwards.
    if (hit > 0) lay(context, "wake", colours.main, width / 2, middle * height, 0.62 * Math.hypot(width, height) * (1.05 - Math.sqrt(hit)), 0.5 * shown * hit);
}

function place({ energy, tension, breath, section, sectionBefore, led }, hit, strength, shape, mediaS, seed) {
    const near = mix(0.85, 1.2, energy) * (1 - 0.42 * tension) * (1 + 0.5 * hit) * (1 + 0.25 * breath);
    const out = mix(0.44, 0.3, energy) * (1 - 0.85 * tension);
    const third = mix(0.3, 0.75, energy);
    for (let k = 0; k < count; k += 1) {
        const home = mix(homeOf(sectionBefore, k, seed), homeOf(section, k, seed), smooth(led));
        const turn = 2 * Math.PI * (home + ((k === 1 ? -1 : 1) * mediaS) / wanderS);
        lights.x[k] = shape * (0.5 + out * Math.cos(turn));
        lights.y[k] = middle + out * Math.sin(turn);
        lights.size[k] = wide[k] * near * Math.max(1, 0.62 * shape);
        lights.strength[k] = brightest * strength * (k === 0 ? 1 : k === 1 ? 0.8 : third);
    }
}

/** Where a light of a theme lies, in turns. */
export function homeOf(theme, k, seed) {
    return scatter(7 * theme + 3 + 131 * seed, k) + k / count;
}

function fill({ main, second, accent }, strength, shape) {
    seen.context ??= new OffscreenCanvas(columns, rows).getContext("2d", { alpha: false });
    seen.image ??= seen.context.createImageData(columns, rows);
    const { x, y, size, strength: lit } = lights;
    const base = faintest * strength;
    const { data } = seen.image;
    for (let row = 0, at = 0; row < rows; row += 1) {
        const down = (row + 0.5) / rows;
        for (let column = 0; column < columns; column += 1, at += 4) {
            const across = (shape * (column + 0.5)) / columns;
            const a = lit[0] / (1 + ((across - x[0]) ** 2 + (down - y[0]) ** 2) / (size[0] * size[0])) ** 2;
            const b = base + lit[1] / (1 + ((across - x[1]) ** 2 + (down - y[1]) ** 2) / (size[1] * size[1])) ** 2;
            const c = lit[2] / (1 + ((across - x[2]) ** 2 + (down - y[2]) ** 2) / (size[2] * size[2])) ** 2;
            data[at] = a * main[0] + b * second[0] + c * accent[0];
            data[at + 1] = a * main[1] + b * second[1] + c * accent[1];
            data[at + 2] = a * main[2] + b * second[2] + c * accent[2];
            data[at + 3] = 255;
        }
    }
    seen.context.putImageData(seen.image, 0, 0);
}
