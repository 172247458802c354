/**
 * The room while its server is gone: once the announced next track plays, it is the one that the page names.
 * @param {import("./room.js").Room} room
 * @param {number | null} track the one that is drawn
 * @returns {import("./room.js").Room | undefined} undefined if nothing changes
 */
export function runOn(room, track) {
    const next = room.state?.next?.track;
    if (room.link !== "offline" || track === null || next?.id !== track || room.state.track?.id === track) return undefined;
    return { ...room, state: { ...room.state, track: next, next: null } };
}
