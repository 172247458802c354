import { write } from "./elements.js";

/** The screen of a silent room: how to join it. */
export function makeIdle(document, base, room) {
    const root = document.querySelector(".idle");
    const address = new URL(base);
    address.search = room === "main" ? "" : `?room=${encodeURIComponent(room)}`;
    address.hash = "";
    write(root.querySelector(".idle-address"), address.href.replace(/^https?:\/\//, "").replace(/\/$/, ""));
    return {
        show({ link, state }) {
            root.hidden = state === null || state.track !== null || (link === "connecting");
        },
    };
}
