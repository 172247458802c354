import { lookBackS } from "../session/scene.js";

const leadS = 3; // a screen may be set to show everything 2 s early; one more second is for a bad network

/**
 * The streams that this page subscribes to. A hidden page gets neither frames nor sound; a hidden page that plays sound still counts as
 * visible, and only drops the frames.
 * @param {Document} document
 * @param {import("../net/roomLink.js").RoomLink} socket
 * @param {object} parts
 * @param {{ here?: { resting: boolean } }} parts.views
 * @param {{ here?: { listening: import("../audio/listen.js").Listening } }} parts.sound
 * @param {{ here?: { showsScreens: boolean } }} parts.drawer
 */
export function makePresence(document, socket, { views, sound, drawer }) {
    const isHeard = () => sound.here?.listening.on === true && !sound.here.listening.waiting;
    const unseen = () => document.hidden || views.here?.resting === true;
    const frames = () => (unseen() && isHeard() ? false : { lead: leadS, back: lookBackS });

    return {
        unseen,
        /** The fields for hello. */
        streams: () => ({
            frames: frames(), audio: sound.here?.listening.stream ?? false, grid: true, plan: true, state: true, queue: true,
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
