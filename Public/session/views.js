const channel = "downbeat.views";
const forgottenMs = 2500; // a full view announces itself once a second

/** The visible full views of this browser, by their announcements. */
export class SeenViews {
    #toldMs = new Map();

    /** @param {{ id: string, seen: boolean }} view @param {number} nowMs */
    hear({ id, seen }, nowMs) {
        if (seen) this.#toldMs.set(id, nowMs);
        else this.#toldMs.delete(id);
    }

    /** Whether a full view is visible. A view that stopped announcing itself is gone. */
    any(nowMs) {
        for (const toldMs of this.#toldMs.values()) if (nowMs - toldMs <= forgottenMs) return true;
        return false;
    }
}

/**
 * Pauses a mini view while a full one is visible. Full views only announce themselves.
 * @param {boolean} mini
 * @param {string} id of this view
 * @param {(resting: boolean) => void} changed
 * @returns {{ resting: boolean, tell: () => void }} call `tell` once a second and at every change
 */
export function makeViews(mini, id, changed) {
    const views = { resting: false, tell: () => {} };
    if (!globalThis.BroadcastChannel) return views;
    const seen = new SeenViews();
    const others = new BroadcastChannel(channel);
    if (!mini) {
        views.tell = () => others.postMessage({ id, seen: !document.hidden });
        addEventListener("pagehide", () => others.postMessage({ id, seen: false }));
        return views;
    }
    views.tell = () => {
        const resting = seen.any(performance.now());
        if (resting === views.resting) return;
        views.resting = resting;
        changed(resting);
    };
    others.addEventListener("message", ({ data }) => {
        seen.hear(data, performance.now());
        views.tell();
    });
    return views;
}
