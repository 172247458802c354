import { FlashMeter } from "./flashMeter.js";
import { fill, makeScene, makeStrip, turnHue } from "./song.js";

/**
 * Shows one moment in one style, as large as the window.
 * @param {string} path of the style's module
 * @param {object} options of the scene, and mediaS
 */
async function single(path, options) {
    document.body.className = "";
    const { draw } = await import(path);
    const canvas = document.createElement("canvas");
    canvas.width = options.width ?? innerWidth;
    canvas.height = options.height ?? innerHeight;
    document.body.replaceChildren(canvas);
    paint(canvas, draw, options);
}

/** Shows many moments beside each other: `cells` are options of single with path, width and height. */
async function sheet(columns, cells) {
    document.body.className = "sheet";
    document.body.style.gridTemplateColumns = `repeat(${columns}, max-content)`;
    const canvases = [];
    for (const cell of cells) {
        const { draw } = await import(cell.path);
        const canvas = document.createElement("canvas");
        canvas.width = cell.width;
        canvas.height = cell.height;
        paint(canvas, draw, cell);
        canvases.push(canvas);
    }
    document.body.replaceChildren(...canvases);
}

/** All waveform styles in all movements: rows of styles, a column for each movement. */
async function strips(paths, movements, width, height, options) {
    document.body.className = "sheet";
    document.body.style.gridTemplateColumns = `repeat(${movements.length}, max-content)`;
    const canvases = [];
    for (const path of paths) {
        const { draw } = await import(path);
        for (const movement of movements) {
            const canvas = document.createElement("canvas");
            canvas.width = width;
            canvas.height = path.includes("circular") ? 3 * height : height;
            draw(canvas.getContext("2d"), makeStrip(made(width, height, options), width, canvas.height, movement));
            canvases.push(canvas);
        }
    }
    document.body.replaceChildren(...canvases);
}

function paint(canvas, draw, options) {
    const scene = made(canvas.width, canvas.height, options);
    draw(canvas.getContext("2d"), scene);
}

function made(width, height, options) {
    const scene = makeScene(width, height, { ...options, art: options.art ? cover() : null });
    fill(scene, options.mediaS);
    return Object.assign(scene, options.then ?? {});
}

/** A cover nobody owns: a low sun over water. */
function cover() {
    const canvas = new OffscreenCanvas(600, 600);
    const context = canvas.getContext("2d");
    const sky = context.createLinearGradient(0, 0, 0, 600);
    for (const [place, colour] of [[0, "#12063a"], [0.4, "#7a1c6e"], [0.62, "#ff7a59"], [0.63, "#28195a"], [1, "#070b26"]]) sky.addColorStop(place, colour);
    context.fillStyle = sky;
    context.fillRect(0, 0, 600, 600);
    context.fillStyle = "#ffd27a";
    context.beginPath();
    context.arc(300, 372, 110, Math.PI, 0);
    context.fill();
    context.globalAlpha = 0.5;
    for (let i = 0; i < 9; i += 1) context.fillRect(300 - 100 + i * 9, 392 + i * 20, 200 - i * 18, 5);
    return canvas;
}

/** Draws frames of a song as a page would, and says what each took. */
async function time(path, { width, height, frames, flushed, hues, ...options }) {
    const { draw } = await import(path);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    document.body.replaceChildren(canvas);
    const context = canvas.getContext("2d");
    const scene = made(width, height, { mediaS: 20, ...options });
    const took = new Float64Array(frames);
    for (let i = 0; i < frames; i += 1) {
        fill(scene, 20 + i / 60);
        if (hues) turnHue(scene);
        context.clearRect(0, 0, width, height);
        const before = performance.now();
        draw(context, scene);
        took[i] = performance.now() - before;
        if (i % flushed === 0) await new Promise((next) => requestAnimationFrame(next));
    }
    took.sort();
    return { mean: took.reduce((sum, ms) => sum + ms, 0) / frames, median: took[Math.floor(frames / 2)], p95: took[Math.floor(frames * 0.95)], worst: took[frames - 1] };
}

/** Draws the same few moments again and again, so that whatever is allocated is the style's own. */
async function repeat(path, { width, height, frames, ...options }) {
    const { draw } = await import(path);
    const context = new OffscreenCanvas(width, height).getContext("2d");
    const scene = made(width, height, { mediaS: 20, ...options });
    for (let i = 0; i < frames; i += 1) {
        fill(scene, 20 + (i % 240) / 60);
        context.clearRect(0, 0, width, height);
        draw(context, scene);
        if (i % 30 === 0) await new Promise((next) => setTimeout(next));
    }
}

/** The pixels of one moment as a short number. */
async function print(path, { width, height, ...options }) {
    const { draw } = await import(path);
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    draw(context, made(width, height, options));
    return sum(context.getImageData(0, 0, width, height).data);
}

/** The pixels of one moment of a waveform style as a short number. */
async function printStrip(path, movement, options) {
    const { draw } = await import(path);
    const context = new OffscreenCanvas(400, 60).getContext("2d", { willReadFrequently: true });
    draw(context, Object.assign(makeStrip(made(400, 60, options), 400, 60, movement), options.strip ?? {}));
    return sum(context.getImageData(0, 0, 400, 60).data);
}

function sum(pixels) {
    let total = 0;
    for (let i = 0; i < pixels.length; i += 1) total = (Math.imul(total, 31) + pixels[i]) | 0;
    return total;
}

/** Plays some seconds of a song before the flash meter. */
async function flashes(path, { width, height, seconds, ...options }) {
    const { draw } = await import(path);
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    const meter = new FlashMeter(width, height);
    const scene = made(width, height, { mediaS: 8, ...options });
    for (let frame = 0; frame < seconds * 60; frame += 1) {
        fill(scene, 8 + frame / 60);
        context.globalCompositeOperation = "source-over";
        context.globalAlpha = 1;
        context.fillStyle = "#050b18";
        context.fillRect(0, 0, width, height);
        draw(context, scene);
        meter.add(context.getImageData(0, 0, width, height).data);
    }
    return meter.found(seconds);
}

globalThis.bench = { single, sheet, strips, time, repeat, print, printStrip, flashes };
