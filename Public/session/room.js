import { announced, changeUs } from "./timeline.js";

const listsKept = 3; // sources: what plays, comes next and fades out
const cardsKept = 6; // sources: what plays, comes next and fades out, and some that were to come

/**
 * What is shown of a source: each card from a position in seconds on, until the next.
 * @typedef {object} Cards
 * @property {string} source
 * @property {number} sent when the server said so: what was said last is true
 * @property {readonly ({ from: number } & Record<string, any>)[]} cards by position, at least one
 */

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
 * @property {readonly Cards[]} cards of the last sources
 * @property {{ revision: number, index: number | null, entries: readonly Record<string, any>[] }} queue
 * @property {readonly Record<string, any>[]} screens
 * @property {readonly { name: string, place: import("./wall.js").Place }[]} [absent] remembered screens that are not here
 * @property {readonly { name: string, screens: number[], absent: number[] }[]} [groups] of screens
 * @property {import("./wall.js").Place | null} [place] this screen's place on the wall
 * @property {import("./wall.js").Place | null} [wall] the whole wall
 * @property {number | null} [quality] the finest that all screens of the wall can draw
 * @property {boolean} [plain] whether one of them cannot draw shaders: then all draw Canvas styles
 * @property {readonly import("./grid.js").Grid[]} grids of the last sources, the newest first
 * @property {readonly import("./direction.js").Plan[]} plans in the same way
 * @property {number} offsetMs the delay of this screen's picture and sound relative to the room
 * @property {{ number: number, name: string, untilUs: number } | null} identify
 * @property {object} [sound] as `look`, `lookEdition` and `rotation` what is set for this screen
 */

/** @type {Room} */
export const noRoom = {
    link: "connecting", fresh: true, server: "", id: null, role: "viewer", timelines: [], state: null,
    queue: { revision: 0, index: null, entries: [] }, screens: [], grids: [], plans: [], cards: [], offsetMs: 0, identify: null,
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
            // The clock of another server may be behind.
            return { ...room, link: "live", fresh: true, server: message.server, id: message.id, role: message.role === "cohost" ? "guest" : message.role, cohost: message.role === "cohost", cards: room.cards.map((one) => ({ ...one, sent: -Infinity })) };
        case "timeline":
            return withTimeline(room, message);
        case "state":
            return { ...withTimeline(room, { sent: message.sent, ...message.timeline }), state: message, cards: withCards(room.cards, message) };
        case "queue":
            return { ...room, queue: { revision: message.revision, index: message.index ?? null, entries: message.entries } };
        case "screens":
            return { ...room, screens: message.screens, absent: message.absent, groups: message.groups };
        case "grid":
            return { ...room, grids: withList(room.grids, message) };
        case "plan":
            return { ...room, plans: withList(room.plans, message) };
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

/** The beats of a source; undefined if the server has not sent them. */
export function gridOf(room, source) {
    return listOf(room.grids, source);
}

/** The plan of the picture of a source; undefined if there is none. */
export function planOf(room, source) {
    return listOf(room.plans, source);
}

function listOf(lists, source) {
    for (const list of lists) if (list.source === source) return list;
    return undefined;
}

function withList(lists, list) {
    return [list, ...lists.filter(({ source }) => source !== list.source)].slice(0, listsKept);
}

/**
 * The card that a source shows at a position: title, colours and so on. Undefined if none is known.
 * @param {Room} room
 * @param {string | null} source
 * @param {number} mediaS
 */
export function cardOf(room, source, mediaS) {
    for (const { source: other, cards } of room.cards) {
        if (other !== source) continue;
        let shown = cards[0];
        for (const card of cards) if (card.from <= mediaS) shown = card;
        return shown;
    }
    return undefined;
}

/**
 * The timeline of the source that is shown while another is in force: until half-way of a crossfade that of the former, if it is known. The picture and
 * its beats, title, colours, cover, lyrics and lock screens go by it, the seek bar does not.
 */
export function namedIn(room, timeline, serverUs) {
    const fading = serverUs < changeUs(timeline) && room.timelines.findLast(({ generation, source }) => generation < timeline.generation && source === timeline.fade.source);
    return fading && cardOf(room, fading.source, 0) ? fading : timeline;
}

/** Takes the cards of what plays and comes next; of each source those count that were sent last, in whichever order they come. */
function withCards(known, { sent, timeline, track, party, cards = track && [{ from: 0, ...track, asked: party?.asked }], next }) {
    const told = [];
    if (cards) told.push({ source: timeline.source, sent, cards });
    if (next && next.source !== timeline.source) told.push({ source: next.source, sent, cards: [{ from: 0, ...next.track }] });
    const isNew = (one) => !known.some(({ source, sent: at }) => source === one.source && at > sent);
    const taken = told.filter(isNew);
    const others = known.filter((one) => !taken.some(({ source }) => source === one.source));
    return [...taken, ...others].sort((one, other) => other.sent - one.sent).slice(0, cardsKept);
}

function withTimeline(room, timeline) {
    const timelines = announced(room.fresh ? [] : room.timelines, timeline);
    return timelines === room.timelines ? room : { ...room, timelines, fresh: false };
}
