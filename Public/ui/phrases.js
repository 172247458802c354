import { clockTime } from "./words.js";

/** @param {{ label?: string | null, start: number, end?: number | null }} marker @returns {string} "Intro, at 0:12", "Verse, 0:48 to 1:10" */
export function markerWords({ label, start, end }) {
    const name = label || "Marker";
    return end == null ? `${name}, at ${clockTime(start)}` : `${name}, ${clockTime(start)} to ${clockTime(end)}`;
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

/** @param {number} ms @returns {string} "+120 ms", "−5 ms", "0 ms" */
export function shiftWords(ms) {
    return `${ms > 0 ? "+" : ms < 0 ? "−" : ""}${Math.abs(ms)} ms`;
}
