const kept = 100; // more than are announced at a time: the shortest loop begins anew about 60 times within what is announced

/**
 * What plays, and its position as a function of the server's time.
 * @typedef {object} Timeline
 * @property {number} generation
 * @property {string | null} source what plays; null for nothing
 * @property {number | null} entry its entry in the queue
 * @property {boolean} playing
 * @property {boolean} [buffering] it is paused only until more of the track is known
 * @property {number} position seconds into the track at `at`
 * @property {number} at server microseconds
 * @property {number} from when it comes into force, in server microseconds
 * @property {number | null} until when the track ends
 * @property {{ source: string, until: number } | null} [fade] the track that fades out meanwhile, and when nothing of it is left
 * @property {number} [sent] when the server sent it
 */

/**
 * Adds an announced timeline, and drops those that are over or can never take effect.
 * @param {readonly Timeline[]} timelines by ascending generation
 * @param {Timeline} timeline
 * @returns {readonly Timeline[]} the same array if nothing changed
 */
export function announced(timelines, timeline) {
    const known = timelines.find((other) => other.generation === timeline.generation);
    if (known && known.until === timeline.until && known.from === timeline.from && known.at === timeline.at) return timelines;
    const others = timelines.filter((other) =>
        other.generation < timeline.generation ? other.from < timeline.from : other.generation > timeline.generation);
    return [...others, timeline].sort((one, other) => one.generation - other.generation).slice(-kept);
}

/**
 * THE RULE: the current timeline is the one with the greatest generation whose `from` has come.
 * @param {readonly Timeline[]} timelines by ascending generation
 * @param {number} serverUs
 * @returns {Timeline | undefined}
 */
export function inForce(timelines, serverUs) {
    for (let index = timelines.length - 1; index >= 0; index -= 1) {
        if (timelines[index].from <= serverUs) return timelines[index];
    }
    return timelines[0];
}

/**
 * The timeline that replaces the current one: the first of any later generation.
 * @param {readonly Timeline[]} timelines
 * @param {Timeline} timeline
 * @returns {Timeline | undefined}
 */
export function follower(timelines, timeline) {
    let next;
    for (const other of timelines) {
        if (other.generation > timeline.generation && (!next || other.from < next.from)) next = other;
    }
    return next;
}

/**
 * @param {Timeline} timeline
 * @param {number} serverUs
 * @returns {number} seconds into the track; below zero before its start
 */
export function positionS(timeline, serverUs) {
    return timeline.position + (timeline.playing ? (serverUs - timeline.at) / 1e6 : 0);
}

/**
 * The track position of something that is due at a time. Frames of a paused track have due times too.
 * @param {Timeline} timeline
 * @param {number} dueUs
 * @returns {number} seconds
 */
export function mediaTimeS(timeline, dueUs) {
    return timeline.position + (dueUs - timeline.at) / 1e6;
}

/**
 * Half-way of the crossfade with which a timeline begins: then the picture, title, colours and cover change from the one track to the other.
 * @param {Timeline} timeline
 * @returns {number | undefined} server microseconds; undefined without a crossfade
 */
export function changeUs({ fade, from, source }) {
    return fade && fade.source !== source ? (from + fade.until) / 2 : undefined;
}

/** Whether one timeline continues another without a jump, as after a restart of the server. */
export function goesOn(timeline, next) {
    const awayS = positionS(next, next.from) - positionS(timeline, next.from);
    return timeline.source === next.source && timeline.playing && next.playing && Math.abs(awayS) < 0.001;
}

/** Whether a source is a recording: only that has a waveform, lyrics and a place to seek to. @param {string | null | undefined} source */
export const isRecording = (source) => source?.startsWith("recording:") === true;

/** Whether a source is sound that comes in, without an end. @param {string | null | undefined} source */
export const isLive = (source) => source?.startsWith("live:") === true;
