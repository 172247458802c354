// The night behind the picture: a dark gradient, in which scattered levels hide the steps.

import { scatter } from "./geometry.js";

const night = [3, 6, 13]; // as in style.css
const deep = [8, 21, 43];
const side = 64; // of the tile of scattered numbers, a power of two: a view may begin above the picture
const tile = Float32Array.from({ length: side * side }, (_, i) => scatter(i));

/**
 * Paints the seen part of the ground.
 * @param {OffscreenCanvas} canvas
 * @param {{ width: number, height: number, view: { x: number, y: number, width: number, height: number } }} scene
 */
export function paintGround(canvas, { width, height, view }) {
    canvas.width = view.width;
    canvas.height = view.height;
    const context = canvas.getContext("2d", { alpha: false });
    const image = context.createImageData(view.width, view.height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let y = 0; y < view.height; y += 1) {
        const down = (y + view.y + 0.5 - 0.46 * height) / (0.72 * height);
        for (let x = 0; x < view.width; x += 1) {
            const across = (x + view.x + 0.5 - 0.5 * width) / (0.78 * width);
            const lit = Math.max(0, 1 - Math.sqrt(across * across + down * down));
            const more = tile[((y + view.y) & (side - 1)) * side + ((x + view.x) & (side - 1))];
            const red = night[0] + (deep[0] - night[0]) * lit + more;
            const green = night[1] + (deep[1] - night[1]) * lit + more;
            const blue = night[2] + (deep[2] - night[2]) * lit + more;
            pixels[y * view.width + x] = 0xff000000 | (blue << 16) | (green << 8) | red;
        }
    }
    context.putImageData(image, 0, 0);
}
