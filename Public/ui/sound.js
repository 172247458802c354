import { icon, mark } from "./elements.js";
import { makeKept } from "../net/token.js";

/**
 * The button that turns listening on, and the volume of this device.
 * @param {Document} document
 * @param {import("../audio/listen.js").Listening} listening
 * @param {(sentence: string) => void} notice
 * @returns {{ toggle: () => Promise<void> }}
 */
export function makeSoundButtons(document, listening, notice) {
    const button = document.querySelector("[data-act=listen]");
    const volume = document.querySelector(".volume");
    const kept = makeKept(globalThis.localStorage, "downbeat.volume");
    volume.value = kept.get() ?? "100";
    const turn = () => listening.setVolume(volume.valueAsNumber / 100);
    volume.addEventListener("input", turn);
    volume.addEventListener("change", () => kept.set(volume.value));
    turn();

    return {
        async toggle() {
            if (listening.on) {
                listening.stop();
            } else {
                try {
                    await listening.start();
                } catch {
                    notice("This browser gives the page no sound.", true);
                }
            }
            mark(button, "aria-pressed", listening.on);
            button.replaceChildren(icon(listening.on ? "sound" : "silent"));
        },
    };
}
