// The cover as the background: blurred and dimmed once for each track and size, then only drawn.

import { scatter, smooth } from "../geometry.js";
import { paintArt } from "../stage/cover.js";

const small = 32; // pixels of the cover that is blurred
const rounds = 3;
const reach = 3; // pixels that each round spreads to each side
const mostMean = 40; // of 255: words in front of it stay readable
const mostPixel = 84;
const enlarged = [96, 288, 864]; // in steps: a single one would show the small pixels
const tile = 64;
const fadeS = 0.8;

/** Draws the cover behind the picture. A new track's fades in over that of the one before. */
export class Backdrop {
    #now = ground();
    #before = ground();

    /** @param {CanvasRenderingContext2D} context @param {import("../stage/beat.js").Scene} scene */
    draw(context, scene) {
        const { art, named, changedS, view } = scene;
        if (named === null) return;
        if (art && art !== this.#now.art) [this.#now, this.#before] = [this.#before, this.#now];
        if (art) paint(this.#now, scene, art);
        const share = art ? smooth(Math.min(1, changedS / fadeS)) : 1; // until the new one is loaded, the one before stays
        if (share < 1 && this.#before.art) {
            paint(this.#before, scene, this.#before.art);
            context.drawImage(this.#before.canvas, view.x, view.y);
        }
        if (!this.#now.art) return;
        context.globalAlpha = share;
        context.drawImage(this.#now.canvas, view.x, view.y);
        context.globalAlpha = 1;
    }
}

function ground() {
    return { art: undefined, of: "", canvas: new OffscreenCanvas(1, 1) };
}

/** Paints a cover for the seen part of the picture, unless that is done. */
function paint(ground, { width, height, view }, art) {
    const wanted = `${width} ${height} ${view.x} ${view.y} ${view.width} ${view.height}`;
    if (ground.art === art && ground.of === wanted) return;
    Object.assign(ground, { art, of: wanted });
    const { canvas } = ground;
    canvas.width = view.width;
    canvas.height = view.height;
    const context = canvas.getContext("2d", { alpha: false });
    context.imageSmoothingQuality = "high";
    const side = Math.max(width, height, 2 * (view.x + view.width) - width); // the view may be wider than the picture, of which a part is covered
    context.drawImage(softened(art), (width - side) / 2 - view.x, (height - side) / 2 - view.y, side, side);
    context.globalCompositeOperation = "lighter"; // scattered levels hide the steps
    context.translate(-view.x, -view.y);
    context.fillStyle = context.createPattern(noise(), "repeat");
    context.fillRect(view.x, view.y, view.width, view.height);
}

function softened(art) {
    let canvas = new OffscreenCanvas(small, small);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const step = new OffscreenCanvas(4 * small, 4 * small).getContext("2d");
    step.imageSmoothingQuality = context.imageSmoothingQuality = "high";
    paintArt(step, art, 4 * small);
    context.drawImage(step.canvas, 0, 0, small, small);
    const image = context.getImageData(0, 0, small, small);
    dim(image.data);
    for (let round = 0; round < rounds; round += 1) blur(image.data);
    context.putImageData(image, 0, 0);
    for (const pixels of enlarged) {
        const larger = new OffscreenCanvas(pixels, pixels);
        const into = larger.getContext("2d", { alpha: false });
        into.imageSmoothingQuality = "high";
        into.drawImage(canvas, 0, 0, pixels, pixels);
        canvas = larger;
    }
    return canvas;
}

/** Darkens a picture to a mean that lets words be read, and keeps its colours. @param {Uint8ClampedArray} data */
export function dim(data) {
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += light(data, i);
    const share = Math.min(0.6, mostMean / Math.max(1, sum / (data.length / 4)));
    for (let i = 0; i < data.length; i += 4) {
        const part = share * Math.min(1, mostPixel / Math.max(1, light(data, i) * share));
        for (let channel = 0; channel < 3; channel += 1) data[i + channel] *= part;
    }
}

function light(data, i) {
    return 0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2];
}

/** Spreads each pixel to those beside it, first across and then down; the edges go on beyond themselves. @param {Uint8ClampedArray} data */
function blur(data) {
    const side = Math.sqrt(data.length / 4);
    const row = new Float32Array(side);
    for (const [along, between] of [[4, 4 * side], [4 * side, 4]]) {
        for (let line = 0; line < side; line += 1) {
            for (let channel = 0; channel < 3; channel += 1) {
                const at = (place) => line * between + Math.min(side - 1, Math.max(0, place)) * along + channel;
                for (let place = 0; place < side; place += 1) {
                    let sum = 0;
                    for (let beside = -reach; beside <= reach; beside += 1) sum += data[at(place + beside)];
                    row[place] = sum / (2 * reach + 1);
                }
                for (let place = 0; place < side; place += 1) data[at(place)] = row[place];
            }
        }
    }
}

function noise() {
    const canvas = new OffscreenCanvas(tile, tile);
    const context = canvas.getContext("2d");
    const image = context.createImageData(tile, tile);
    for (let i = 0; i < tile * tile; i += 1) {
        image.data.fill(Math.floor(scatter(i) * 3), 4 * i, 4 * i + 3);
        image.data[4 * i + 3] = 255;
    }
    context.putImageData(image, 0, 0);
    return canvas;
}
