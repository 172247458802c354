import { makeKept } from "../net/token.js";
import { offerUndo } from "./undo.js";

const most = 100; // remembered entries

const keptOf = (page) => makeKept(globalThis.sessionStorage, `downbeat.added.${page.roomName}`);

/** The entries that this page has added as a guest, who may remove them while they wait. @returns {number[]} */
export function ownEntries(page) {
    return page.role() === "guest" ? JSON.parse(keptOf(page).get() ?? "[]") : [];
}

/** Adds music to the end of the queue, or next, and says so. */
export async function addToQueue(page, choice, next = false) {
    const answer = await page.command({ do: "queue.add", ...choice, ...(next ? { next: true } : {}) });
    if (answer.type !== "result") return;
    const { entries } = answer;
    if (!entries?.length) return page.notice(next ? "Plays next." : "Added to the queue.");
    keptOf(page).set(JSON.stringify([...ownEntries(page), ...entries].slice(-most)));
    dispatchEvent(new Event("entries-added"));
    offerUndo("Added to the queue.", () => page.command({ do: "queue.remove", entries }));
}
