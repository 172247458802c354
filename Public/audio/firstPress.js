const begins = ["play", "live.start"]; // and a press that goes on with what is paused

/**
 * What a press that lets the room play does to the sound of this device: what nobody would hear is heard here.
 * @param {{ do: string }} wish
 * @param {import("../session/room.js").Room} room
 * @param {{ sound: "on" | "off" | "waiting", isSilenced: boolean, isPart: boolean }} here whether somebody wants no sound here, and whether this is a
 * part of something else
 * @returns {"here" | "elsewhere" | undefined} undefined if it stays as it is
 */
export function soundOfPress(wish, { role, state }, { sound, isSilenced, isPart }) {
    if (!["host", "owner"].includes(role) || !state || state.following != null || sound === "on" || isSilenced || isPart) return undefined;
    if (!begins.includes(wish.do) && !(wish.do === "toggle" && !state.timeline.playing)) return undefined;
    return sound === "waiting" || state.sounding === 0 ? "here" : "elsewhere";
}

/** Where the sound is, in words. @param {{ name: string, sound: string }[]} screens of the room */
export function whereWords(screens) {
    const names = screens.filter(({ sound }) => sound === "on").map(({ name }) => name).filter(Boolean);
    const more = names.length > 2 ? ` and ${names.length - 1} more devices` : names.length === 2 ? ` and ${names[1]}` : "";
    return names.length === 0 ? "Another device plays the sound." : `The sound is on ${names[0]}${more}.`;
}
