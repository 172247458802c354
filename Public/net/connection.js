import { delayMs } from "./backoff.js";
import { question, roundTripUs } from "./roundtrip.js";

const questionEveryMs = 1000;
const silenceMs = 2500; // no answer for so long: the way is dead even if the socket does not know yet

/**
 * Keeps a socket open and asks it for the time once a second, until the returned function is called.
 * @param {string} address
 * @param {object} listener
 * @param {() => void} listener.opened
 * @param {(us: number) => void} listener.answered
 * @param {() => void} listener.closed
 * @returns {() => void} ends the connection for good
 */
export function keepConnected(address, listener) {
    let socket;
    let attempt = 0;
    let retry = 0;
    let heardMs = 0;

    function open() {
        clearTimeout(retry);
        retry = 0;
        const opening = new WebSocket(address);
        socket = opening;
        heardMs = performance.now();
        opening.onopen = () => {
            heardMs = performance.now();
            listener.opened();
            ask();
        };
        opening.onmessage = (event) => {
            const us = roundTripUs(event.data, performance.now());
            if (us === undefined || opening !== socket) return;
            heardMs = performance.now();
            attempt = 0;
            listener.answered(us);
        };
        opening.onclose = () => {
            if (opening === socket) lost();
        };
    }

    function ask() {
        if (!socket) return;
        if (performance.now() - heardMs > silenceMs) {
            const silent = socket;
            lost();
            silent.close();
        } else if (socket.readyState === WebSocket.OPEN) {
            socket.send(question(performance.now()));
        }
    }

    function lost() {
        socket = undefined;
        listener.closed();
        retry = setTimeout(open, delayMs(attempt, Math.random()));
        attempt += 1;
    }

    function comeBack() {
        if (retry && document.visibilityState === "visible") open();
    }

    const asking = setInterval(ask, questionEveryMs);
    window.addEventListener("online", comeBack);
    document.addEventListener("visibilitychange", comeBack);
    open();

    return () => {
        clearInterval(asking);
        clearTimeout(retry);
        window.removeEventListener("online", comeBack);
        document.removeEventListener("visibilitychange", comeBack);
        const last = socket;
        socket = undefined;
        last?.close();
    };
}
