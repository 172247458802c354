// The change of styles: another style with each song, with each section or every few bars, and colours if wished, the same on all screens.

import { scatter } from "../renderers/geometry.js";
import { beatAt, makePhase } from "./grid.js";

const fadeS = 1;
const usualMeter = 4; // where bars are unknown
const usualBarS = 2; // where beats are unknown
const phase = makePhase();

/**
 * What is shown at a moment of a party.
 * @typedef {object} Turn
 * @property {number} count which turn of the track it is, from 0: turns of one number look alike
 * @property {number} before which one was before
 * @property {number} share how far the fade from that has come, from 0 to 1
 */

/**
 * The turn at the scene's moment: a function of the music alone, so that a screen that joins late is in the same one.
 * @param {import("../renderers/stage/beat.js").Scene} scene
 * @param {import("./grid.js").Grid | undefined} grid
 * @param {string} party as in the settings
 * @param {Turn} turn is written
 */
export function turnAt(scene, grid, party, turn) {
    const { beat, mediaS, direction } = scene;
    if (party === "song" || party === "section") {
        const isParted = party === "section" && direction;
        turn.count = isParted ? direction.section : 0;
        turn.before = isParted ? direction.sectionBefore : 0;
        turn.share = turn.count === turn.before ? 1 : direction.led;
        return;
    }
    const bars = Number(party);
    let startS;
    if (grid && scene.hasGrid) {
        const known = beat.position > 0 && beat.meter > 0;
        const meter = known ? beat.meter : usualMeter;
        const first = known ? beat.index - beat.position + 1 : Math.floor(beat.index / meter) * meter; // the beat that starts this bar
        const bar = Math.max(0, Math.round(first / meter));
        turn.count = Math.floor(bar / bars);
        beatAt(grid, first - (bar - turn.count * bars) * meter, phase);
        startS = phase.atS;
    } else {
        turn.count = Math.max(0, Math.floor(mediaS / (bars * usualBarS)));
        startS = turn.count * bars * usualBarS;
    }
    turn.before = Math.max(0, turn.count - 1);
    turn.share = turn.count === 0 ? 1 : Math.min(1, Math.max(0, (mediaS - startS) / fadeS));
}

/**
 * The styles that a party goes through.
 * @param {string} wish ids with spaces between them, or each with - before it: all but these. Empty for all
 * @param {readonly string[]} all
 * @returns {readonly string[]}
 */
export function partyStylesOf(wish, all) {
    const words = wish.split(" ").filter(Boolean);
    if (words.length === 0) return all;
    if (words.some((word) => !word.startsWith("-"))) return words.filter((word) => !word.startsWith("-"));
    const rest = all.filter((id) => !words.includes(`-${id}`));
    return rest.length > 0 ? rest : all;
}

/**
 * What to keep of a choice of styles, in the shorter of its two forms: texts of settings are short.
 * @param {readonly string[]} chosen
 * @param {readonly string[]} all
 * @returns {string}
 */
export function partyWishOf(chosen, all) {
    const left = all.filter((id) => !chosen.includes(id)).map((id) => `-${id}`).join(" ");
    const taken = chosen.join(" ");
    return chosen.length > 0 && left.length > taken.length ? taken : chosen.length > 0 ? left : "";
}

/**
 * The order of a track's turns.
 * @template T
 * @param {readonly T[]} choices
 * @param {string} seed the track's identity
 * @param {number} [kind] another order for the same track
 * @returns {T[]} all of them, shuffled
 */
export function orderOf(choices, seed, kind = 0) {
    let hash = kind;
    for (const letter of seed) hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0;
    const order = [...choices];
    for (let last = order.length - 1; last > 0; last -= 1) {
        const other = Math.floor(scatter(last, hash) * (last + 1));
        [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
}

/** How much each style drives, from what floats, 0, to what hurls, 1. Own styles are in the middle. */
const drives = {
    pulse: 0.6, wave: 0.35, ribbons: 0.4, bars: 0.7, line: 0.3, circular: 0.6, waterfall: 0.5, spectrogram: 0.5, particles: 0.45, tunnel: 0.9, cover: 0.25, type: 0.5,
    nebula: 0.3, ink: 0.2, aurora: 0.1, mercury: 0.5, cavern: 0.65, dunes: 0.3, prism: 0.75, lattice: 0.85, vinyl: 0.35, mosaic: 0.5, voyage: 0.8, lanterns: 0.15,
    silk: 0.2, glass: 0.45, planet: 0.3, skyline: 0.7, rain: 0.15, ember: 0.4, sea: 0.25, fractal: 0.75, bloom: 0.35, pool: 0.1, lava: 0.55, echo: 0.85,
};
const taste = 0.3; // how far chance may prefer another style

/**
 * The styles in the order in which they suit a song: those that drive as much as its music first, and chance, which is the same for the song each time,
 * between those that are about as good.
 * @param {readonly string[]} styles
 * @param {string} seed the track's identity
 * @param {{ drive: number } | undefined} character
 * @returns {string[]}
 */
export function suited(styles, seed, character) {
    const shuffled = orderOf(styles, seed);
    const drive = character?.drive ?? 0.5;
    const distance = new Map(shuffled.map((id, at) => [id, Math.abs((drives[id] ?? 0.5) - drive) + (taste * at) / shuffled.length]));
    return shuffled.sort((one, other) => distance.get(one) - distance.get(other));
}
