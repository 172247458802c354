import { barLength, light, ringRadius, ringStrength } from "./pulse.js";

const bars = 60;
const bloomRadii = 2.4; // how far the figure's light reaches
const bloomPixels = 512; // it is soft: more would not be seen
// Width and strength of the strokes that, laid over each other, make one glowing line without a blur.
const glow = [[1, 1], [3, 0.16], [6, 0.09], [11, 0.055], [19, 0.035], [32, 0.022]];

/**
 * What the stage shows.
 * @typedef {object} Scene
 * @property {number} width in canvas pixels
 * @property {number} height in canvas pixels
 * @property {number} x the figure's centre
 * @property {number} y the figure's centre
 * @property {number} radius the figure's radius
 * @property {string} colour
 * @property {CanvasImageSource} bloom the light of the whole figure, see makeBloom
 * @property {boolean} still no motion
 * @property {number} nowMs
 * @property {readonly number[]} echoesMs when the last answers came, the newest last
 * @property {import("../net/roundtrip.js").RoundTrips} trips
 */

/**
 * Draws rings that leave the centre with each answer, and the last minute of round trips as bars around it.
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} scene
 */
export function draw(context, scene) {
    context.clearRect(0, 0, scene.width, scene.height);
    context.globalCompositeOperation = "lighter"; // light adds
    context.strokeStyle = scene.colour;
    const echoes = scene.echoesMs;
    const ageS = scene.still || echoes.length === 0 ? Infinity : (scene.nowMs - echoes[echoes.length - 1]) / 1000;
    const brightness = light(ageS);

    const reach = scene.radius * bloomRadii;
    context.globalAlpha = 0.2 + 0.8 * brightness;
    context.drawImage(scene.bloom, scene.x - reach, scene.y - reach, 2 * reach, 2 * reach);
    circle(context, scene, 1 + 0.02 * (brightness - light(Infinity)), 0.5 + 0.5 * brightness, brightness);
    drawMinute(context, scene);
    if (scene.still) return;
    for (let i = 0; i < echoes.length; i += 1) {
        const age = (scene.nowMs - echoes[i]) / 1000;
        const strength = ringStrength(age);
        if (strength > 0) circle(context, scene, ringRadius(age), strength * 0.75, strength);
    }
}

/**
 * Paints the figure's light once per colour, so that a frame only lays it down.
 * @param {HTMLCanvasElement} canvas an empty one, to be kept
 * @param {string} colour
 * @returns {HTMLCanvasElement} the same canvas
 */
export function makeBloom(canvas, colour) {
    const middle = bloomPixels / 2;
    canvas.width = canvas.height = bloomPixels;
    const context = canvas.getContext("2d");
    const gradient = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
    for (const [at, strength] of [[0, 0.02], [0.3, 0.05], [1 / bloomRadii, 0.2], [0.55, 0.08], [0.75, 0.02], [1, 0]]) {
        gradient.addColorStop(at, `color-mix(in srgb, ${colour} ${100 * strength}%, transparent)`);
    }
    context.fillStyle = gradient;
    context.fillRect(0, 0, bloomPixels, bloomPixels);
    return canvas;
}

function circle(context, scene, radii, alpha, halo) {
    context.beginPath();
    context.arc(scene.x, scene.y, scene.radius * radii, 0, 2 * Math.PI);
    for (let i = 0; i < glow.length; i += 1) {
        context.lineWidth = Math.max(1, scene.radius * 0.009 * glow[i][0]);
        context.globalAlpha = alpha * glow[i][1] * (i === 0 ? 1 : halo);
        context.stroke();
    }
}

/** Each answer has its second on the dial; the newest is brightest, the oldest nearly gone. */
function drawMinute(context, scene) {
    const { count, recentUs } = scene.trips;
    context.lineCap = "round";
    context.lineWidth = scene.radius * 0.022;
    for (let second = 0; second < bars; second += 1) {
        const back = (((count - 1 - second) % bars) + bars) % bars;
        const known = back < recentUs.length;
        const length = known ? 0.03 + 0.3 * barLength(recentUs[recentUs.length - 1 - back]) : 0;
        context.globalAlpha = known ? 0.12 + 0.78 * (1 - back / bars) ** 2 : 0.1;
        const angle = (2 * Math.PI * second) / bars - Math.PI / 2;
        const across = Math.cos(angle) * scene.radius;
        const down = Math.sin(angle) * scene.radius;
        context.beginPath();
        context.moveTo(scene.x + across * 1.09, scene.y + down * 1.09);
        context.lineTo(scene.x + across * (1.091 + length), scene.y + down * (1.091 + length));
        context.stroke();
    }
}
