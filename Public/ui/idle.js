import { isThisMachine } from "../net/thisMachine.js";
import { addressIn } from "../net/roomAddress.js";
import { joining } from "../net/joining.js";
import { make, write } from "./elements.js";

const onlyHereLine = "This address works on this machine alone. To join from other screens, open the page by the machine's name in your network.";

/**
 * The screen of an empty room: how to join it.
 * @param {Document} document
 * @param {ReturnType<import("../net/api.js").makeApi>} api
 * @param {string} base the page's base address
 * @param {string} room
 * @returns {{ show: (room: import("../session/room.js").Room) => void }}
 */
export function makeIdle(document, api, base, room) {
    const root = document.querySelector(".idle");
    const moved = (name) => {
        showAddress(root, new URL(addressIn(base.replace(/[?#].*$/, ""), name)));
        showCode(root, api, base, name);
    };
    moved(room);
    const button = (act, words, traits = {}) => make("button", { class: "text-button", type: "button", ...traits, data: { act, ...traits.data } }, words);
    const code = button("code", "Enter a code");
    const invite = button("invite", "Invite");
    const inviteHosts = button("invite", "Invite somebody to control", { data: { invite: "host" } });
    const follow = button("rooms", "Follow an app");
    const ask = button("ask", "Let this screen in");
    root.append(make("div", { class: "idle-actions" }, code, ask, invite, inviteHosts, follow));
    return {
        /** The page shows another room. @param {string} name */
        moved,
        show({ link, state, role }) {
            code.hidden = role === "host" || role === "owner";
            ask.hidden = code.hidden;
            follow.hidden = !code.hidden;
            inviteHosts.hidden = role !== "owner";
            invite.hidden = role === "owner";
            root.hidden = link === "connecting" || state === null || state.timeline.source !== null || state.following?.song != null;
        },
    };
}

function showAddress(root, address) {
    write(root.querySelector(".idle-address"), address.href.replace(/^https?:\/\//, "").replace(/\/$/, ""));
}

// The server makes the QR code, since it knows the address for other devices even if this page was opened as localhost.
async function showCode(root, api, base, room) {
    const address = new URL(base);
    const line = root.querySelector(".idle-line");
    const code = root.querySelector(".idle-code");
    const query = `?room=${encodeURIComponent(room)}`;
    code.onload = () => { code.hidden = false; };
    try {
        const { addresses, isPrivate } = await joining(api, room);
        if (addresses.length > 0) {
            if (isPrivate || isThisMachine(address.hostname)) showAddress(root, new URL(addresses[0]));
            code.src = new URL(`api/v1/join.svg${query}`, base).href;
            return;
        }
    } catch (problem) {
        // Without a code the written address remains.
        if (problem.code === "no-address") {
            root.querySelector(".idle-address").hidden = true;
            return write(line, problem.message);
        }
    }
    if (isThisMachine(address.hostname)) write(line, onlyHereLine);
}
