import { drawnAt } from "../stage/frameLog.mjs";

const frameMs = 1000 / 60;
const mostBeats = 0.5; // further apart two phases are of other beats: one screen has changed the track before the other

/**
 * By how much the beat that one screen draws at a true moment is behind the other's, at each frame of the other.
 * @param {{ atMs: number, phase: number, mediaS: number }[]} ones @param {{ atMs: number, phase: number, mediaS: number }[]} others
 * @returns {{ atMs: number, errorMs: number }[]}
 */
export function apart(ones, others) {
    return others.flatMap(({ atMs, phase }) => {
        const drawn = drawnAt(ones, atMs);
        if (!drawn || drawn.beats <= 0) return [];
        const beats = phase - drawn.phase;
        return Math.abs(beats) < mostBeats ? [{ atMs, errorMs: (beats * drawn.lengthMs) / drawn.beats }] : [];
    });
}

/** How many frames of sixty a second were not drawn. */
export function dropped(frames) {
    let count = 0;
    for (let at = 1; at < frames.length; at += 1) count += Math.max(0, Math.round((frames[at].atMs - frames[at - 1].atMs) / frameMs) - 1);
    return count;
}
