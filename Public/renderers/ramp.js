// A scale of colours whose lightness rises evenly, from dark to nearly white, through the colours of a palette. For pictures in which colour is level.

export const rampSteps = 256;

const lightest = 0.97; // of the Oklab lightness
const apart = 0.07; // two colours of a palette that are equally light are put this far apart

/** @param {readonly number[]} colour red, green, blue of 255 @returns {[number, number, number]} lightness and two axes of colour (Björn Ottosson's Oklab) */
export function oklab([red, green, blue]) {
    const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)];
    const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
        0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
    ];
}

/**
 * The scale of a palette. Each of its colours is on it, at its own lightness.
 * @param {{ main: readonly number[], second: readonly number[], accent: readonly number[] }} colours
 * @param {Uint32Array} ramp output: `rampSteps` pixels, red in the lowest byte, without alpha
 */
export function fillRamp({ main, second, accent }, ramp) {
    const stops = [main, second, accent].map(oklab).sort((one, other) => one[0] - other[0]);
    const places = stops.map(([lightness]) => lightness / lightest);
    for (let i = 1; i < 3; i += 1) places[i] = Math.max(places[i], places[i - 1] + apart);
    const over = Math.max(0, places[2] - (1 - apart));
    const path = [[0, 0, 0], ...stops.map(([, a, b], i) => [places[i] - over, a, b]), [1, 0.25 * stops[2][1], 0.25 * stops[2][2]]];
    let at = 0;
    for (let step = 0; step < rampSteps; step += 1) {
        const place = step / (rampSteps - 1);
        while (at < path.length - 2 && place > path[at + 1][0]) at += 1;
        const [from, to] = [path[at], path[at + 1]];
        const part = (place - from[0]) / (to[0] - from[0]);
        ramp[step] = pixel(lightest * place, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part);
    }
}

/** The pixel of a lightness in this hue; less saturated if screens cannot show it. */
function pixel(lightness, a, b) {
    let [least, most] = [0, 1];
    for (let halving = 0; halving < 8; halving += 1) {
        const share = halving === 0 ? 1 : (least + most) / 2;
        if (shows(lightness, share * a, share * b)) least = share;
        else most = share;
        if (least === 1) break;
    }
    return packed(lightness, least * a, least * b);
}

const parts = [0, 0, 0];

function toLinear(lightness, a, b) {
    const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    parts[0] = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
    parts[1] = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
    parts[2] = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
}

function shows(lightness, a, b) {
    toLinear(lightness, a, b);
    return parts.every((part) => part >= -0.0005 && part <= 1.0005);
}

function packed(lightness, a, b) {
    toLinear(lightness, a, b);
    return byte(parts[0]) | (byte(parts[1]) << 8) | (byte(parts[2]) << 16);
}

function byte(part) {
    const kept = Math.min(1, Math.max(0, part));
    return Math.round(255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055));
}

function linear(part) {
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** A ramp that follows the colours of scenes. */
export class Ramp {
    pixels = new Uint32Array(rampSteps);
    #of;

    /** @param {object} colours of the scene; the same object as long as they do not change */
    follow(colours) {
        if (colours === this.#of) return;
        this.#of = colours;
        fillRamp(colours, this.pixels);
    }
}
