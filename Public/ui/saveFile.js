import { make } from "./elements.js";

const keptMs = 60_000; // a browser may ask where to first

/** Gives a person a file to keep. @param {Blob} blob @param {string} name @returns {string} its name */
export function saveFile(blob, name) {
    const href = URL.createObjectURL(blob);
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), keptMs);
    return name;
}
