import { lookBackS } from "../session/scene.js";

const leadS = 3; // a screen may be set to show all of it 2 s early, and one more is left for a bad radio

/**
 * What this page asks of the room, by what of it is seen and heard. What is hidden gets neither frames nor sound; a page that is heard
 * says that it is seen, and only leaves the frames.
 * @param {Document} document
 * @param {import("../net/roomLink.js").RoomLink} socket
 * @param {object} parts
 * @param {{ resting: boolean }} parts.views
 * @param {{ here?: { listening: import("../audio/listen.js").Listening } }} parts.sound
 * @param {{ here?: { showsScreens: boolean } }} parts.drawer
 */
export function makePresence(document, socket, { views, sound, drawer }) {
    const isHeard = () => sound.here?.listening.on === true;
    const unseen = () => document.hidden || views.resting;
    const frames = () => (unseen() && isHeard() ? false : { lead: leadS, back: lookBackS });

    return {
        unseen,
        /** For the hello. */
        streams: () => ({
            frames: frames(), audio: sound.here?.listening.stream ?? false, grid: true, state: true, queue: true,
            screens: drawer.here?.showsScreens ?? false,
        }),
        watchScreens(wanted) {
            socket.send(wanted ? { type: "subscribe", streams: { screens: true } } : { type: "unsubscribe", streams: ["screens"] });
        },
        tellVisible() {
            if (isHeard()) socket.send({ type: "subscribe", streams: { frames: frames() } });
            else socket.send({ type: "visible", visible: !unseen() });
        },
    };
}
