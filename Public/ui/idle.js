import { write } from "./elements.js";
import { qrCode } from "./qr.js";

const quiet = 4; // light modules around the code, as readers want it
const onlyHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const onlyHereLine = "This address works on this machine alone. To join from other screens, open the page by the machine's name in your network.";

/**
 * The screen of a silent room: how to join it.
 * @param {Document} document
 * @param {string} base the page's base address
 * @param {string} room
 * @returns {{ show: (room: import("../session/room.js").Room) => void }}
 */
export function makeIdle(document, base, room) {
    const root = document.querySelector(".idle");
    const address = new URL(base);
    address.search = room === "main" ? "" : `?room=${encodeURIComponent(room)}`;
    address.hash = "";
    write(root.querySelector(".idle-address"), address.href.replace(/^https?:\/\//, "").replace(/\/$/, ""));
    if (onlyHere.test(address.hostname)) write(root.querySelector(".idle-line"), onlyHereLine);
    drawCode(root.querySelector(".idle-code"), address.href);
    return {
        show({ link, state }) {
            root.hidden = link === "connecting" || state === null || state.track !== null;
        },
    };
}

function drawCode(canvas, text) {
    const code = qrCode(text);
    canvas.hidden = code === undefined;
    if (!code) return;
    canvas.width = canvas.height = code.length + 2 * quiet;
    const context = canvas.getContext("2d");
    context.fillStyle = "#04101f";
    code.forEach((row, y) => row.forEach((dark, x) => {
        if (dark) context.fillRect(x + quiet, y + quiet, 1, 1);
    }));
}
