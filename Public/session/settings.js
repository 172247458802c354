import { styles as stageStyles } from "../renderers/index.js";
import { waveformStyles } from "../renderers/waveform/index.js";
import { palettes } from "./palette.js";

/** The ids of the built-in stage styles; own styles are added when they are known. */
export const styles = stageStyles.map(({ id }) => id);
export const colourModes = ["art", ...Object.keys(palettes), "dynamic", "custom"];
export const waveforms = waveformStyles.map(({ id }) => id);
export const movements = ["combined", "progress", "reactive"];
export const backgrounds = ["night", "black", "art", "transparent"];
export const parties = ["off", "song", "section", "8", "16", "32"];
export const cardTimes = ["start", "always", "off"];
export const seeds = 1000;

/**
 * The visual settings. A screen's own settings override the room's, and the page's address overrides both.
 * @typedef {object} Settings
 * @property {string} style
 * @property {number} points 8 to 64
 * @property {number} sensitivity 1 is the default
 * @property {number} viscosity 0 to 1
 * @property {string} colour one of `colourModes`
 * @property {string} custom "#rrggbb"
 * @property {string} waveform one of `waveforms`
 * @property {string} movement one of `movements`
 * @property {string} background one of `backgrounds`
 * @property {string} party when the style changes: after so many bars, with each `section` of the song, with each `song`, or `off`
 * @property {string} partyStyles ids with spaces between them, or all but those with - before them; empty for all
 * @property {boolean} partyColours whether the colours change too
 * @property {string} titles when the title card is shown, one of `cardTimes`
 * @property {boolean} calm
 * @property {number} seed 0 to 999: another one draws the same style differently
 * @property {string} inputs of a style: its id, then names and numbers
 */

/** @type {Settings} */
export const usual = {
    style: "pulse", points: 48, sensitivity: 1, viscosity: 0.55, colour: "art", custom: "#2ce6ff", waveform: "mirrored", movement: "combined",
    background: "night", calm: false, party: "off", partyStyles: "", partyColours: false, titles: "start", seed: 0, inputs: "",
};

/**
 * @param {...(Record<string, unknown> | null | undefined)} layers later ones override earlier ones; invalid values are ignored
 * @returns {Settings}
 */
export function settled(...layers) {
    const settings = { ...usual };
    for (const layer of layers) {
        for (const [key, value] of Object.entries(layer ?? {})) {
            const good = key in usual ? checked(key, value) : undefined;
            if (good !== undefined) settings[key] = good;
        }
    }
    return settings;
}

/**
 * The settings in the page's address.
 * @param {string} search the query of the address
 * @param {string} hash the fragment of the address
 */
export function addressed(search, hash) {
    const query = new URLSearchParams(search);
    const number = (name, least, most) => {
        const value = Number.parseFloat(query.get(name) ?? "");
        return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined;
    };
    const secret = (name) => new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? undefined; // fragments are not sent to servers, so they are in no log
    const flag = (name) => query.has(name) && !["0", "false", "no"].includes(query.get(name));
    const colour = query.get("color") ?? query.get("colour") ?? undefined;
    const custom = colour && /^#?[0-9a-f]{6}$/i.test(colour) ? `#${colour.replace("#", "").toLowerCase()}` : undefined;
    return {
        room: query.get("room") || "main",
        name: query.get("name") ?? undefined,
        fps: number("fps", 1, 1000),
        scale: number("scale", 0.1, 4),
        quality: whole(number("quality", 0, 4)),
        offsetMs: number("offset", -2000, 2000),
        wall: query.get("wall") ?? undefined,
        at: query.get("at") ?? undefined,
        kiosk: flag("kiosk"),
        poster: flag("poster"),
        mini: query.get("view") === "mini",
        view: query.get("view") ?? (flag("lyrics") ? "lyrics" : undefined),
        calibrate: flag("calibrate"),
        test: query.get("test") ?? undefined,
        renderer: styleNamed(query.get("renderer") ?? undefined),
        token: secret("token"),
        key: secret("key"),
        look: defined({
            style: styleNamed(query.get("style") ?? undefined),
            points: number("points", 8, 64),
            colour: custom ? "custom" : colour?.toLowerCase(),
            custom,
            background: query.get("bg")?.toLowerCase(),
            party: query.get("party") ?? (query.has("style") || query.has("renderer") ? "off" : undefined), // a style in the address is meant to stay
            partyStyles: query.get("styles")?.replaceAll(",", " "),
            partyColours: query.has("partycolors") ? flag("partycolors") : undefined,
            titles: query.get("titles") ?? undefined,
            seed: number("seed", 0, seeds - 1),
            calm: query.has("calm") ? flag("calm") : undefined,
            inputs: query.get("inputs") ?? undefined,
        }),
    };
}

/** A style's id: in addresses and kept settings it may have its name of before. */
function styleNamed(name) {
    const id = name?.toLowerCase();
    if (id === "siri") return "ribbons";
    return styles.find((style) => style === id) ?? name; // an own style is a file name, used as written
}

function defined(object) {
    return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function checked(key, value) {
    switch (key) {
        case "points":
            return within(value, 8, 64, Math.round);
        case "seed":
            return within(value, 0, seeds - 1, Math.round);
        case "sensitivity":
            return within(value, 0.25, 3, Number);
        case "viscosity":
            return within(value, 0, 1, Number);
        case "calm":
        case "partyColours":
            return typeof value === "boolean" ? value : undefined;
        case "colour":
            return colourModes.includes(value) ? value : undefined;
        case "custom":
            return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined;
        case "waveform":
            return waveforms.includes(value) ? value : undefined;
        case "movement":
            return movements.includes(value) ? value : undefined;
        case "background":
            return backgrounds.includes(value) ? value : undefined;
        case "party":
            return parties.find((bars) => bars === String(value));
        case "titles":
            return cardTimes.includes(value) ? value : undefined;
        case "partyStyles":
            return typeof value === "string" && /^[\w -]{0,200}$/.test(value) ? value : undefined;
        case "inputs":
            return typeof value === "string" && /^[\w ,.=+*/()-]{0,200}$/.test(value) ? value : undefined;
        default:
            return typeof value === "string" && value.length <= 64 ? styleNamed(value) : undefined;
    }
}

function whole(value) {
    return value === undefined ? undefined : Math.round(value);
}

function within(value, least, most, made) {
    return typeof value === "number" && Number.isFinite(value) ? made(Math.min(most, Math.max(least, value))) : undefined;
}
