const hueStep = 2; // degrees: finer steps are not visible, and each step's strings are made only once
const hueDegreesPerS = 6;
const mostRed = 0.78; // of a colour's light

/**
 * Three colours and their CSS strings, which are made once.
 * @typedef {object} Palette
 * @property {[number, number, number]} main
 * @property {[number, number, number]} second
 * @property {[number, number, number]} accent
 * @property {{ main: string, second: string, accent: string }} css
 */

/** @returns {Palette} */
function makePalette(main, second, accent) {
    return { main, second, accent, css: { main: word(main), second: word(second), accent: word(accent) } };
}

/** Cyan for the picture, magenta as a contrast. */
export const signal = makePalette([44, 230, 255], [86, 116, 255], [255, 62, 165]);

/** The palettes by name, as in the address. No colour is a saturated red, whose flashes are the most dangerous (WCAG 2.3.1). @type {Record<string, Palette>} */
export const palettes = { signal };
for (const line of [
    "ember ff9a3d d25f4a ffe08a", "sunset ff7a68 7f45ff ffc65c", "gold ffc94d a8742f fff0c8", "copper e8955a 2a9a92 ffdcae", "meadow a4ec4f 1fa566 ffe65e",
    "aurora 4dffb0 2393dc b978ff", "lagoon 35e0c8 1b76d8 ff9376", "glacier bfe9ff 4f8fff 6ff5dc", "moon dfe8f2 7d92b5 ffe3a3", "ultraviolet a875ff 5648ff ff72dd",
    "orchid ff7ad6 8a52ff ffe27a", "arcade 5cff7a 4d6bff ff58d6",
]) {
    const [name, ...colours] = line.split(" ");
    palettes[name] = makePalette(...colours.map((colour) => parsed(`#${colour}`)));
}

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

const turned = new WeakMap(); // of a palette, itself with each of its colours in front
const ledSteps = 24; // finer steps are not visible
let mixture = { from: signal, to: signal, step: 0, palette: signal };

/**
 * The palette with the colour in front that leads now, on its way from the one that led before.
 * @param {Palette} palette
 * @param {{ lead: number, leadBefore: number, led: number }} direction
 * @returns {Palette}
 */
export function led(palette, { lead, leadBefore, led: share }) {
    const to = turnedTo(palette, lead);
    const from = turnedTo(palette, leadBefore);
    const step = Math.round(share * ledSteps);
    if (from === to || step >= ledSteps) return to;
    if (mixture.from !== from || mixture.to !== to || mixture.step !== step) {
        const part = (name) => mixed(from[name], to[name], step / ledSteps);
        mixture = { from, to, step, palette: makePalette(part("main"), part("second"), part("accent")) };
    }
    return mixture.palette;
}

function turnedTo(palette, lead) {
    if (lead === 0) return palette;
    let both = turned.get(palette);
    if (!both) {
        const { main, second, accent } = palette;
        both = [makePalette(second, accent, main), makePalette(accent, main, second)];
        turned.set(palette, both);
    }
    return both[lead - 1] ?? palette;
}

function word([r, g, b]) {
    return `rgb(${r} ${g} ${b})`;
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

// Scale the brightest component to full; greys keep their hue but gain saturation, and reds become lighter until they are not saturated (WCAG 2.3.1).
function lit(rgb) {
    const most = Math.max(...rgb, 1);
    const bright = rgb.map((part) => (part / most) * 255);
    const least = Math.min(...bright);
    const pull = least > 150 ? (least - 150) / (255 - least + 1) : 0;
    const [red, ...others] = bright.map((part) => Math.round(Math.max(40, part - pull * (255 - part))));
    const share = () => red ** 2.2 / [red, ...others].reduce((sum, part) => sum + part ** 2.2, 0);
    while (share() > mostRed) others.forEach((part, at) => { others[at] = part + 5; });
    return [red, ...others];
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
