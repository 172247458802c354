// Additive light. Soft shapes are painted once as sprites and drawn in each frame; nothing is blurred while drawing.

import { clamp, fine, grain, scatter, smooth } from "./geometry.js";

const spritePixels = 256; // enough for soft shapes
const sprites = 48; // size of the cache: all shapes in all colours of a picture, with room for a changing hue
const gradients = 32;
const colourStep = 4; // of 255: smaller colour changes are not visible and reuse a sprite

/** How bright a shape is at a distance from its centre, both in [0, 1]. The names are what `lay` takes. */
const shapes = {
    soft: (r) => (r >= 1 ? 0 : Math.exp(-4.2 * r * r) * (1 - r) ** 1.2), // a wide light, for depths
    spark: (r) => (r >= 1 ? 0 : Math.min(1, 0.028 / (r * r + 0.022)) * (1 - r) ** 2), // a point with a wide skirt
    halo: (r) => beyond(r, 0.03, (t) => 0.6 * Math.exp(-11 * t) + 0.4 * Math.exp(-4 * t)), // around a figure
    wake: (r) => (r > 0.985 ? Math.max(0, (1 - r) / 0.015) : Math.exp(-(1 - r) * 9)) * smoothed(r, 0.35, 0.8), // behind a ring
};

/** The edge of the figure inside its halo, in radii of the sprite. */
export const haloEdge = 0.4;

/** Opaque shapes, which hide what is behind them. */
export const night = "rgb(3 6 13)";

const masks = {};
const kept = Array.from({ length: sprites }, () => ({ colour: -1, shape: "", canvas: null }));
let nextSprite = 0;
const shades = Array.from({ length: gradients }, () => ({ top: -1, bottom: -1, stops: null, maker: null, gradient: null }));
let nextShade = 0;

/**
 * Draws a soft shape of light.
 * @param {CanvasRenderingContext2D} context
 * @param {"soft" | "spark" | "halo" | "wake"} shape
 * @param {readonly number[]} colour red, green, blue of 255
 * @param {number} x its centre
 * @param {number} y
 * @param {number} radius where it ends
 * @param {number} alpha
 * @param {number} [flat] how much lower than wide
 */
export function lay(context, shape, colour, x, y, radius, alpha, flat = 1) {
    if (!(alpha > 0.002)) return; // not visible in 255 levels
    context.globalAlpha = Math.min(1, alpha);
    context.scale(1 / grain, 1 / grain);
    context.drawImage(sprite(shape, colour), fine(x - radius), fine(y - radius * flat), fine(2 * radius), fine(2 * radius * flat));
    context.scale(grain, grain);
}

/**
 * A gradient downwards from 0 to 1; the caller scales it to its place with the context's transform.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly (readonly number[])[]} stops position, which of the two colours, alpha
 * @param {readonly number[]} first red, green, blue of 255
 * @param {readonly number[]} second
 * @returns {CanvasGradient}
 */
export function shade(context, stops, first, second) {
    const top = step(first);
    const bottom = step(second);
    for (let i = 0; i < gradients; i += 1) {
        const known = shades[i];
        if (known.top === top && known.bottom === bottom && known.stops === stops && known.maker === context.constructor) return known.gradient;
    }
    const gradient = context.createLinearGradient(0, 0, 0, 1);
    for (const [place, which, alpha] of stops) gradient.addColorStop(place, words(which === 0 ? top : bottom, alpha));
    shades[nextShade] = { top, bottom, stops, maker: context.constructor, gradient };
    nextShade = (nextShade + 1) % gradients;
    return gradient;
}

function sprite(shape, colour) {
    const wanted = step(colour);
    for (let i = 0; i < sprites; i += 1) {
        if (kept[i].colour === wanted && kept[i].shape === shape) return kept[i].canvas;
    }
    const slot = kept[nextSprite];
    nextSprite = (nextSprite + 1) % sprites;
    masks[shape] ??= mask(shapes[shape]);
    slot.canvas ??= new OffscreenCanvas(spritePixels, spritePixels);
    slot.colour = wanted;
    slot.shape = shape;
    const context = slot.canvas.getContext("2d");
    context.globalCompositeOperation = "copy";
    context.drawImage(masks[shape], 0, 0);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = words(wanted, 1);
    context.fillRect(0, 0, spritePixels, spritePixels);
    return slot.canvas;
}

/** The sprite's alpha; noise of one level prevents banding in dark, wide light. */
function mask(brightness) {
    const canvas = new OffscreenCanvas(spritePixels, spritePixels);
    const context = canvas.getContext("2d");
    const image = context.createImageData(spritePixels, spritePixels);
    const middle = spritePixels / 2;
    for (let i = 0; i < spritePixels * spritePixels; i += 1) {
        const x = (i % spritePixels) + 0.5 - middle;
        const y = Math.floor(i / spritePixels) + 0.5 - middle;
        const level = 255 * brightness(Math.hypot(x, y) / middle);
        image.data[4 * i + 3] = level > 0 ? Math.floor(level + scatter(i)) : 0;
    }
    context.putImageData(image, 0, 0);
    return canvas;
}

/** Light from the edge of a halo's figure to the edge of the sprite. */
function beyond(r, before, fall) {
    if (r >= 1) return 0;
    const t = (r - haloEdge) / (1 - haloEdge);
    return t < 0 ? Math.exp((t * (1 - haloEdge)) / before) : fall(t) * (1 - t);
}

function smoothed(r, from, to) {
    return smooth(clamp((r - from) / (to - from), 0, 1));
}

function step(colour) {
    const red = Math.min(255, Math.round(colour[0] / colourStep) * colourStep);
    const green = Math.min(255, Math.round(colour[1] / colourStep) * colourStep);
    return (red << 16) | (green << 8) | Math.min(255, Math.round(colour[2] / colourStep) * colourStep);
}

function words(colour, alpha) {
    return `rgb(${colour >> 16} ${(colour >> 8) & 255} ${colour & 255} / ${alpha})`;
}
