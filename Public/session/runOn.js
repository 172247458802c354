/**
 * The room while its server is gone: once what was announced next plays, it is what the page names.
 * @param {import("./room.js").Room} room
 * @param {string | null} source the one that is drawn
 * @returns {import("./room.js").Room | undefined} undefined if nothing changes
 */
export function runOn(room, source) {
    const { next, timeline } = room.state ?? {};
    if (room.link !== "offline" || source === null || next?.source !== source || timeline.source === source) return undefined;
    const now = room.timelines.findLast((one) => one.source === source);
    return { ...room, state: { ...room.state, timeline: now ?? timeline, track: next.track, next: null } };
}
