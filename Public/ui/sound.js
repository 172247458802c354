import { Listening } from "../audio/listen.js";
import { makeWindowKept } from "../net/windowKept.js";
import { icon, mark } from "./elements.js";

/**
 * Sound on this device: the button and the volume.
 * @param {Document} document
 * @param {import("../net/roomLink.js").RoomLink} socket
 * @param {(serverUs: number) => number | undefined} clientS see Listening
 * @param {(sentence: string, trouble: boolean) => void} notice
 */
export function makeSound(document, socket, clientS, notice) {
    const told = new Set();
    const listening = new Listening(socket, clientS, () => {
        show();
        for (const tell of told) tell();
    });
    const button = document.querySelector("[data-act=listen]");
    const volume = document.querySelector(".volume");
    const kept = makeWindowKept("downbeat.volume");
    volume.value = kept.get() ?? "100";
    const turn = () => listening.setVolume(volume.valueAsNumber / 100);
    /** Called after a person has changed something here, not after a command from afar. */
    let chosen = () => {};
    volume.addEventListener("input", turn);
    volume.addEventListener("change", () => {
        kept.set(volume.value);
        chosen();
    });
    turn();

    function show() {
        mark(button, "aria-pressed", listening.on);
        if (button.dataset.sounds === String(listening.on)) return;
        button.dataset.sounds = listening.on;
        button.replaceChildren(icon(listening.on ? "sound" : "silent"));
    }

    async function start() {
        try {
            await listening.start();
        } catch {
            listening.stop(); // it may have partly started
            notice("This browser gives the page no sound.", true);
        }
    }

    return {
        listening,
        start,
        /** 0 to 1. */
        get level() {
            return volume.valueAsNumber / 100;
        },
        set level(level) {
            volume.value = Math.round(level * 100);
            kept.set(volume.value);
            turn();
        },
        /** @returns {"on" | "off" | "waiting"} */
        get state() {
            return !listening.on ? "off" : listening.waiting ? "waiting" : "on";
        },
        /** Calls `tell` at each change. */
        follow(tell) {
            told.add(tell);
        },
        set chosen(act) {
            chosen = act;
        },
        async toggle() {
            if (listening.on && !listening.waiting) listening.stop();
            else await start();
            chosen();
        },
    };
}
