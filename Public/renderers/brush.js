// Light at little cost. What is soft is drawn on a small canvas and enlarged; only what is sharp is drawn with the stage's own pixels.

import { night } from "./glow.js";
import { drawSky } from "./sky.js";

const coarseUnits = 5; // a pixel of the small canvas, in units of the scene: 180 rows on a stage of 900 units
const marginPixels = 8; // of the small canvas around a part of the picture: as far as light is spread
const aligned = 4; // small canvases begin at whole pixels of the one that is halved twice, so that all parts of a picture agree
const spread = 2; // width of a line on the small canvas, relative to the line: with the two shares its light falls off as 1 / distance
const nearShare = 0.67;
const farShare = 0.58;

/** What the stage's styles draw with: the sharp stage, and the small canvases of soft light and of lines that glow. */
export class Brush {
    /** The stage. @type {CanvasRenderingContext2D} */
    sharp;
    /** Light without an edge, added to the stage at the end. */
    soft;
    /** Lines whose glow is added to the soft light. */
    lines;

    /** Where the small canvases begin in the picture, and how many of its pixels one of theirs is wide. */
    left = 0;
    top = 0;
    pixel = 0;

    #half;
    #quarter;
    #enlarged;
    #dark;
    #shone = false;

    /** @param {boolean} isClear whether the stage is see-through: then light has no black behind it, which would cover what is behind the page */
    constructor(isClear) {
        this.#dark = isClear ? "destination-out" : "source-over";
        [this.soft, this.lines, this.#half, this.#quarter, this.#enlarged] = Array.from({ length: 5 }, () => canvas(isClear));
    }

    /** Begins a picture. @param {CanvasRenderingContext2D} sharp @param {import("./stage/beat.js").Scene} scene */
    begin(sharp, scene) {
        this.sharp = sharp;
        this.#shone = false;
        this.#fit(scene);
        for (const context of [this.soft, this.lines]) {
            context.setTransform(1, 0, 0, 1, 0, 0);
            this.#darken(context, 1);
            context.fillRect(0, 0, context.canvas.width, context.canvas.height);
            context.scale(1 / this.pixel, 1 / this.pixel);
            context.translate(-this.left, -this.top);
            context.globalCompositeOperation = "lighter";
            context.lineJoin = "bevel";
        }
        sharp.save(); // what is sharp lies over what is behind it: to add it as well would take two to three times as long
        sharp.lineJoin = "round";
    }

    /** Adds the glow of the lines to the soft light, and that to the stage. What is drawn afterwards stands in front of it, without any. */
    shine() {
        this.#shone = true;
        const { sharp, soft, lines } = this;
        const { width, height } = soft.canvas;
        const [half, quarter, enlarged] = [this.#half, this.#quarter, this.#enlarged];
        for (const context of [half, quarter, enlarged]) context.globalCompositeOperation = "copy";
        half.drawImage(lines.canvas, 0, 0, width / 2, height / 2);
        quarter.drawImage(half.canvas, 0, 0, width / 4, height / 4);
        half.drawImage(quarter.canvas, 0, 0, width / 2, height / 2);
        soft.setTransform(1, 0, 0, 1, 0, 0);
        soft.globalCompositeOperation = "lighter";
        soft.globalAlpha = nearShare;
        soft.drawImage(lines.canvas, 0, 0);
        soft.globalAlpha = farShare;
        soft.drawImage(half.canvas, 0, 0, width, height);
        enlarged.drawImage(soft.canvas, 0, 0, enlarged.canvas.width, enlarged.canvas.height);
        sharp.globalAlpha = 1;
        sharp.globalCompositeOperation = "lighter";
        sharp.imageSmoothingEnabled = false; // smoothly to half the stage's pixels; their last doubling is not seen, and quicker by far
        sharp.drawImage(enlarged.canvas, this.left, this.top, width * this.pixel, height * this.pixel);
        sharp.imageSmoothingEnabled = true;
        sharp.globalCompositeOperation = "source-over";
    }

    /** Ends the picture. */
    end() {
        if (!this.#shone) this.shine();
        this.sharp.restore();
    }

    /**
     * Strokes the path as a glowing line.
     * @param {string} colour
     * @param {number} width in canvas pixels
     * @param {number} alpha
     * @param {number} [reach] how strong its glow is beside itself
     */
    stroke(colour, width, alpha, reach = 1) {
        if (!(alpha > 0.002)) return; // not visible in 255 levels
        const { sharp, lines } = this;
        const least = Math.max(1, width); // a thinner line would flicker, so it becomes fainter instead
        sharp.strokeStyle = lines.strokeStyle = colour;
        sharp.lineWidth = least;
        sharp.globalAlpha = Math.min(1, (alpha * width) / least);
        sharp.stroke();
        lines.lineWidth = spread * width;
        lines.globalAlpha = Math.min(1, alpha * reach);
        lines.stroke();
    }

    /** Hides what is behind the path. @param {number} alpha how much of it */
    hide(alpha) {
        const { sharp, soft, lines } = this;
        sharp.fillStyle = night;
        sharp.globalAlpha = alpha;
        sharp.fill();
        for (const context of [soft, lines]) {
            this.#darken(context, alpha);
            context.fill();
            context.globalCompositeOperation = "lighter";
        }
    }

    // A path, on all three canvases.

    beginPath() {
        this.sharp.beginPath();
        this.soft.beginPath();
        this.lines.beginPath();
    }

    moveTo(x, y) {
        this.sharp.moveTo(x, y);
        this.soft.moveTo(x, y);
        this.lines.moveTo(x, y);
    }

    lineTo(x, y) {
        this.sharp.lineTo(x, y);
        this.soft.lineTo(x, y);
        this.lines.lineTo(x, y);
    }

    bezierCurveTo(x1, y1, x2, y2, x, y) {
        this.sharp.bezierCurveTo(x1, y1, x2, y2, x, y);
        this.soft.bezierCurveTo(x1, y1, x2, y2, x, y);
        this.lines.bezierCurveTo(x1, y1, x2, y2, x, y);
    }

    arc(x, y, radius, from, to) {
        this.sharp.arc(x, y, radius, from, to);
        this.soft.arc(x, y, radius, from, to);
        this.lines.arc(x, y, radius, from, to);
    }

    closePath() {
        this.sharp.closePath();
        this.soft.closePath();
        this.lines.closePath();
    }

    scale(x, y) {
        this.sharp.scale(x, y);
        this.soft.scale(x, y);
        this.lines.scale(x, y);
    }

    /** Lets the next fill take away light. @param {OffscreenCanvasRenderingContext2D} context @param {number} alpha how much of it */
    #darken(context, alpha) {
        context.globalCompositeOperation = this.#dark;
        context.globalAlpha = alpha;
        context.fillStyle = "#000";
    }

    /** Gives the small canvases the size of the seen part of the picture, with a margin where the picture goes on. */
    #fit({ width, height, unit, view }) {
        this.pixel = 2 * Math.max(1, Math.round((coarseUnits * unit) / 2));
        const step = aligned * this.pixel;
        const margin = marginPixels * this.pixel;
        this.left = Math.floor(Math.max(0, view.x - margin) / step) * step;
        this.top = Math.floor(Math.max(0, view.y - margin) / step) * step;
        const wide = aligned * Math.ceil((Math.min(width, view.x + view.width + margin) - this.left) / step);
        const high = aligned * Math.ceil((Math.min(height, view.y + view.height + margin) - this.top) / step);
        const larger = Math.max(2, this.pixel / 2);
        if (this.soft.canvas.width === wide && this.soft.canvas.height === high && this.#enlarged.canvas.width === wide * larger) return;
        for (const [context, scale] of [[this.soft, 1], [this.lines, 1], [this.#half, 0.5], [this.#quarter, 0.25], [this.#enlarged, larger]]) {
            context.canvas.width = wide * scale;
            context.canvas.height = high * scale;
        }
    }
}

/** A canvas of light on black: an opaque one is enlarged faster. */
function canvas(isClear) {
    return new OffscreenCanvas(aligned, aligned).getContext("2d", { alpha: isClear });
}

const brushes = []; // of a stage, of thumbnails, so that the sizes of the other stay, and of a see-through stage

/**
 * Draws a picture with a brush.
 * @param {CanvasRenderingContext2D} context the stage
 * @param {import("./stage/beat.js").Scene} scene
 * @param {(brush: Brush, scene: import("./stage/beat.js").Scene) => void} draw
 */
export function withBrush(context, scene, draw) {
    const isClear = scene.settings.background === "transparent";
    const brush = brushes[scene.isSmall ? 1 : isClear ? 2 : 0] ??= new Brush(isClear && !scene.isSmall);
    brush.begin(context, scene);
    if (!isClear && scene.settings.background !== "black") drawSky(brush.soft, scene);
    draw(brush, scene);
    brush.end();
}
