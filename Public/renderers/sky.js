// Colour from edge to edge behind the figure: three wide lights, computed in a few pixels and enlarged. Where they lie and how bright they are is the song's
// form: each theme has its own places, a break is dark and wide, before a drop they draw together, and a drop opens them.

import { mix, scatter, smooth } from "./geometry.js";
import { lay } from "./glow.js";
import { presence } from "./stage/beat.js";

const [columns, rows] = [48, 27];
const breathS = 8;
const lights = 3;
const usual = { energy: 0.4, tension: 0, breath: 0, hit: 0, bright: 0.34, section: 0, sectionBefore: 0, led: 1 }; // of music without a plan
const highest = 0.42; // of a light in the middle: words over it stay readable
const wide = [0.62, 0.5, 0.44]; // of a light, in heights of the picture
const kept = { context: null, image: null };

/**
 * Adds the sky to the soft light.
 * @param {CanvasRenderingContext2D} context in the picture's pixels
 * @param {import("./stage/beat.js").Scene} scene
 */
export function drawSky(context, scene) {
    const { width, height, colours, direction = usual, calm, mediaS: s } = scene;
    const shown = presence(scene) * (1 - scene.idle);
    if (!(shown > 0.01)) return;
    kept.context ??= new OffscreenCanvas(columns, rows).getContext("2d", { alpha: false });
    kept.image ??= kept.context.createImageData(columns, rows);
    const { tension, breath, bright, energy } = direction;
    const hit = calm ? 0 : direction.hit;
    const swell = 1 + 0.16 * breath * Math.sin((2 * Math.PI * s) / breathS);
    const strength = shown * swell * (mix(0.34, 0.9, bright) + 0.35 * hit);
    const base = 0.30 * strength;
    const shape = width / height;
    const near = mix(0.85, 1.2, energy) * (1 - 0.42 * tension) * (1 + 0.5 * hit) * (1 + 0.25 * breath);
    const places = [];
    for (let k = 0; k < lights; k += 1) {
        const turn = 2 * Math.PI * mix(turnOf(direction.sectionBefore, k), turnOf(direction.section, k), smooth(direction.led)) + 0.045 * s * (k === 1 ? -1 : 1);
        const out = mix(0.44, 0.3, energy) * (1 - 0.85 * tension);
        const colour = k === 0 ? colours.main : k === 1 ? colours.second : colours.accent;
        const share = k === 0 ? 1 : k === 1 ? 0.8 : mix(0.3, 0.75, energy);
        places.push({ x: shape * (0.5 + out * Math.cos(turn)), y: 0.48 + out * Math.sin(turn), size: wide[k] * near * Math.max(1, 0.62 * shape), light: highest * strength * share, colour });
    }
    const { data } = kept.image;
    for (let row = 0, at = 0; row < rows; row += 1) {
        const y = (row + 0.5) / rows;
        for (let column = 0; column < columns; column += 1, at += 4) {
            const x = (shape * (column + 0.5)) / columns;
            let [red, green, blue] = [base * colours.second[0] * 0.5, base * colours.second[1] * 0.5, base * colours.second[2] * 0.62];
            for (const { x: px, y: py, size, light, colour } of places) {
                const far = ((x - px) ** 2 + (y - py) ** 2) / (size * size);
                const lit = light / (1 + far) ** 2;
                red += lit * colour[0];
                green += lit * colour[1];
                blue += lit * colour[2];
            }
            data[at] = red;
            data[at + 1] = green;
            data[at + 2] = blue;
            data[at + 3] = 255;
        }
    }
    kept.context.putImageData(kept.image, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = true;
    context.drawImage(kept.context.canvas, 0, 0, width, height);
    // The wave of a hit runs outwards.
    if (hit > 0) lay(context, "wake", colours.main, width / 2, 0.46 * height, 0.62 * Math.hypot(width, height) * (1.05 - Math.sqrt(hit)), 0.5 * shown * hit);
}

/** Where a light of a theme lies, in turns. */
function turnOf(theme, k) {
    return scatter(7 * theme + 3, k) + k / lights;
}
