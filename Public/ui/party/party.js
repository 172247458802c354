import { later } from "../later.js";
import { wantsPoster } from "./wanted.js";

const narrow = "(max-width: 37rem)"; // a phone

/**
 * The room's party on this page: its poster, and the panel of hosts and co-hosts. The server tells of the party while either is shown.
 * @param {Document} document
 * @param {object} page
 * @param {import("../../net/roomLink.js").RoomLink} page.socket
 * @param {string} page.roomName
 * @param {{ poster: boolean, wall?: string, at?: string, token?: string }} page.asked by the page's address
 * @param {() => import("../../session/room.js").Room} page.room
 */
export function makeParty(document, page) {
    const { socket, notice, asked } = page;
    const poster = later(async () => (await import("./poster.js")).makePoster(document, page), notice);
    const panel = later(async () => (await import("./hostPanel.js")).makeHostPanel(document, { ...page, closed: () => hearIf() }), notice);
    let [hears, party] = [false, undefined];

    function hearIf() {
        const wanted = Boolean(poster.here?.isShown || panel.here?.isOpen);
        if (wanted === hears) return;
        hears = wanted;
        socket.send(wanted ? { type: "subscribe", streams: { party: true } } : { type: "unsubscribe", streams: ["party"] });
    }

    return {
        /** @param {import("../../session/room.js").Room} room */
        async show(room) {
            // Whoever comes by a guest's link wants to ask for songs; the picture is one tap away there.
            if (asked.token && room.role === "guest" && !room.cohost && room.state?.party && matchMedia(narrow).matches) return location.replace(`party/${location.search}#token=${asked.token}`);
            if (poster.here || wantsPoster(room, asked)) (await poster.want())?.show(room);
            hearIf();
        },
        /** Hosts and co-hosts have a panel, everybody else the guests' page. */
        async open() {
            if (!["host", "owner"].includes(page.room().role) && !page.room().cohost) return location.assign(`party/${location.search}`);
            const made = await panel.want();
            if (!made) return;
            made.open(party);
            hearIf();
        },
        hear(message) {
            if (message.type === "welcome" && hears) {
                hears = false; // a new connection has no streams
                hearIf();
            }
            if (message.type !== "party") return;
            poster.here?.take(party, message);
            party = message;
            panel.here?.take(party);
        },
    };
}
