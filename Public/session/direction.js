import { countThrough } from "./grid.js";

const columns = ["energy", "tension", "breath", "near", "many", "bright", "pace"];
const turnS = 1; // in which the colours of an act come in

/**
 * What the director wants of the picture of a source, as the server sends it: a window of it.
 * @typedef {object} Plan
 * @property {string} source
 * @property {number} seed in [0, 1), of the source
 * @property {{ drive: number, bass: number, treble: number, minor: boolean | null }} character
 * @property {readonly { from: number, section: string, theme: number, palette: number }[]} acts in seconds of the source, each up to the next
 * @property {number} end of the source
 * @property {readonly { at: number, strength: number, fade: number }[]} hits
 * @property {Record<string, readonly number[]>} points columns of numbers at the positions `at`
 */

/**
 * How a picture should be drawn now. All but the pace are in [0, 1].
 * @typedef {object} Direction
 * @property {number} energy how full the music is
 * @property {number} tension grows towards a drop
 * @property {number} breath 1 in a break
 * @property {number} near how near things are
 * @property {number} many how many they are
 * @property {number} bright how bright the picture is
 * @property {number} pace how lively things move, about 1: it may choose amounts, but never multiply time
 * @property {number} hit 1 at a drop, 0 a bar later
 * @property {number} section the theme of the act: what sounds alike has the same number
 * @property {string} label what the act is to the song: part, intro, build, drop, break, outro
 * @property {number} sectionAgeS seconds since the act began
 * @property {number} sectionLeftS and until it ends
 * @property {number} sectionBefore the theme before
 * @property {number} lead which of the three colours leads, from 0
 * @property {number} leadBefore which one led before
 * @property {number} led how far the colours have changed from then
 */

/** @returns {Direction} an object to be reused with `directionAt` */
export function makeDirection() {
    return {
        energy: 0, tension: 0, breath: 0, near: 0, many: 0, bright: 0, pace: 1, hit: 0, section: 0, label: "part", sectionAgeS: 0, sectionLeftS: 0, sectionBefore: 0, lead: 0, leadBefore: 0, led: 1,
    };
}

/**
 * @param {Plan} plan
 * @param {number} mediaS
 * @param {Direction} direction is written
 */
export function directionAt(plan, mediaS, direction) {
    const { points, acts, hits } = plan;
    const next = countThrough(points.at, mediaS);
    const [before, after] = [Math.max(0, next - 1), Math.min(next, points.at.length - 1)];
    const length = points.at[after] - points.at[before];
    const part = length > 0 ? Math.min(1, Math.max(0, (mediaS - points.at[before]) / length)) : 0;
    for (const column of columns) direction[column] = points[column][before] + (points[column][after] - points[column][before]) * part;
    let at = 0;
    while (at + 1 < acts.length && acts[at + 1].from <= mediaS) at += 1;
    const act = acts[at];
    direction.section = act.theme;
    direction.label = act.section;
    direction.sectionAgeS = Math.max(0, mediaS - act.from);
    direction.sectionLeftS = Math.max(0, (acts[at + 1]?.from ?? plan.end) - mediaS);
    const last = acts[at - 1] ?? act;
    direction.sectionBefore = last.theme;
    direction.lead = act.palette;
    direction.leadBefore = last.palette;
    direction.led = at > 0 ? Math.min(1, direction.sectionAgeS / turnS) : 1;
    direction.hit = 0;
    for (const hit of hits) {
        const age = (mediaS - hit.at) / hit.fade;
        if (age >= 0 && age < 1) direction.hit = Math.max(direction.hit, hit.strength * (1 - age) ** 2);
    }
}
