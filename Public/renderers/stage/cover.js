// The cover as a round disc, rendered once to a sprite.

const grooves = 26;
const kept = Array.from({ length: 3 }, () => ({ art: undefined, pixels: 0, canvas: null }));
let next = 0;

/**
 * Draws the cover and its rim, in front of all light so far.
 * @param {import("../brush.js").Brush} brush
 * @param {import("./beat.js").Scene} scene
 * @param {number} x the disc's centre
 * @param {number} y
 * @param {number} radius
 * @param {number} base its radius at rest, for which it is kept
 * @param {number} alpha
 * @param {number} rim its width
 * @param {number} lit how bright the rim is
 */
export function drawCover(brush, scene, x, y, radius, base, alpha, rim, lit) {
    brush.beginPath();
    brush.arc(x, y, radius - brush.pixel, 0, 2 * Math.PI); // not the light at its rim
    brush.hide(alpha);
    brush.beginPath();
    brush.arc(x, y, radius + rim / 2, 0, 2 * Math.PI);
    brush.stroke(scene.css.main, rim, lit, 0.35);
    brush.shine();
    const context = brush.sharp;
    context.globalAlpha = alpha;
    context.drawImage(disc(artOf(scene), Math.ceil(base * 2.1)), x - radius, y - radius, 2 * radius, 2 * radius);
}

/** The cover, once it is loaded: an image has no width before. @param {import("./beat.js").Scene} scene */
export function artOf({ art }) {
    return art !== null && art.width > 0 ? art : null;
}

/** Paints the middle of a cover as a square. @param {OffscreenCanvasRenderingContext2D} context @param {CanvasImageSource} art @param {number} pixels */
export function paintArt(context, art, pixels) {
    const side = Math.min(art.width, art.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(art, (art.width - side) / 2, (art.height - side) / 2, side, side, 0, 0, pixels, pixels);
}

function disc(art, pixels) {
    for (let i = 0; i < kept.length; i += 1) {
        if (kept[i].art === art && kept[i].pixels === pixels) return kept[i].canvas;
    }
    const slot = kept[next];
    next = (next + 1) % kept.length;
    slot.art = art;
    slot.pixels = pixels;
    slot.canvas = new OffscreenCanvas(pixels, pixels);
    paint(slot.canvas.getContext("2d"), art, pixels);
    return slot.canvas;
}

function paint(context, art, pixels) {
    const half = pixels / 2;
    context.beginPath();
    context.arc(half, half, half - 0.5, 0, 2 * Math.PI);
    context.clip();
    if (art) paintArt(context, art, pixels);
    else paintRecord(context, half);
    const edge = context.createRadialGradient(half, half, half * 0.55, half, half, half);
    edge.addColorStop(0, "rgb(3 6 13 / 0)");
    edge.addColorStop(0.8, "rgb(3 6 13 / 0.22)");
    edge.addColorStop(1, "rgb(3 6 13 / 0.7)");
    context.fillStyle = edge;
    context.fillRect(0, 0, pixels, pixels);
}

/** Without a cover: a dark record with two reflections in its grooves. */
function paintRecord(context, half) {
    context.fillStyle = "rgb(4 9 20)";
    context.fillRect(0, 0, 2 * half, 2 * half);
    const sheen = context.createConicGradient(-0.6, half, half);
    for (const [place, colour] of [[0, "30 70 130"], [0.13, "8 18 38"], [0.36, "6 12 26"], [0.5, "70 30 105"], [0.62, "8 16 34"], [0.86, "6 12 26"], [1, "30 70 130"]]) {
        sheen.addColorStop(place, `rgb(${colour} / 0.75)`);
    }
    context.fillStyle = sheen;
    context.fillRect(0, 0, 2 * half, 2 * half);
    context.lineWidth = half * 0.006;
    for (let i = 0; i < grooves; i += 1) {
        context.strokeStyle = `rgb(3 6 13 / ${i % 6 === 0 ? 0.8 : 0.38})`;
        context.beginPath();
        context.arc(half, half, half * (0.4 + (0.58 * i) / grooves), 0, 2 * Math.PI);
        context.stroke();
    }
    context.fillStyle = "rgb(4 9 20)";
    context.beginPath();
    context.arc(half, half, half * 0.36, 0, 2 * Math.PI);
    context.fill();
}
