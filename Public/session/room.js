import { announced, changeUs } from "./timeline.js";

const gridsKept = 3;

/**
 * What a page knows of its room. Only messages change it: `next` returns the state after each message.
 * @typedef {object} Room
 * @property {"connecting" | "live" | "offline"} link
 * @property {boolean} fresh the connection is new: its first timeline replaces all earlier ones
 * @property {string} server its version
 * @property {number | null} id this page's number among the screens
 * @property {"viewer" | "guest" | "host" | "owner"} role
 * @property {readonly import("./timeline.js").Timeline[]} timelines
 * @property {Record<string, any> | null} state as the server sends it
 * @property {Record<string, any>} [former] the track that played before
 * @property {{ revision: number, index: number | null, entries: readonly Record<string, any>[] }} queue
 * @property {readonly Record<string, any>[]} screens
 * @property {readonly { name: string, place: import("./wall.js").Place }[]} [absent] remembered screens that are not here
 * @property {readonly { name: string, screens: number[], absent: number[] }[]} [groups] of screens
 * @property {import("./wall.js").Place | null} [place] this screen's place on the wall
 * @property {import("./wall.js").Place | null} [wall] the whole wall
 * @property {number | null} [quality] the finest that all screens of the wall can draw
 * @property {readonly import("./grid.js").Grid[]} grids of the last tracks, the newest first
 * @property {number} offsetMs the delay of this screen's picture and sound relative to the room
 * @property {{ number: number, name: string, untilUs: number } | null} identify
 * @property {object} [sound] as `look`, `lookEdition` and `rotation` what is set for this screen
 */

/** @type {Room} */
export const noRoom = {
    link: "connecting", fresh: true, server: "", id: null, role: "viewer", timelines: [], state: null,
    queue: { revision: 0, index: null, entries: [] }, screens: [], grids: [], offsetMs: 0, identify: null,
};

/**
 * @param {Room} room
 * @param {{ type: string } & Record<string, any>} message from the server, or `opened` and `closed` from the socket
 * @returns {Room} the same one if the message changes nothing
 */
export function next(room, message) {
    switch (message.type) {
        case "closed":
            return room.link === "offline" ? room : { ...room, link: "offline" };
        case "welcome":
            return { ...room, link: "live", fresh: true, server: message.server, id: message.id, role: message.role };
        case "timeline":
            return withTimeline(room, message);
        case "state": {
            const { track = null } = room.state ?? {};
            const former = track && track.id !== message.track?.id ? track : room.former;
            return { ...withTimeline(room, { sent: message.sent, ...message.timeline }), state: message, former };
        }
        case "queue":
            return { ...room, queue: { revision: message.revision, index: message.index ?? null, entries: message.entries } };
        case "screens":
            return { ...room, screens: message.screens, absent: message.absent, groups: message.groups };
        case "grid": {
            const grid = numbered(message);
            const others = room.grids.filter(({ track }) => track !== grid.track);
            return { ...room, grids: [grid, ...others].slice(0, gridsKept) };
        }
        case "you": {
            const { type, sent, name, ...you } = message;
            return { ...room, ...you };
        }
        case "identify":
            return { ...room, identify: { number: message.number, name: message.name, untilUs: message.until } };
        default:
            return room;
    }
}

/** The beats of a track; undefined if the server has not sent them. */
export function gridOf(room, track) {
    for (const grid of room.grids) if (grid.track === track) return grid;
    return undefined;
}

/** The description of the former, current or next track: title, colours and so on. */
export function trackOf(room, track) {
    if (room.state?.track?.id === track) return room.state.track;
    return [room.state?.next?.track, room.former].find((one) => one?.id === track);
}

/**
 * The timeline of the track that is shown while another is in force: until half-way of a crossfade that of the former, if it is known. The picture and
 * its beats, title, colours, cover, lyrics and lock screens go by it, the seek bar does not.
 */
export function namedIn(room, timeline, serverUs) {
    const fading = serverUs < changeUs(timeline) && room.timelines.findLast(({ generation, track }) => generation < timeline.generation && track === timeline.fade.track);
    return fading && trackOf(room, fading.track) ? fading : timeline;
}

/** Each change of a click begins at position 0 again, like another track. */
function numbered(message) {
    return message.piece === "click" ? { ...message, track: -message.generation } : message;
}

function withTimeline(room, timeline) {
    const timelines = announced(room.fresh ? [] : room.timelines, numbered(timeline));
    return timelines === room.timelines ? room : { ...room, timelines, fresh: false };
}
