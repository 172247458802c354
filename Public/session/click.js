/**
 * A rhythm as the room sends it.
 * @typedef {object} Rhythm
 * @property {number} bpm quarter notes a minute, in tenths
 * @property {readonly number[]} groups pulses in each group of a bar
 * @property {4 | 8} unit a pulse is a quarter or an eighth
 * @property {number} subdivision clicks in a pulse, 1 to 4
 * @property {number} swing where the second of two clicks lies, in percent of their pair; 50 is straight
 * @property {boolean} alternate whether odd sixteenths have a voice of their own
 * @property {readonly ("strong" | "normal" | "soft" | "silent")[]} accents of the pulses of a bar
 * @property {readonly [number, number] | null} polyrhythm so many clicks over so many pulses
 * @property {{ on: number, off: number, picture: boolean } | null} gap bars that are heard and bars that are not
 * @property {{ step: number, every: number, to: number } | null} ramp
 */

const minuteOfTenths = 600_000_000; // microseconds, times ten since tempos are counted in tenths
const straight = 50;

/** The pulses of a bar; a polyrhythm has one group of quarters. @param {Rhythm} rhythm @returns {{ groups: readonly number[], unit: 4 | 8, length: number }} */
export function barOf({ groups, unit, polyrhythm }) {
    if (polyrhythm) return { groups: [polyrhythm[1]], unit: 4, length: polyrhythm[1] };
    return { groups, unit, length: groups.reduce((sum, group) => sum + group, 0) };
}

/** The accents that a bar has until somebody sets others. @param {readonly number[]} groups @returns {("strong" | "normal" | "soft")[]} */
export function usualAccents(groups) {
    return groups.flatMap((group, at) => Array.from({ length: group }, (_, place) =>
        (place === 0 ? (at === 0 ? "strong" : "normal") : groups.length > 1 ? "soft" : "normal")));
}

/**
 * When a place in the rhythm is due, counted from the timeline's first pulse. Each is computed from its own number and rounded once, half up: nothing
 * adds up, so nothing drifts. All products stay below 2^53, however long the click runs.
 * @param {Rhythm} rhythm
 * @param {number} pulse a whole number
 * @param {number} [part] @param {number} [parts] the fraction of a pulse after it
 * @returns {number} whole microseconds
 */
export function clickUs(rhythm, pulse, part = 0, parts = 1) {
    const tenths = Math.round(rhythm.bpm * 10);
    const minute = barOf(rhythm).unit === 8 ? minuteOfTenths / 2 : minuteOfTenths;
    const rest = ((pulse % tenths) + tenths) % tenths;
    return ((pulse - rest) / tenths) * minute + rounded((rest * parts + part) * minute, tenths * parts);
}

/** A quotient of whole numbers, rounded half up; a floating-point quotient may be wrong by its last digit. */
function rounded(over, under) {
    const raised = over + Math.floor(under / 2);
    const quotient = Math.floor(raised / under);
    const left = raised - quotient * under;
    return left < 0 ? quotient - 1 : left >= under ? quotient + 1 : quotient;
}

/** Where click `part` of a pulse lies in it, as a fraction. */
function placeOfPart({ subdivision, swing }, part) {
    if (part % 2 === 0 || subdivision % 2 === 1 || swing === straight) return [part, subdivision];
    return subdivision === 2 ? [swing, 100] : [50 * (part - 1) + swing, 200];
}

/** @param {Rhythm} rhythm @param {number} bar from 1 @returns {boolean} whether this bar is one of the silent ones */
export function isSilentBar({ gap }, bar) {
    return gap ? (bar - 1) % (gap.on + gap.off) >= gap.on : false;
}

/**
 * The clicks of one timeline in a stretch of server time, in order.
 * @param {import("./timeline.js").Timeline} timeline of a click
 * @param {number} fromUs @param {number} untilUs not included
 * @returns {{ key: string, dueUs: number, voice: string, rhythm: Rhythm }[]}
 */
export function clicksOf({ generation, at, position, click }, fromUs, untilUs) {
    const { rhythm } = click;
    const { length } = barOf(rhythm);
    const originUs = at - Math.round(position * 1e6);
    const clicks = [];
    const add = (key, dueUs, voice) => {
        if (dueUs >= fromUs && dueUs < untilUs) clicks.push({ key: `${generation}/${key}`, dueUs, voice, rhythm });
    };
    const parts = rhythm.subdivision;
    const first = Math.max(0, pulseAt(rhythm, fromUs - originUs));
    const last = pulseAt(rhythm, untilUs - originUs);
    for (let pulse = first; pulse <= last; pulse += 1) {
        const count = click.pulse + pulse;
        const bar = click.bar + Math.floor(count / length);
        const accent = accentOf(rhythm, count % length);
        if (isSilentBar(rhythm, bar)) continue;
        if (accent !== "silent") {
            add(`${pulse}`, originUs + clickUs(rhythm, pulse), accent);
            for (let part = 1; part < parts; part += 1) {
                const voice = rhythm.alternate && parts === 4 && part % 2 === 1 ? "alternate" : "soft";
                add(`${pulse}.${part}`, originUs + clickUs(rhythm, pulse, ...placeOfPart(rhythm, part)), voice);
            }
        }
        if (rhythm.polyrhythm) seconds(pulse, count % length);
    }
    /** Those of the second row that begin within a pulse. */
    function seconds(pulse, place) {
        const [over, under] = rhythm.polyrhythm;
        for (let second = Math.ceil((place * over) / under); second * under < (place + 1) * over; second += 1) {
            add(`${pulse}:${second}`, originUs + clickUs(rhythm, pulse, second * under - place * over, over), "second");
        }
    }
    return clicks.sort((one, other) => one.dueUs - other.dueUs);
}

function accentOf(rhythm, place) {
    return rhythm.accents[place] ?? usualAccents(barOf(rhythm).groups)[place];
}

/** The last pulse at or before a time since the first one. */
function pulseAt(rhythm, us) {
    const tenths = Math.round(rhythm.bpm * 10);
    const minute = barOf(rhythm).unit === 8 ? minuteOfTenths / 2 : minuteOfTenths;
    let pulse = Math.floor((us * tenths) / minute);
    while (clickUs(rhythm, pulse + 1) <= us) pulse += 1;
    while (clickUs(rhythm, pulse) > us) pulse -= 1;
    return pulse;
}

/**
 * The clicks of all timelines in a stretch of server time: of each as long as none of a later generation is in force.
 * @param {readonly import("./timeline.js").Timeline[]} timelines by generation
 * @param {number} fromUs @param {number} untilUs
 */
export function clicksDue(timelines, fromUs, untilUs) {
    return timelines.flatMap((timeline, index) => {
        if (!timeline.click || !timeline.playing) return [];
        const until = Math.min(untilUs, timeline.until ?? Infinity, ...timelines.slice(index + 1).map(({ from }) => from));
        return clicksOf(timeline, Math.max(fromUs, timeline.from), until);
    });
}

/** @returns {Place} an object to be reused with `placeAt` */
export function makePlace() {
    return { bar: 0, pulse: 0, fraction: 0, count: 0, isSilent: false };
}

/**
 * Where the click is at a time, for the picture.
 * @typedef {object} Place
 * @property {number} bar from 1
 * @property {number} pulse in the bar, from 0
 * @property {number} fraction of the pulse that has passed
 * @property {number} count pulses since the timeline began
 * @property {boolean} isSilent whether the bar is a silent one
 *
 * @param {import("./timeline.js").Timeline} timeline of a click
 * @param {number} serverUs
 * @param {Place} place is written
 * @returns {boolean} false before the first pulse
 */
export function placeAt({ at, position, playing, click }, serverUs, place) {
    const { rhythm } = click;
    const us = Math.round(position * 1e6) + (playing ? serverUs - at : 0);
    const count = pulseAt(rhythm, us);
    if (count < 0) return false;
    const { length } = barOf(rhythm);
    const [fromUs, untilUs] = [clickUs(rhythm, count), clickUs(rhythm, count + 1)];
    place.count = count;
    place.bar = click.bar + Math.floor((click.pulse + count) / length);
    place.pulse = (click.pulse + count) % length;
    place.fraction = Math.min(1, (us - fromUs) / (untilUs - fromUs));
    place.isSilent = isSilentBar(rhythm, place.bar);
    return true;
}
