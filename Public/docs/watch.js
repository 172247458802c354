import { make } from "../ui/elements.js";
import { socketAddress } from "./lines.js";
import { folded } from "./parts.js";

const shownMessages = 60; // the newest
const shownCharacters = 400; // of one message; a whole queue has thousands
const shownBytes = 32;

/** Opens the socket and shows its messages. @param {string} base the server's address */
export function watch(base) {
    return folded(["Watch it here"], () => {
        const streams = make("input", { id: "watch-streams", type: "text", value: "beats,state", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
        const room = make("input", { id: "watch-room", type: "text", value: "main", autocomplete: "off", spellcheck: "false" });
        const status = make("p", { class: "label", role: "status" });
        const shown = make("pre", { class: "following", tabindex: "0", hidden: true });
        const button = make("button", { type: "submit", class: "wide-button" }, "Connect");
        const lines = [];
        let socket;
        const add = (text) => {
            lines.push(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);
            if (lines.length > shownMessages) lines.shift();
            shown.hidden = false;
            shown.textContent = lines.join("\n\n");
            shown.scrollTop = shown.scrollHeight;
        };
        const connect = (event) => {
            event.preventDefault();
            if (socket) return socket.close();
            socket = new WebSocket(socketAddress(base, { streams: streams.value, room: room.value }));
            socket.binaryType = "arraybuffer";
            socket.onopen = () => { status.textContent = "Connected."; };
            socket.onmessage = ({ data }) => add(typeof data === "string" ? data : inBytes(data));
            socket.onclose = ({ code, reason }) => {
                const refused = code === 1006 && lines.length === 0; // the browser does not give the reason
                status.textContent = refused ? "Not connected: is there such a stream and such a room?" : ["Closed.", reason].filter(Boolean).join(" ");
                socket = undefined;
                button.textContent = "Connect";
            };
            button.textContent = "Close";
            status.textContent = "Connecting…";
            return undefined;
        };
        const field = (words, control) => make("p", {}, make("label", { for: control.id }, words), control);
        return [make("form", { class: "try-form", onsubmit: connect }, field("streams", streams), field("room", room), make("p", {}, button)), status, shown];
    }, "fold try");
}

function inBytes(data) {
    const digits = Array.from(new Uint8Array(data, 0, Math.min(shownBytes, data.byteLength)), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return `${data.byteLength} bytes: ${digits}${data.byteLength > shownBytes ? " …" : ""}`;
}
