/**
 * A time in a track.
 * @param {number} seconds
 * @returns {string} "0:42", "12:05", "1:02:03"
 */
export function clockTime(seconds) {
    const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
    const minutes = Math.floor(whole / 60);
    const hours = Math.floor(minutes / 60);
    const tail = twoDigits(whole % 60);
    return hours > 0 ? `${hours}:${twoDigits(minutes % 60)}:${tail}` : `${minutes}:${tail}`;
}

/** @param {number} positionS @param {number} durationS @returns {string} "0:42 of 3:14" */
export function positionWords(positionS, durationS) {
    return `${clockTime(positionS)} of ${clockTime(durationS)}`;
}

/**
 * Milliseconds as text, to 0.1 ms, the finest step of browser clocks.
 * @param {number | undefined} us
 * @returns {string} without its unit
 */
export function milliseconds(us) {
    if (us === undefined || !Number.isFinite(us)) return "–";
    const ms = us / 1000;
    if (Math.abs(ms) < 0.1) return "<0.1";
    return Math.abs(ms) < 99.95 ? ms.toFixed(1) : ms.toFixed(0);
}

/** A room's name as a heading. */
export function roomWords(room) {
    return room === "main" ? "Main room" : room;
}

function twoDigits(number) {
    return String(number).padStart(2, "0");
}
