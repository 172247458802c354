import { mark, write } from "./elements.js";

const goodUs = 5000;
const driftUs = 500_000;
const words = { sync: "In sync", syncing: "Syncing…", offline: "Offline", connecting: "Connecting…" };
const told = {
    sync: "In sync with the room.", syncing: "Finding the room's time.", offline: "Server not responding. Trying again.",
    connecting: "Connecting to the server.",
};
const steadyMs = 1000; // a screen reader is not told of what passes at once, and can finish each sentence

/**
 * The sync state of this screen.
 * @param {"connecting" | "live" | "offline"} link
 * @param {{ boundUs: number, driftUs: number } | undefined} clock
 * @returns {"sync" | "syncing" | "offline" | "connecting"}
 */
export function syncState(link, clock) {
    if (link !== "live") return link;
    return clock && clock.boundUs < goodUs && Math.abs(clock.driftUs) < driftUs ? "sync" : "syncing";
}

/** The sync label beside the room's name, and its details. @returns {(room: object, clock: object, probes: object) => void} */
export function makeChip(document) {
    const find = (name) => document.querySelector(`.${name}`);
    const [chip, word, facts, status] = [find("chip"), find("chip-word"), find("sync-facts"), find("status")];
    let sinceMs, last, lastTold;
    let tell = () => {};
    chip.addEventListener("click", () => {
        facts.hidden = !facts.hidden;
        mark(chip, "aria-expanded", !facts.hidden);
        import("./syncFacts.js").then(({ makeSyncFacts }) => { tell = makeSyncFacts(find); }, () => {}); // without the server, the last ones stay
    });

    return (room, clock, probes) => {
        const state = syncState(room.link, clock);
        if (document.body.dataset.sync !== state) document.body.dataset.sync = state;
        if (document.body.dataset.link !== room.link) document.body.dataset.link = room.link;
        write(word, words[state]);
        const nowMs = performance.now();
        if (state !== last) [last, sinceMs] = [state, nowMs];
        if (state !== lastTold && nowMs - sinceMs > steadyMs) {
            status.textContent = told[state];
            lastTold = state;
        }
        tell(clock, probes);
    };
}
