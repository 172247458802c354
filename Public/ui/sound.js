import { soundOfPress, whereWords } from "../audio/firstPress.js";
import { Listening } from "../audio/listen.js";
import { makeWindowKept } from "../net/windowKept.js";
import { icon, mark } from "./elements.js";
import { later } from "./later.js";

/**
 * Sound on this device: the button, the volume, and the clicks of the metronome.
 * @param {Document} document
 * @param {import("../net/roomLink.js").RoomLink} socket
 * @param {(serverUs: number) => number | undefined} clientS see Listening
 * @param {(sentence: string, trouble?: boolean) => void} notice
 * @param {ReturnType<import("../net/api.js").makeApi>} api
 * @param {() => import("../session/room.js").Room} room
 * @param {{ mini: boolean, test?: string, wall?: string, room: string, look: object }} asked by the address
 */
export function makeSound(document, socket, clientS, notice, api, room, asked) {
    const told = new Set();
    const changed = () => {
        show();
        turnClicks();
        for (const tell of told) tell();
    };
    const listening = new Listening(socket, clientS, changed);
    const clicks = later(async () => (await import("../audio/roomClicks.js")).makeRoomClicks({ socket, clientS, api, room, notice, changed }), notice);
    let isChecked = false;
    let isSilenced = false; // by somebody, in this visit
    let isTold = false; // where the sound is
    const isPart = () => asked.mini || asked.test !== undefined || asked.wall !== undefined || room().place != null || asked.look.background === "transparent";
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

    async function turnClicks() {
        const { click } = room().state ?? {};
        if (!clicks.here && !(listening.on && (click?.on || click?.over.on || click?.over.countIn))) return;
        const made = await clicks.want();
        if (made) made.checked = isChecked;
        made?.follow(listening.output);
    }

    function show() {
        mark(button, "aria-pressed", listening.on);
        if (button.dataset.sounds === String(listening.on)) return;
        button.dataset.sounds = listening.on;
        button.replaceChildren(icon(listening.on ? "sound" : "silent"));
    }

    async function start() {
        isSilenced = false;
        try {
            const wasInterrupted = clicks.here?.state === "interrupted";
            clicks.here?.click.tap();
            await listening.start(wasInterrupted);
        } catch {
            listening.stop(); // it may have partly started
            clicks.here?.click.fail();
            notice("This browser gives the page no sound.", true);
        }
    }

    async function tellWhere() {
        isTold = true;
        const { screens } = await api.send("GET", `rooms/${encodeURIComponent(asked.room)}/screens`).catch(() => ({ screens: [] }));
        notice(whereWords(screens));
    }

    const sound = {
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
            return !listening.on ? "off" : listening.waiting || clicks.here?.state === "interrupted" ? "waiting" : "on";
        },
        /** Of the metronome. @returns {import("../audio/clickState.js").ClickState} */
        get clicks() {
            return clicks.here?.state ?? "idle";
        },
        /** Whether the editor clicks on its beats here; the room's clicks on them are then not heard twice. */
        set checked(checked) {
            isChecked = checked;
            turnClicks();
        },
        /** For tests. */
        get click() {
            return clicks.here?.click;
        },
        /** The room has changed. */
        hear({ state, timelines }) {
            listening.follow(timelines);
            if (state?.sounding === 0) isTold = false;
            listening.unneeded = state?.click?.on === true;
            turnClicks();
        },
        /** A person pressed what lets the room play: the same press is heard here, unless another device plays the sound. @param {{ do: string }} wish */
        press(wish) {
            const where = soundOfPress(wish, room(), { sound: sound.state, isSilenced, isPart: isPart() });
            if (where === "here") sound.toggle();
            else if (where === "elsewhere" && !isTold) tellWhere();
        },
        /** Nobody wants to hear anything here. */
        silence() {
            isSilenced = true;
            listening.stop();
        },
        get isSilenced() {
            return isSilenced;
        },
        /** Calls `tell` at each change. */
        follow(tell) {
            told.add(tell);
        },
        set chosen(act) {
            chosen = act;
        },
        async toggle() {
            if (this.state === "on") this.silence();
            else await start();
            chosen();
        },
    };
    sound.hear(room());
    return sound;
}
