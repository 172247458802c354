import { makeKept } from "../../net/token.js";

const wideRem = 20; // room for two covers beside each other
const kept = makeKept(globalThis.localStorage, "downbeat.albums");

/** Whether albums are shown as a grid of covers: as somebody chose on this screen, else where there is room. @param {HTMLElement} list */
export function wantsGrid(list) {
    if (kept.get()) return kept.get() === "grid";
    return list.clientWidth >= wideRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

export function keepGrid(isGrid) {
    kept.set(isGrid ? "grid" : "list");
}
