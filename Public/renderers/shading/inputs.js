import { Ramp } from "../ramp.js";
import { driftS, lightOf, presence, pushOf } from "../stage/beat.js";
import { dyeOf, lampOf, liftOf } from "./lamp.js";
import { noiseTexels } from "./noise.js";
import { Sound } from "./sound.js";
import { beatsKnown, noisePeriod, soundPoints, soundRows } from "./words.js";

const wrapS = 4096; // single precision keeps half a millisecond below this
const longS = 1e6; // for what is unknown or long ago
const usualBar = 4;
const spread = 0.6180339887; // seeds that follow each other lie far apart
const [soundUnit, coverUnit, rampUnit, noiseUnit] = [0, 1, 2, 3];
/** A moment of music of whose form nothing is known. */
const unknownForm = { tension: 0, hit: 0, breath: 0, pace: 1, near: 0, many: 0, section: 0, sectionAgeS: longS, sectionLeftS: longS };

/** Gives a shader all that it reads of a scene: all of it in each frame, so that no frame depends on the one before. */
export class Inputs {
    #gl;
    #places;
    #sound = new Sound();
    #ramp = new Ramp();
    #beats = new Float32Array(3 * beatsKnown);
    #coverOf;
    #rampOf;
    #seedOf;
    #seed = 0;

    /** @param {WebGL2RenderingContext} gl */
    constructor(gl) {
        this.#gl = gl;
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        this.#texture(soundUnit, gl.NEAREST, gl.CLAMP_TO_EDGE);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, soundPoints, soundRows + 1);
        this.#texture(coverUnit, gl.LINEAR, gl.MIRRORED_REPEAT);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        this.#texture(rampUnit, gl.NEAREST, gl.CLAMP_TO_EDGE);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, this.#ramp.pixels.length, 1);
        this.#texture(noiseUnit, gl.NEAREST, gl.CLAMP_TO_EDGE);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, noisePeriod, noisePeriod, 0, gl.RGBA, gl.UNSIGNED_BYTE, noiseTexels());
    }

    /**
     * @param {Record<string, WebGLUniformLocation>} places of the program in use
     * @param {import("../stage/beat.js").Scene} scene
     * @param {number} width of the canvas, in pixels
     * @param {number} height
     */
    set(places, scene, width, height) {
        this.#places = places;
        this.#setView(scene, width, height);
        this.#setTextures(scene);
        this.#setBeat(scene);
        this.#setLevels(scene);
        this.#setForm(scene.direction ?? unknownForm, scene);
        this.#setColours(scene);
    }

    #texture(unit, filter, wrap) {
        const gl = this.#gl;
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, filter);
        for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, wrap);
    }

    #float(name, value) {
        const place = this.#places[name];
        if (place) this.#gl.uniform1f(place, value);
    }

    #whole(name, value) {
        const place = this.#places[name];
        if (place) this.#gl.uniform1i(place, value);
    }

    /** Where this canvas lies in the picture, whose smaller side goes from -1 to 1. */
    #setView({ width: wide, height: high, view }, width, height) {
        const gl = this.#gl;
        const half = Math.min(wide, high) / 2;
        const [stepX, stepY] = [view.width / width / half, view.height / height / half];
        const below = high - view.y - view.height;
        // In pixels of the whole picture: then all screens of a wall compute a place from the same whole numbers, and agree to the last bit.
        gl.uniform4f(this.#places.view_, (view.x * width) / view.width, (below * height) / view.height, stepX, stepY);
        gl.uniform2f(this.#places["picture.size"], wide / half / 2, high / half / 2);
        this.#float("picture.shape", wide / high);
        this.#float("picture.pixel", stepX);
    }

    #setTextures(scene) {
        const gl = this.#gl;
        this.#sound.fill(scene);
        gl.activeTexture(gl.TEXTURE0 + soundUnit);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, soundPoints, soundRows + 1, gl.RGBA, gl.UNSIGNED_BYTE, this.#sound.texels);
        if (!scene.isTrial || !this.#coverOf) { // else the picture after a trial would wait for them to be made again
            this.#setRamp(scene.colours);
            this.#setCover(scene.art, scene.colours);
        }
        this.#whole("sound_", soundUnit);
        this.#whole("cover_", coverUnit);
        this.#whole("ramp_", rampUnit);
        this.#whole("noise_", noiseUnit);
        this.#float("soundPart_", scene.history.fraction);
    }

    #setRamp(colours) {
        if (colours === this.#rampOf) return;
        const gl = this.#gl;
        this.#rampOf = colours;
        this.#ramp.follow(colours);
        const { pixels } = this.#ramp;
        gl.activeTexture(gl.TEXTURE0 + rampUnit);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, pixels.length, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(pixels.buffer));
    }

    /** The cover, or a picture of the colours where there is none. */
    #setCover(art, colours) {
        const wanted = art ?? colours;
        if (wanted === this.#coverOf) return;
        const gl = this.#gl;
        this.#coverOf = wanted;
        gl.activeTexture(gl.TEXTURE0 + coverUnit);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
        if (art) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, art);
        else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, coverSide, coverSide, 0, gl.RGBA, gl.UNSIGNED_BYTE, drawnCover(colours));
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
        gl.generateMipmap(gl.TEXTURE_2D);
    }

    #setBeat(scene) {
        const { beat, beats } = scene;
        const { meter, inBar } = placeInBar(beat);
        this.#whole("music.grid", scene.hasGrid ? 1 : 0);
        this.#whole("music.beats", beat.index);
        this.#float("music.beat", beat.fraction);
        this.#whole("music.bars", Math.floor((beat.index - inBar) / meter));
        this.#float("music.bar", (inBar + beat.fraction) / meter);
        this.#whole("music.place", inBar + 1);
        this.#whole("music.meter", meter);
        this.#float("music.bpm", beat.bpm);
        this.#float("music.strength", beat.strength);
        this.#float("music.pulse", lightOf(scene));
        this.#float("music.push", pushOf(scene));
        if (!this.#places["beatsBefore[0]"]) return;
        const isFast = beat.calmSwing; // every second beat then
        for (let k = 0; k < beatsKnown; k += 1) {
            const isThere = k < beats.count && !(isFast && ((beat.index - k) & 1) === 1);
            this.#beats[3 * k] = isThere ? beats.ageS[k] : longS;
            this.#beats[3 * k + 1] = isThere ? beats.strength[k] : 0;
            this.#beats[3 * k + 2] = isThere ? beats.downbeat[k] : 0;
        }
        this.#gl.uniform3fv(this.#places["beatsBefore[0]"], this.#beats);
    }

    #setLevels(scene) {
        const { bass, middle, treble } = rangesOf(scene.levels);
        this.#float("music.time", driftS(scene) % wrapS);
        this.#float("music.clock", scene.timeS % wrapS);
        this.#float("music.changed", Math.min(scene.changedS, longS));
        this.#float("music.loudness", scene.loudness);
        this.#float("music.onset", scene.onset);
        this.#float("music.bass", bass);
        this.#float("music.middle", middle);
        this.#float("music.treble", treble);
        this.#float("music.show", presence(scene));
        this.#float("music.idle", scene.idle);
        this.#whole("music.playing", scene.playing ? 1 : 0);
    }

    #setForm(form, scene) {
        const { calm, colours, direction } = scene;
        const energy = form.energy ?? this.#sound.energy;
        const bright = form.bright ?? brightOf(energy);
        const gl = this.#gl;
        gl.uniform3fv(this.#places.lamp_ ?? null, lampOf(scene, direction));
        gl.uniform3fv(this.#places.dye_ ?? null, dyeOf(colours, direction));
        gl.uniform2fv(this.#places.lift_ ?? null, liftOf(bright, calm, direction));
        this.#float("music.energy", energy);
        this.#float("music.tension", form.tension);
        this.#float("music.hit", calm ? 0 : form.hit);
        this.#float("music.breath", form.breath);
        this.#float("music.pace", form.pace);
        this.#float("music.near", form.near);
        this.#float("music.many", form.many);
        this.#float("music.bright", bright);
        this.#whole("music.section", form.section);
        this.#float("music.sectionAge", Math.min(form.sectionAgeS, longS));
        this.#float("music.sectionLeft", Math.min(form.sectionLeftS, longS));
    }

    #setColours(scene) {
        const { main, second, accent } = scene.colours;
        this.#light("palette.main", main);
        this.#light("palette.second", second);
        this.#light("palette.accent", accent);
        this.#float("calm", scene.calm ? 1 : 0);
        if (scene.named !== this.#seedOf) {
            this.#seedOf = scene.named;
            this.#seed = seedOf(String(scene.named ?? ""));
        }
        this.#float("seed", (this.#seed + spread * scene.settings.seed) % 1);
    }

    /** Colours are light, so that they can be added and multiplied. */
    #light(name, [red, green, blue]) {
        const place = this.#places[name];
        if (place) this.#gl.uniform3f(place, (red / 255) ** 2, (green / 255) ** 2, (blue / 255) ** 2);
    }
}

const coverSide = 32;
/** How bright a picture is of music of which only the sound is known. */
const brightOf = (energy) => 0.28 + 0.5 * energy;


/** Broad stripes of a palette, from the upper left to the lower right. */
function drawnCover({ main, second, accent }) {
    const bytes = new Uint8Array(4 * coverSide * coverSide);
    const stops = [second, main, accent, second];
    for (let at = 0; at < coverSide * coverSide; at += 1) {
        const place = (1.5 * ((at % coverSide) + Math.floor(at / coverSide))) / coverSide;
        const [from, to, part] = [stops[Math.floor(place)], stops[Math.ceil(place)], place % 1];
        for (let colour = 0; colour < 3; colour += 1) bytes[4 * at + colour] = 0.8 * (from[colour] + (to[colour] - from[colour]) * part);
        bytes[4 * at + 3] = 255;
    }
    return bytes;
}

/** @param {string} text @returns {number} in [0, 1) */
export function seedOf(text) {
    let hash = 0;
    for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0;
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

/** Which beat of its bar it is, from 0, and how many the bar has: four where that is not known. @param {{ index: number, position: number, meter: number }} beat */
export function placeInBar({ index, position, meter: known }) {
    const meter = known || usualBar;
    return { meter, inBar: position > 0 ? position - 1 : ((index % meter) + meter) % meter };
}

/** How loud the low, the middle and the high sound is. @param {ArrayLike<number>} levels */
export function rangesOf(levels) {
    return { bass: meanOf(levels, 0, 0.2), middle: meanOf(levels, 0.2, 0.6), treble: meanOf(levels, 0.6, 1) };
}

function meanOf(levels, from, to) {
    const last = Math.ceil(to * levels.length);
    let [sum, count] = [0, 0];
    for (let at = Math.floor(from * levels.length); at < last; at += 1) {
        sum += levels[at];
        count += 1;
    }
    return count > 0 ? sum / count : 0;
}
