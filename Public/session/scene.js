import { directionAt, makeDirection } from "./direction.js";
import { shown } from "./gain.js";
import { beatAt, makePhase, phaseAt } from "./grid.js";
import { WaterfallHistory } from "./history.js";
import { hueAt, led, paletteOfArt, paletteOfCustom, paletteOfHue, palettes, signal } from "./palette.js";
import { cardOf, gridOf, namedIn, planOf } from "./room.js";
import { smoothed, spread } from "./smooth.js";
import { changeUs, follower, inForce, mediaTimeS, positionS } from "./timeline.js";

const outS = 0.25;
const inS = 0.4;
const suddenUs = 100_000; // a person's command is announced later than this
/** How far back any style looks: with this much history, all screens draw alike. */
export const lookBackS = 8;
const shownBeats = 8;
const oldestBeatS = lookBackS - 0.5; // older ones are unknown to late pages
const usualStrength = 0.7; // for beats whose frames are unknown
const calmBpm = 180; // three flashes a second (WCAG 2.3.1)
const slowBpm = 60; // slower music is drawn calm
const fastBpm = 140; // kick and snare flash too often above this (WCAG 2.3.1)
const clickViscosity = 1; // sixteenths are attacks 8 times a second at 120 BPM
const clickLoudness = 0.5;
const fastViscosity = 0.85; // measured: at 0.75 the bars flash at 175 and 220 BPM
const mostBands = 64;

/** Computes the data of the picture at a time, in one object that is updated in each frame. */
export class SceneMaker {
    /** Read by renderers. */
    scene = {
        width: 0, height: 0, unit: 1, view: { x: 0, y: 0, width: 0, height: 0 }, timeS: 0, mediaS: 0, changedS: Infinity, namedFromS: 0, playing: false, show: 0, idle: 1, hasGrid: false,
        beat: { index: 0, fraction: 0, position: 0, meter: 0, bpm: 0, strength: 0, calmSwing: false, slow: false },
        beats: {
            count: 0, ageS: new Float64Array(shownBeats), strength: new Float32Array(shownBeats), downbeat: new Uint8Array(shownBeats),
        },
        levels: new Float32Array(0), next: new Float32Array(0), loudness: 0, onset: 0,
        history: undefined, hue: 0, colours: signal, css: signal.css, art: null, title: "", artist: "", about: null, calm: false, settings: undefined, isGoverned: false, isPlain: false,
        /** What the director wants now; undefined while nothing is known of the song's form. @type {import("./direction.js").Direction | undefined} */
        direction: undefined,
        /** What kind of music plays. @type {import("./direction.js").Plan["character"] | undefined} */
        character: undefined,
        /** What is heard and the place in it, for the controls and not for renderers; null for nothing. */
        source: null, trackS: 0,
        /** The source that is shown: picture, title, colours, cover and lyrics. `mediaS` is the place in it. */
        named: null,
    };

    #frames;
    #phase = makePhase();
    #direction = makeDirection();
    #past = makePhase();
    #bands = new Float32Array(mostBands);
    #sets = new Map();
    #artColours;
    #artPalette = signal;
    #customColour;
    #customPalette = signal;

    /** @param {import("./frames.js").FrameStore} frames */
    constructor(frames) {
        this.#frames = frames;
        this.scene.history = new WaterfallHistory();
    }

    /**
     * @param {number} serverUs the time that is drawn
     * @param {import("./room.js").Room} room
     * @param {import("./settings.js").Settings} settings
     */
    at(serverUs, room, settings) {
        const { scene } = this;
        scene.timeS = serverUs / 1e6;
        scene.settings = settings;
        scene.calm = settings.calm;
        const heard = this.#choose(serverUs, room);
        scene.source = heard?.source ?? null;
        scene.trackS = scene.source === null ? 0 : positionS(heard, serverUs);
        const timeline = heard && namedIn(room, heard, serverUs);
        const source = timeline?.source ?? null;
        scene.named = source;
        scene.idle = source === null ? 1 : 0;
        scene.playing = source !== null && timeline.playing;
        scene.mediaS = source === null ? 0 : positionS(timeline, serverUs);
        const grid = gridOf(room, source);
        const window = this.#frames.of(source);
        const plan = planOf(room, source);
        scene.direction = plan && this.#direction;
        scene.character = plan?.character;
        if (plan) directionAt(plan, scene.mediaS, this.#direction);
        this.#fillBeat(grid, window);
        const { rhythm } = timeline?.click ?? {};
        const dense = rhythm?.polyrhythm ? 2 : rhythm?.subdivision ?? 1; // attacks a beat
        const isFast = scene.hasGrid && grid.bpm * dense >= fastBpm;
        this.#fillLevels(window, settings, !isFast ? 0 : rhythm ? clickViscosity : fastViscosity);
        scene.history.follow(window, scene.mediaS, settings, isFast && rhythm ? clickViscosity : 0);
        if (isFast && rhythm) [scene.loudness, scene.onset] = [clickLoudness, 0];
        const middleUs = timeline && changeUs(timeline);
        const card = cardOf(room, source, scene.mediaS);
        scene.namedFromS = Math.max(middleUs ? mediaTimeS(timeline, middleUs) : 0, card?.from ?? 0);
        if (card?.from > 0 && scene.mediaS >= card.from) scene.changedS = Math.min(scene.changedS, scene.mediaS - card.from);
        scene.title = card?.title ?? "";
        scene.artist = card?.artist ?? "";
        scene.about = card ?? null;
        this.#fillColours(settings, card);
        return scene;
    }

    // After a command the old music fades out for a moment; a track that ends by itself has already faded, or is in a crossfade with the next one.
    #choose(serverUs, room) {
        const { scene } = this;
        const { timelines } = room;
        const timeline = inForce(timelines, serverUs);
        scene.show = timeline?.source == null ? 0 : 1;
        scene.changedS = Infinity;
        if (!timeline) return undefined;
        let before;
        for (const other of timelines) if (other.generation < timeline.generation) before = other;
        if (isCrossed(room, timeline)) {
            const sinceS = (serverUs - changeUs(timeline)) / 1e6;
            if (sinceS >= 0) scene.changedS = sinceS;
        } else if (before && !isSame(before, timeline)) {
            const sinceS = (serverUs - timeline.from) / 1e6;
            const sudden = before.source !== null && isSudden(timeline);
            if (sudden && sinceS < outS) {
                scene.show = 1 - Math.max(0, sinceS) / outS;
                return before;
            }
            scene.changedS = Math.max(0, sinceS - (sudden ? outS : 0));
            scene.show *= Math.min(1, scene.changedS / inS);
        }
        const next = follower(timelines, timeline);
        if (next && !isSame(next, timeline) && !isSudden(next) && !isCrossed(room, next)) {
            scene.show *= Math.min(1, Math.max(0, (next.from - serverUs) / 1e6 / outS));
        }
        return timeline;
    }

    #fillBeat(grid, window) {
        const { scene } = this;
        const { beat, beats, mediaS } = scene;
        beats.count = 0;
        scene.hasGrid = phaseAt(grid, mediaS, this.#phase);
        beat.calmSwing = beat.slow = false;
        if (!scene.hasGrid) {
            beat.index = beat.fraction = beat.position = beat.meter = beat.bpm = beat.strength = 0;
            return;
        }
        beat.index = this.#phase.index;
        beat.fraction = this.#phase.fraction;
        beat.position = this.#phase.position;
        beat.meter = grid.meter;
        beat.bpm = this.#phase.bpm;
        beat.calmSwing = grid.bpm >= calmBpm;
        beat.slow = grid.bpm < slowBpm; // of the whole track: single beats vary
        for (let back = 0; back < shownBeats; back += 1) {
            beatAt(grid, this.#phase.index - back, this.#past);
            const ageS = mediaS - this.#past.atS;
            if (this.#past.atS < 0 || ageS > oldestBeatS) break;
            beats.ageS[back] = ageS;
            beats.strength[back] = window.strength(this.#past.atS, usualStrength);
            beats.downbeat[back] = this.#past.position === 1 ? 1 : 0;
            beats.count = back + 1;
        }
        beat.strength = beats.count > 0 ? beats.strength[0] : usualStrength;
    }

    #fillLevels(window, settings, leastViscosity) {
        const { scene } = this;
        const { points } = settings;
        const set = this.#set(points);
        scene.levels = set.levels;
        scene.next = set.next;
        const viscosity = Math.max(settings.viscosity, leastViscosity);
        this.#levelsAt(window, scene.mediaS, viscosity, settings.sensitivity, set.levels);
        this.#levelsAt(window, scene.mediaS + 1 / 60, viscosity, settings.sensitivity, set.next);
        scene.loudness = window.loudness(scene.mediaS);
        scene.onset = window.onset(scene.mediaS);
    }

    #levelsAt(window, mediaS, viscosity, sensitivity, levels) {
        if (!smoothed(window, mediaS, viscosity, this.#bands)) {
            levels.fill(0);
            return;
        }
        spread(this.#bands, window.bands, levels);
        const top = window.top(mediaS);
        for (let point = 0; point < levels.length; point += 1) levels[point] = shown(levels[point], top, sensitivity);
    }

    #set(points) {
        let set = this.#sets.get(points);
        if (!set) {
            set = { levels: new Float32Array(points), next: new Float32Array(points) };
            this.#sets.set(points, set);
        }
        return set;
    }

    #fillColours(settings, card) {
        const { scene } = this;
        scene.hue = hueAt(scene.timeS);
        if (settings.colour === "dynamic") {
            scene.colours = paletteOfHue(scene.hue);
        } else if (settings.colour === "art") {
            if (card?.colours !== this.#artColours) {
                this.#artColours = card?.colours;
                this.#artPalette = paletteOfArt(card?.colours ?? []);
            }
            scene.colours = this.#artPalette;
        } else if (settings.colour === "custom") {
            if (settings.custom !== this.#customColour) {
                this.#customColour = settings.custom;
                this.#customPalette = paletteOfCustom(settings.custom);
            }
            scene.colours = this.#customPalette;
        } else {
            scene.colours = palettes[settings.colour];
        }
        if (scene.direction) scene.colours = led(scene.colours, scene.direction);
        scene.css = scene.colours.css;
    }
}

// Whether the music before is still shown when a timeline comes into force.
function isCrossed(room, timeline) {
    return namedIn(room, timeline, timeline.from) !== timeline;
}

// A click that changes its tempo is still the same click.
function isSame(one, other) {
    return one.source === other.source || (one.click != null && other.click != null);
}

function isSudden(timeline) {
    return timeline.from - (timeline.sent ?? timeline.from) < suddenUs;
}
