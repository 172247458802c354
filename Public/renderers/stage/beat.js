// What all stage styles share.

import { beatLight, beatPush, mix } from "../geometry.js";

const breathS = 6; // as slow as the breath of somebody asleep
const swing = 0.08; // change of light when pulses are faster than three a second: less than the tenth that counts as a flash
const softness = 0.5; // of slow beats, which are drawn calm
const ringS = 3.6; // how long a ring travels at most
const ringBeats = 7.5; // a scene has the last eight beats, so a ring must be gone before its beat is

/**
 * The input of a renderer, made by Public/session.
 * @typedef {object} Scene
 * @property {number} width of the whole picture, in canvas pixels
 * @property {number} height
 * @property {{ x: number, y: number, width: number, height: number }} view the part of it that this canvas shows: all of it, or its part of a wall
 * @property {number} unit canvas pixels in a 900th of the smaller side
 * @property {{ x: number, y: number, width: number, height: number }} view the part of the picture that this canvas shows
 * @property {number} timeS server time, runs always
 * @property {number} mediaS position in the track, stands still on pause
 * @property {boolean} playing
 * @property {number} changedS seconds since another track came in, with its title and colours, Infinity if that was long ago
 * @property {number} namedFromS where in the track its picture came: 0, or half-way of a crossfade
 * @property {number} show [0, 1], how far the music's picture is faded in
 * @property {number} idle [0, 1], how far the picture is that of a silent room
 * @property {boolean} hasGrid
 * @property {{ index: number, fraction: number, position: number, meter: number, bpm: number, strength: number, calmSwing: boolean, slow: boolean }} beat `slow` under 60 BPM, which pulses softly
 * @property {{ count: number, ageS: Float64Array, strength: Float32Array, downbeat: Uint8Array }} beats
 * @property {Float32Array} levels [0, 1], low to high
 * @property {Float32Array} next the levels one frame later
 * @property {number} loudness [0, 1]
 * @property {number} onset [0, 1]
 * @property {{ rows: number, points: number, fraction: number, at: (row: number) => Float32Array }} history row k is (k + fraction)/30 s old
 * @property {{ main: number[], second: number[], accent: number[] }} colours of 255
 * @property {{ main: string, second: string, accent: string }} css
 * @property {CanvasImageSource & { width: number, height: number } | null} art
 * @property {string} title of the track; empty if nothing plays
 * @property {string} artist may be empty
 * @property {boolean} calm
 * @property {boolean} isGoverned whether less may be drawn where it takes too long
 * @property {boolean} isPlain whether another screen of the wall cannot draw shaders
 * @property {import("../../session/direction.js").Direction | undefined} direction what the song's form wants of the picture; undefined where it is not known
 */

/** @param {Scene} scene @returns {boolean} whether beats are drawn as beats, not as a slow breath */
export function pulses(scene) {
    return scene.hasGrid && !scene.calm;
}

/** @param {Scene} scene @returns {number} the light of the beat, or of a slow breath, in [0, 1] */
export function lightOf(scene) {
    const breath = 0.3 + 0.08 * Math.sin((2 * Math.PI * driftS(scene)) / breathS);
    if (!pulses(scene)) return breath;
    const beat = scene.beat;
    const peak = (0.45 + 0.55 * scene.beat.strength) * (beat.position === 1 ? 1 : 0.84);
    const light = beatLight(beat.fraction, peak);
    const part = beat.calmSwing ? swing : beat.slow ? softness : 1;
    return mix(0.3 + part * (light - 0.3), breath, scene.idle);
}

/**
 * @param {Scene} scene
 * @returns {number} how much of their light large surfaces keep, in [0, 1]: above three beats a second the kicks that lift them would flash
 */
export function surfaceLight(scene) {
    return scene.beat.calmSwing ? 0.45 : 1;
}

/** @param {Scene} scene @returns {number} how far the beat pushes the figure out, in [0, 1] */
export function pushOf(scene) {
    if (!pulses(scene) || scene.beat.calmSwing) return 0;
    return beatPush(scene.beat.fraction) * (scene.beat.slow ? softness : 1) * (0.5 + 0.5 * scene.beat.strength) * (1 - scene.idle);
}

/** @param {Scene} scene @returns {number} the clock of slow motion in s: the music's, which stops in a pause, or without music the room's */
export function driftS(scene) {
    return scene.idle > 0.5 ? scene.timeS : scene.mediaS;
}

/** @param {Scene} scene @returns {number} how long a ring travels, in s */
export function ringLifeS(scene) {
    return Math.min(ringS, (ringBeats * 60) / Math.max(1, scene.beat.bpm));
}

/**
 * @param {Scene} scene
 * @param {number} i which of the scene's last beats
 * @returns {boolean} whether that beat sends a ring: when beats come too fast, every second one does
 */
export function sendsRing(scene, i) {
    return !scene.beat.calmSwing || ((scene.beat.index - i) & 1) === 0;
}

/**
 * The music's levels at a time.
 * @param {Scene} scene
 * @param {number} ageS how long ago
 * @param {Float32Array} levels output, each in [0, 1]: 0 where unknown
 */
export function recall(scene, ageS, levels) {
    const points = scene.levels.length;
    const row = ageS * 30;
    const older = Math.ceil(row);
    if (row > 0 && older >= scene.history.rows) {
        levels.fill(0, 0, points);
        return;
    }
    const after = row > 0 ? scene.history.at(Math.floor(row)) : scene.levels;
    const before = row > 0 ? scene.history.at(older) : scene.levels;
    const part = row - Math.floor(row);
    for (let i = 0; i < points; i += 1) levels[i] = after[i] + (before[i] - after[i]) * part;
}

/** @param {Scene} scene @returns {number} brightness of the stage in [0, 1]: dark while it changes between the music's clock and the room's */
export function presence(scene) {
    const { show, idle } = scene;
    return idle < 0.5 ? show * (1 - 2 * idle) : Math.max(0, idle - 0.5);
}

/**
 * The height of a cap: the highest of the caps that fell from each recent height of a level.
 * @param {Scene} scene
 * @param {number} i which point
 * @param {number} fallPerSS how fast caps fall, per second, per second
 * @returns {number} in [0, 1]
 */
export function capOf(scene, i, fallPerSS) {
    let cap = 0;
    const rows = Math.min(scene.history.rows, Math.ceil(30 / Math.sqrt(fallPerSS))); // older caps have reached the ground
    for (let row = 1; row < rows; row += 1) {
        const ageS = row / 30;
        cap = Math.max(cap, scene.history.at(row)[i] - fallPerSS * ageS * ageS);
    }
    return cap;
}
