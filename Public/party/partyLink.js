const firstDelayMs = 500;
const longestDelayMs = 15000;

/**
 * A socket to a room that hears its party alone and sends commands. Comes back by itself.
 * @param {string} base the address of the server's page
 * @param {() => object} hello the fields of the hello message
 * @param {(message: any) => void} heard called with every message, and with `{ type: "closed" }`
 */
export function makePartyLink(base, hello, heard) {
    const address = new URL("ws", base);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const waiting = new Map();
    let [socket, number, delayMs, timer] = [undefined, 0, firstDelayMs, undefined];

    const say = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
    const greet = () => say({ type: "hello", protocol: 1, kind: "controller", streams: { party: true }, ...hello() });

    function open() {
        clearTimeout(timer);
        if (socket && socket.readyState < WebSocket.CLOSING) return;
        socket = new WebSocket(address);
        socket.onopen = () => {
            delayMs = firstDelayMs;
            greet();
        };
        socket.onmessage = ({ data }) => {
            if (typeof data !== "string") return;
            const message = JSON.parse(data);
            if (message.id !== undefined && waiting.has(message.id) && ["result", "error"].includes(message.type)) {
                waiting.get(message.id)(message);
                waiting.delete(message.id);
            } else heard(message);
        };
        socket.onclose = () => {
            for (const answer of waiting.values()) answer({ type: "error", code: "offline", message: "Server not responding." });
            waiting.clear();
            heard({ type: "closed" });
            timer = setTimeout(open, delayMs);
            delayMs = Math.min(longestDelayMs, delayMs * 2);
        };
    }

    open();
    addEventListener("online", open);
    document.addEventListener("visibilitychange", () => document.hidden || open());
    return {
        greet,
        /** @param {object} wish a command @returns {Promise<any>} the result, or the error */
        command(wish) {
            const id = (number += 1);
            if (!say({ type: "command", id, ...wish }) && socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "error", code: "offline", message: "Server not responding." });
            return new Promise((answer) => waiting.set(id, answer));
        },
    };
}
