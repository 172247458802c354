// The card that tells what plays: painted once for each track and size, then only drawn.

import { clamp, smooth } from "../geometry.js";
import { paintArt } from "../stage/cover.js";
import { fitted, leading } from "../typesetting.js";

const family = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const ink = "rgb(240 250 255)";
const quiet = "rgb(176 204 219)";
const signal = "rgb(44 230 255)";
const shade = "rgb(3 6 13 / 0.78)";
const sizes = [0.082, 0.068, 0.056, 0.051, 0.042, 0.034]; // of the title, in heights of the picture
const [appearS, leaveS, fadeS] = [0.4, 8, 0.8];

/** How visible the card is at the start of a track. @param {number} mediaS @returns {number} 0 to 1 */
export function cardShare(mediaS) {
    return smooth(clamp((mediaS - appearS) / fadeS, 0, 1)) * smooth(clamp((leaveS - mediaS) / fadeS, 0, 1));
}

/** Draws the title card over the picture. */
export class TitleCard {
    #kept = { about: undefined, art: undefined, width: 0, height: 0, foot: 0 };
    #canvas = new OffscreenCanvas(1, 1);
    #x = 0;
    #y = 0;

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {import("../stage/beat.js").Scene} scene
     * @param {number} share how visible it is
     * @param {number} foot the height that must stay free below it, as a share of the picture's
     */
    draw(context, scene, share, foot = 0) {
        const { about, art, width, height } = scene;
        if (!about || !(share > 0.002)) return;
        const { view } = scene;
        const kept = this.#kept;
        if (about !== kept.about || art !== kept.art || width !== kept.width || height !== kept.height || foot !== kept.foot) {
            this.#kept = { about, art, width, height, foot };
            this.#paint(scene, foot);
        }
        const { width: wide, height: tall } = this.#canvas;
        if (this.#x > view.x + view.width || this.#y > view.y + view.height || this.#y + tall < view.y || this.#x + wide < view.x) return;
        context.globalAlpha = share;
        context.globalCompositeOperation = "source-over";
        context.drawImage(this.#canvas, this.#x, this.#y);
        context.globalAlpha = 1;
    }

    #paint({ width, height, about, art }, foot) {
        const isTall = height > width;
        const tall = Math.min(height, 1.4 * width);
        const margin = Math.round(isTall ? 0.06 * width : 0.055 * height);
        const cover = Math.round(isTall ? 0.24 * width : 0.22 * tall);
        const gap = Math.round(0.035 * tall);
        const wide = Math.round(Math.min(width - 2 * margin - (isTall ? 0 : cover + gap), 1.25 * tall));
        const words = set(this.#canvas.getContext("2d"), about, tall, wide, isTall ? 5 : 3);
        const high = isTall ? cover + gap + words.high : Math.max(cover, words.high);
        const pad = 3 * gap;
        this.#x = margin - pad;
        this.#y = Math.round(Math.min(isTall ? 0.73 : 0.84, 1 - foot) * height - high - pad);
        this.#canvas.width = 2 * pad + (isTall ? Math.max(cover, words.wide) : cover + gap + words.wide);
        this.#canvas.height = 2 * pad + high;
        const context = this.#canvas.getContext("2d");
        darken(context, this.#canvas, pad);
        const top = isTall ? pad : pad + Math.round((high - cover) / 2);
        frame(context, art, pad, top, cover);
        context.shadowColor = shade;
        context.shadowBlur = 0.02 * tall;
        write(context, words, isTall ? pad : pad + cover + gap, isTall ? pad + cover + gap : pad + Math.round((high - words.high) / 2));
    }
}

/** Sets the words, the title as large as it fits whole into so many rows. */
function set(context, about, tall, wide, mostRows) {
    const measure = (weight) => (text) => {
        context.font = `${weight} 100px ${family}`;
        return context.measureText(text).width / 100;
    };
    const rows = [];
    for (const share of sizes) {
        const size = share * tall;
        const place = { width: wide, height: mostRows * size * leading * 1.001, most: size, least: size };
        const { rows: title } = fitted(about.title, measure(700), place);
        rows.length = 0;
        for (const text of title) rows.push({ text, size, weight: 700, colour: ink, high: size * 1.14 });
        if (!title.at(-1).endsWith("…") || about.title.endsWith("…")) break;
    }
    const line = (text, share, weight, colour) => {
        if (!text) return;
        const most = share * tall;
        const { rows: set, size } = fitted(text, measure(weight), { width: wide, height: 2 * most * leading * 1.001, most, least: 0.8 * most });
        for (const [i, row] of set.entries()) rows.push({ text: row, size, weight, colour, high: size * (i === 0 ? 1.36 : 1.16) });
    };
    line(about.artist, 0.038, 500, ink);
    line([about.album, about.year].filter(Boolean).join(" · "), 0.03, 400, quiet);
    if (about.asked) line(`Asked for by ${about.asked.name}${about.asked.dedication ? ` – “${about.asked.dedication}”` : ""}`, 0.034, 600, signal);
    let widest = 0;
    let high = 0;
    for (const row of rows) {
        widest = Math.max(widest, measure(row.weight)(row.text) * row.size);
        high += row.high;
    }
    return { rows, wide: Math.ceil(widest), high: Math.ceil(high) };
}

function write(context, { rows }, x, top) {
    context.textBaseline = "alphabetic";
    let y = top;
    for (const { text, size, weight, colour, high } of rows) {
        y += high;
        context.font = `${weight} ${size}px ${family}`;
        context.fillStyle = colour;
        context.fillText(text, x, Math.round(y - 0.26 * size));
    }
}

/** A soft shade, so that words can be read on any picture. */
function darken(context, { width, height }, pad) {
    context.save();
    context.filter = `blur(${Math.round(pad * 0.45)}px)`; // once, not in each frame
    context.fillStyle = shade;
    context.fillRect(pad * 0.5, pad * 0.9, width - pad * 1.6, height - pad * 1.8);
    context.restore();
}

function frame(context, art, x, y, side) {
    context.save();
    context.beginPath();
    context.roundRect(x, y, side, side, 0.07 * side);
    context.clip();
    context.translate(x, y);
    context.fillStyle = "rgb(14 32 54)";
    context.fillRect(0, 0, side, side);
    if (art) {
        context.imageSmoothingQuality = "high";
        paintArt(context, art, side);
    }
    context.restore();
}
