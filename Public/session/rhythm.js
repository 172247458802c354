// What a person sees and sets of a rhythm: words, presets, typed groups, tapped tempos.

import { barOf } from "./click.js";

export const slowestBpm = 30;
export const fastestBpm = 240;
export const mostPulses = 32;
const mostTaps = 8;
const forgottenMs = 2000; // a pause of this length begins a new tapping
const bounceMs = 60; // a key that bounces, or two fingers: faster than any hand

/** The metres of odd groups that musicians ask for by name, in eighths. */
export const oddGroups = [[3, 2], [2, 3], [3, 2, 2], [2, 2, 3], [2, 3, 2], [2, 2, 2, 3], [3, 3, 3], [2, 2, 3, 2, 2], [3, 3, 2, 3], [3, 2, 2, 3, 3],
    [2, 3, 2, 3, 3], [3, 3, 3, 3, 3], [2, 3, 2, 3, 2, 3]];
export const rampSteps = [1, 2, 5, 10];
export const rampEvery = [4, 8, 16, 32, 48, 64];
const accents = ["strong", "normal", "soft", "silent"];

/** The accent that a tap on a dot sets. */
export function nextAccent(accent) {
    return accents[(accents.indexOf(accent) + 1) % accents.length];
}

/** @param {import("./click.js").Rhythm} rhythm @returns {string} "4/4", "7/8, 2+2+3", "3 over 4" */
export function metreWords(rhythm) {
    if (rhythm.polyrhythm) return `${rhythm.polyrhythm[0]} over ${rhythm.polyrhythm[1]}`;
    const { groups, unit, length } = barOf(rhythm);
    return groups.length > 1 ? `${length}/${unit}, ${groups.join("+")}` : `${length}/${unit}`;
}

const subdivisions = ["", "Quarters", "Eighths", "Triplets", "Sixteenths"];
const finerSubdivisions = ["", "Eighths", "Sixteenths", "Sixteenth triplets", "32nds"];

/** The notes that a pulse is divided into. @param {1 | 2 | 3 | 4} count @param {4 | 8} unit of the pulse */
export function subdivisionWords(count, unit) {
    return (unit === 8 ? finerSubdivisions : subdivisions)[count];
}

const tempos = [[40, "Grave"], [60, "Largo"], [66, "Larghetto"], [76, "Adagio"], [108, "Andante"], [120, "Moderato"], [168, "Allegro"], [200, "Presto"]];

/** The Italian word for a tempo. @param {number} bpm */
export function tempoName(bpm) {
    return tempos.find(([below]) => bpm < below)?.[1] ?? "Prestissimo";
}

/** A tempo as it is shown: whole, with a tenth only where it has one. */
export function tempoWords(bpm) {
    return String(Math.round(bpm * 10) / 10);
}

/** A tempo with the note that it counts, where that is not the beat of the bar. @param {import("./click.js").Rhythm} rhythm @returns {string} "120 BPM" */
export function bpmWords(rhythm) {
    return `${tempoWords(rhythm.bpm)} BPM${barOf(rhythm).unit === 8 ? " in quarters" : ""}`;
}

/** The nearest tempo that the metronome has. */
export function fittingBpm(bpm) {
    return Math.min(fastestBpm, Math.max(slowestBpm, Math.round(bpm * 10) / 10));
}

/** A typed tempo. @param {string} text with a point or a comma @returns {number | undefined} */
export function typedBpm(text) {
    const words = text.trim().replace(",", ".");
    if (!/^\d{1,3}(\.\d*)?$/.test(words)) return undefined;
    const bpm = Math.round(Number(words) * 10) / 10;
    return bpm >= slowestBpm && bpm <= fastestBpm ? bpm : undefined;
}

/** Typed groups of a bar, such as "2+2+3", "2 2 3" or "7". @param {string} text @returns {number[] | undefined} */
export function typedGroups(text) {
    const parts = text.trim().split(/\s*[+,]\s*|\s+/);
    if (!parts.every((part) => /^\d{1,2}$/.test(part))) return undefined;
    const groups = parts.map(Number);
    const length = groups.reduce((sum, group) => sum + group, 0);
    return groups.every((group) => group > 0) && length <= mostPulses ? groups : undefined;
}

/**
 * Adds a tap on the tempo.
 * @param {readonly number[]} taps milliseconds, ascending
 * @returns {readonly number[]} the last eight at most; after a pause of two seconds only this one
 */
export function tempoTapped(taps, atMs) {
    const gapMs = atMs - taps.at(-1);
    if (gapMs < bounceMs) return taps;
    return gapMs <= forgottenMs ? [...taps, atMs].slice(-mostTaps) : [atMs];
}

/** The tempo of taps, by the mean of their distances. @param {readonly number[]} taps @returns {number | undefined} */
export function tappedBpm(taps) {
    if (taps.length < 2) return undefined;
    return fittingBpm((60_000 * (taps.length - 1)) / (taps.at(-1) - taps[0]));
}

/**
 * How far a speed trainer has come.
 * @param {number} startBpm @param {number} bpm now @param {{ step: number, every: number, to: number }} ramp
 * @returns {{ share: number, isDone: boolean }} 0 to 1
 */
export function rampProgress(startBpm, bpm, { to }) {
    const share = to === startBpm ? 1 : Math.min(1, Math.max(0, (bpm - startBpm) / (to - startBpm)));
    return { share, isDone: share >= 1 };
}
