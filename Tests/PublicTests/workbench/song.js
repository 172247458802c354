// A made song and the scenes a player would show of it: kick on the beats, a bass line, hats, a sweeping voice, loud and quiet parts.

const rows = 240;
const meter = 4;
const partBeats = 32; // loud for half of it, then quiet

/**
 * @param {number} width
 * @param {number} height
 * @param {{ bpm?: number, points?: number, art?: CanvasImageSource, calm?: boolean, hasGrid?: boolean }} [options]
 * @returns {object} a scene as Public/session makes it, to be filled by `fill`
 */
export function makeScene(width, height, { bpm = 120, points = 48, art = null, calm = false, hasGrid = true } = {}) {
    const past = Array.from({ length: rows }, () => new Float32Array(points));
    const colours = { main: [44, 230, 255], second: [58, 92, 255], accent: [255, 56, 190] };
    const words = (colour) => `rgb(${colour.join(" ")})`;
    return {
        width, height, unit: Math.min(width, height) / 900, view: { x: 0, y: 0, width, height }, timeS: 0, mediaS: 0, playing: true, show: 1, idle: 0, hasGrid,
        beat: { index: 0, fraction: 0, position: 1, meter, bpm, strength: 1, calmSwing: bpm >= 180, slow: bpm < 60 },
        beats: { count: 0, ageS: new Float64Array(8), strength: new Float32Array(8), downbeat: new Uint8Array(8) },
        levels: past[0], next: new Float32Array(points), loudness: 0, onset: 0,
        history: { rows, points, fraction: 0, at: (row) => past[row] },
        hue: 190, colours, css: { main: words(colours.main), second: words(colours.second), accent: words(colours.accent) },
        art, title: "Undertow", artist: "Downbeat", calm, settings: { points, sensitivity: 1, viscosity: 0.5, seed: 0 },
    };
}

/**
 * Fills the scene with a moment of the song.
 * @param {object} scene
 * @param {number} mediaS
 */
export function fill(scene, mediaS) {
    const beatS = 60 / scene.beat.bpm;
    const index = Math.floor(mediaS / beatS);
    scene.timeS = 1000 + mediaS;
    scene.mediaS = mediaS;
    scene.beat.index = index;
    scene.beat.fraction = mediaS / beatS - index;
    scene.beat.position = scene.hasGrid ? 1 + (index % meter) : 0;
    scene.beat.strength = strength(index);
    scene.beats.count = scene.hasGrid ? Math.min(8, index + 1) : 0;
    for (let i = 0; i < scene.beats.count; i += 1) {
        scene.beats.ageS[i] = mediaS - (index - i) * beatS;
        scene.beats.strength[i] = strength(index - i);
        scene.beats.downbeat[i] = (index - i) % meter === 0 ? 1 : 0;
    }
    scene.loudness = loudness(mediaS / beatS);
    scene.onset = Math.exp(-scene.beat.fraction * 5) * scene.beat.strength;
    for (let row = 0; row < rows; row += 1) sound(scene.history.at(row), mediaS - row / 30, beatS);
    sound(scene.next, mediaS + 1 / 60, beatS);
}

/**
 * The strip of a seek bar over the whole song, as a page would show it at the scene's moment.
 * @param {object} scene filled
 * @param {number} width
 * @param {number} height
 * @param {string} movement
 */
export function makeStrip(scene, width, height, movement) {
    const peaks = Float32Array.from({ length: 1200 }, (_, i) => {
        const part = 0.35 + 0.6 * loudness((i / 1200) * 3.4 * partBeats);
        return part * (0.5 + 0.5 * Math.abs(Math.sin(i * 0.71) * Math.sin(i * 0.193 + 1))) * Math.min(1, i / 40, (1200 - i) / 60);
    });
    const { playing, timeS, levels, loudness: loud, colours, css } = scene;
    return { width, height, unit: 1, peaks, progress: 0.37, playing, timeS, levels, loudness: loud, colours, css, movement };
}

/**
 * Turns the scene's colours as a dynamic hue does, once around in a minute.
 * @param {object} scene filled
 */
export function turnHue(scene) {
    const names = ["main", "second", "accent"];
    for (let k = 0; k < 3; k += 1) {
        const hue = scene.mediaS * 6 + [187, 232, 318][k];
        for (let channel = 0; channel < 3; channel += 1) {
            const at = (((hue / 60 + [0, 4, 2][channel]) % 6) + 6) % 6;
            scene.colours[names[k]][channel] = Math.round(255 * Math.min(1, Math.max(0.15, Math.abs(at - 3) - 1)));
        }
        scene.css[names[k]] = `rgb(${scene.colours[names[k]].join(" ")})`;
    }
}

function loudness(beats) {
    const part = ((beats % partBeats) + partBeats) % partBeats;
    return part < partBeats / 2 ? 0.85 : 0.4 + 0.25 * ((part - partBeats / 2) / (partBeats / 2));
}

function strength(index) {
    const loud = loudness(index);
    return Math.min(1, loud * (index % meter === 0 ? 1.15 : index % 2 === 0 ? 0.95 : 0.85));
}

function sound(levels, timeS, beatS) {
    const beats = timeS / beatS;
    const loud = loudness(beats);
    const kick = fall(beats, 1, 3.2) * loud;
    const snare = fall(beats + 1, 2, 6) * loud;
    const hat = fall(beats, 0.5, 2.6) * (0.3 + 0.5 * loud);
    const step = Math.floor(beats * 2);
    const bassAt = 0.13 + 0.016 * [0, 0, 3, 0, 5, 3, 7, 5][((step % 8) + 8) % 8];
    const bass = fall(beats, 0.5, 0.9);
    const voiceAt = 0.48 + 0.13 * Math.sin(beats * 0.39);
    const sung = 0.55 + 0.45 * Math.sin(beats * 1.6);
    for (let i = 0; i < levels.length; i += 1) {
        const at = i / (levels.length - 1);
        const grain = 0.72 + 0.28 * Math.sin(at * 61 + beats * 0.9) * Math.sin(at * 97 - beats * 1.3);
        const body = (0.5 - 0.24 * at) * (0.6 + 0.4 * loud) * (0.75 + 0.25 * Math.sin(beats * 0.7 + at * 9));
        const level = 0.62 * kick * bump(at, 0.03, 0.075) + 0.5 * bass * bump(at, bassAt, 0.05) + 0.34 * snare * bump(at, 0.42, 0.2)
            + sung * (0.42 * bump(at, voiceAt, 0.05) + 0.3 * bump(at, voiceAt * 1.3, 0.035) + 0.2 * bump(at, voiceAt * 1.55, 0.03))
            + 0.3 * hat * bump(at, 0.86, 0.12) + body;
        levels[i] = Math.min(1, level * grain);
    }
}

/** A hit every `every` beats: up at once, then down. */
function fall(beats, every, speed) {
    const since = beats / every - Math.floor(beats / every);
    return Math.min(1, since * 22) * Math.exp(-since * every * speed);
}

function bump(at, place, width) {
    return Math.exp(-(((at - place) / width) ** 2));
}
