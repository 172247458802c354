import { make } from "./elements.js";
import { isTurned } from "./turned.js";
import { clockTime } from "./words.js";

const longS = 1200; // places are kept in longer tracks
const shownMs = 20_000;
const newsMs = 500; // until the room has told what plays

let toast;
let timer = 0;

/**
 * Offers to go on with a long track where somebody stopped in it, when it was put on.
 * @param {{ api: object, command: (wish: object) => Promise<object> }} page
 * @param {() => { id: number, title: string, duration: number | null } | null} playing
 */
export async function offerPlace(page, playing) {
    await new Promise((later) => setTimeout(later, newsMs));
    const track = playing();
    if (!track || !(track.duration >= longS)) return;
    const { position } = await page.api.send("GET", `tracks/${track.source}/place`);
    if (position === null || playing()?.source !== track.source) return;
    hide();
    const go = make("button", { class: "text-button", type: "button", onclick: () => {
        hide();
        if (playing()?.source === track.source) page.command({ do: "seek", position });
    } }, goOnWords(position));
    toast = make("div", { class: "toast undo-toast", popover: isTurned() ? undefined : "manual" }, make("span", { dir: "auto" }, track.title), go);
    document.body.append(toast);
    if (!isTurned()) toast.showPopover?.(); // over an open dialog
    document.querySelector(".status").textContent = `${track.title}: ${goOnWords(position)}?`;
    timer = setTimeout(hide, shownMs);
}

/** @param {number} seconds */
export const goOnWords = (seconds) => `Go on at ${clockTime(seconds)}`;

function hide() {
    clearTimeout(timer);
    toast?.remove();
    toast = undefined;
}
