import { icon, iconButton, make } from "./elements.js";

const settleMs = 2000; // music that just began may be heard in a moment

/**
 * Says “Tap for sound” over the picture while music plays and no screen of the room is heard, or while this page is to sound and its
 * browser waits for a tap. Kiosks, parts of a wall and pictures for broadcast never do: nobody is there, or it would be in the picture.
 * @param {Document} document
 * @param {object} page
 * @param {object} page.asked by the address
 * @param {() => void} page.tap starts the sound
 * @param {() => import("../session/room.js").Room} page.room
 * @param {() => "on" | "off" | "waiting"} page.state of this page's sound
 * @param {() => boolean} page.isSilenced whether somebody wants no sound here
 * @param {() => void} page.silence
 */
export function makeSoundPill(document, { asked, tap, room, state, isSilenced, silence }) {
    const isPicture = asked.kiosk || asked.wall !== undefined || "obsstudio" in globalThis || asked.look.background === "transparent" || asked.test !== undefined;
    const start = make("button", { class: "pill-start", type: "button", onclick: tap }, icon("silent"), make("span", {}, "Tap for sound"));
    const box = make("section", { class: "sound-pill", "aria-label": "Sound", hidden: true }, start,
        iconButton("close", "Stay silent", silence, { class: "icon-button pill-close" }));
    document.body.append(box);
    let silentMs;

    /** A tap anywhere lets a waiting page sound; the pill only tells so. */
    for (const kind of ["pointerup", "keydown"]) {
        document.addEventListener(kind, ({ target }) => {
            if (state() === "waiting" && !target.closest?.(`.sound-pill, [data-act=listen]`)) tap();
        });
    }

    function show() {
        const { state: told, link } = room();
        const plays = link === "live" && told?.timeline.playing === true;
        const waits = state() === "waiting";
        const isSilent = plays && told.following == null && told.sounding === 0 && !told.elsewhere && !asked.mini;
        silentMs = isSilent ? silentMs ?? performance.now() : undefined;
        const isLongSilent = silentMs !== undefined && performance.now() - silentMs >= settleMs;
        box.hidden = isPicture || room().place != null || isSilenced() || state() === "on" || !(waits || isLongSilent);
    }

    return { show };
}
