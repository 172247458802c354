import { Listening } from "../audio/listen.js";
import { makeKept } from "../net/token.js";
import { icon, mark } from "./elements.js";

/**
 * Sound on this device: the button and the volume.
 * @param {Document} document
 * @param {import("../net/roomLink.js").RoomLink} socket
 * @param {(serverUs: number) => number | undefined} clientS see Listening
 * @param {(sentence: string, trouble: boolean) => void} notice
 */
export function makeSound(document, socket, clientS, notice) {
    const listening = new Listening(socket, clientS);
    const button = document.querySelector("[data-act=listen]");
    const volume = document.querySelector(".volume");
    const kept = makeKept(globalThis.localStorage, "downbeat.volume");
    volume.value = kept.get() ?? "100";
    const turn = () => listening.setVolume(volume.valueAsNumber / 100);
    volume.addEventListener("input", turn);
    volume.addEventListener("change", () => kept.set(volume.value));
    turn();

    return {
        listening,
        async toggle() {
            if (listening.on) {
                listening.stop();
            } else {
                try {
                    await listening.start();
                } catch {
                    listening.stop(); // it may have partly started
                    notice("This browser gives the page no sound.", true);
                }
            }
            mark(button, "aria-pressed", listening.on);
            button.replaceChildren(icon(listening.on ? "sound" : "silent"));
        },
    };
}
