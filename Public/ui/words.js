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

/** @param {{ label?: string | null, start: number, end?: number | null }} marker @returns {string} "Intro, at 0:12", "Verse, 0:48 to 1:10" */
export function markerWords({ label, start, end }) {
    const name = label || "Marker";
    return end == null ? `${name}, at ${clockTime(start)}` : `${name}, ${clockTime(start)} to ${clockTime(end)}`;
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

/** @param {number} count @param {string} one @param {string} [many] @returns {string} "1 track", "5 tracks" */
export function counted(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}

/** The colour modes whose names are not their ids. */
export const colourNames = [{ id: "signal", name: "Neon" }, { id: "dynamic", name: "Rainbow" }, { id: "art", name: "Album art" }];

/**
 * The displayed name of a style or a colour mode; an own style has the name of its file.
 * @param {readonly { id: string, name: string }[]} list the built-in ones
 * @param {string} id
 */
export function styleWords(list, id) {
    return list.find((style) => style.id === id)?.name ?? id[0].toUpperCase() + id.slice(1);
}

/** A room's name as a heading. */
export function roomWords(room) {
    return room === "main" ? "Downbeat" : room;
}

/** @param {number} ms @returns {string} "+120 ms", "−5 ms", "0 ms" */
export function shiftWords(ms) {
    return `${ms > 0 ? "+" : ms < 0 ? "−" : ""}${Math.abs(ms)} ms`;
}

function twoDigits(number) {
    return String(number).padStart(2, "0");
}
