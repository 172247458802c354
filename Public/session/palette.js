const steps = 64;
const hueStep = 2; // degrees: finer steps are not visible, and each step's strings are made only once
const hueDegreesPerS = 6;

/**
 * Three colours and their CSS strings, which are made once.
 * @typedef {object} Palette
 * @property {[number, number, number]} main
 * @property {[number, number, number]} second
 * @property {[number, number, number]} accent
 * @property {{ main: string, second: string, accent: string, alpha(which: "main" | "second" | "accent", a: number): string }} css
 */

/** @returns {Palette} */
function makePalette(main, second, accent) {
    const words = { main: [], second: [], accent: [] };
    const colours = { main, second, accent };
    const css = {
        main: word(main, 1), second: word(second, 1), accent: word(accent, 1),
        alpha(which, a) {
            const step = Math.round(Math.min(1, Math.max(0, a)) * steps);
            return (words[which][step] ??= word(colours[which], step / steps));
        },
    };
    return { main, second, accent, css };
}

/** Cyan for the picture, magenta as a contrast. */
export const signal = makePalette([44, 230, 255], [86, 116, 255], [255, 62, 165]);

const turning = new Map();

/** The hue of the dynamic mode, the same on all screens: one turn a minute. */
export function hueAt(timeS) {
    return (186 + timeS * hueDegreesPerS) % 360;
}

/** @returns {Palette} of a hue in degrees */
export function paletteOfHue(hue) {
    const step = Math.round(hue / hueStep) % (360 / hueStep);
    let palette = turning.get(step);
    if (!palette) {
        const degrees = step * hueStep;
        palette = makePalette(ofHue(degrees), ofHue(degrees + 40), ofHue(degrees + 150));
        turning.set(step, palette);
    }
    return palette;
}

/**
 * The colours of a cover, made bright enough for the dark background.
 * @param {readonly string[]} colours "#rrggbb", the weightiest first
 * @returns {Palette}
 */
export function paletteOfArt(colours) {
    const found = colours.map(parsed).filter(Boolean);
    found.sort((one, other) => vividness(other) - vividness(one));
    if (found.length === 0 || vividness(found[0]) < 24) return signal;
    const main = lit(found[0]);
    const second = lit(found[1] ?? found[0]);
    return makePalette(main, second, lit(found[2] ?? found[0]));
}

/**
 * @param {string} colour "#rrggbb"
 * @returns {Palette}
 */
export function paletteOfCustom(colour) {
    const rgb = parsed(colour);
    return rgb ? makePalette(lit(rgb), mixed(lit(rgb), signal.second, 0.5), signal.accent) : signal;
}

function word([r, g, b], a) {
    return a >= 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${a})`;
}

function parsed(colour) {
    const match = /^#([0-9a-f]{6})$/i.exec(colour);
    if (!match) return undefined;
    const number = Number.parseInt(match[1], 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
}

function vividness(rgb) {
    return Math.max(...rgb) - Math.min(...rgb);
}

// Scale the brightest component to full; greys keep their hue but gain saturation.
function lit(rgb) {
    const most = Math.max(...rgb, 1);
    const bright = rgb.map((part) => (part / most) * 255);
    const least = Math.min(...bright);
    const pull = least > 150 ? (least - 150) / (255 - least + 1) : 0;
    return bright.map((part) => Math.round(Math.max(40, part - pull * (255 - part))));
}

function mixed(one, other, share) {
    return one.map((part, index) => Math.round(part + (other[index] - part) * share));
}

function ofHue(hue) {
    const part = (shift) => {
        const k = (shift + hue / 30) % 12;
        return Math.round(255 * (0.6 - 0.4 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
    };
    return [part(0), part(8), part(4)];
}
