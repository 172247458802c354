// Party mode: every few bars another style, and colours if wished, the same on all screens.

import { scatter } from "../renderers/geometry.js";
import { beatAt, makePhase } from "./grid.js";

const fadeS = 1;
const usualMeter = 4; // where bars are unknown
const usualBarS = 2; // where beats are unknown
const phase = makePhase();

/**
 * What is shown at a moment of a party.
 * @typedef {object} Turn
 * @property {number} count which turn of the track it is, from 0
 * @property {number} share how far the fade from the turn before has come, from 0 to 1
 */

/**
 * The turn at the scene's moment: a function of the music alone, so that a screen that joins late is in the same one.
 * @param {import("../renderers/stage/beat.js").Scene} scene
 * @param {import("./grid.js").Grid | undefined} grid
 * @param {number} bars of a turn
 * @param {Turn} turn is written
 */
export function turnAt(scene, grid, bars, turn) {
    const { beat, mediaS } = scene;
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
