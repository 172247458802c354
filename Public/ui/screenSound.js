import { icon, make, mark, write } from "./elements.js";

const soundWords = { on: "Sounds", off: "Silent", waiting: "Waiting for a tap" };

/**
 * The speaker and the volume of one screen or of a group.
 * @param {(wish: Record<string, unknown>) => void} send sends a command for it
 */
export function makeScreenSound(send) {
    let now = "off";
    const speaker = make("button", { class: "icon-button screen-speaker", type: "button", onclick: () => send({ do: "screen.sound", on: now === "off" }) });
    const level = make("input", { type: "range", min: 0, max: 100, step: 1, onchange: () => send({ do: "screen.sound", volume: level.valueAsNumber / 100 }) });
    const told = make("span", { class: "screen-told" });
    return {
        element: make("div", { class: "screen-sound" }, speaker, level, told),
        /** @param {"on" | "off" | "waiting"} state @param {number} volume 0 to 1 @param {string} title */
        tell(state, volume, title) {
            now = state;
            if (speaker.dataset.sound !== state) {
                speaker.dataset.sound = state;
                speaker.replaceChildren(icon(state === "on" ? "sound" : "silent"));
            }
            mark(speaker, "aria-pressed", state === "on");
            const words = state === "off" ? `Sound on ${title}` : `Mute ${title}`;
            mark(speaker, "aria-label", words);
            mark(speaker, "title", words);
            mark(level, "aria-label", `Volume of ${title}`);
            if (!level.matches(":active")) level.value = Math.round(100 * volume);
            write(told, state === "on" ? `${Math.round(100 * volume)} %` : soundWords[state]);
            mark(told, "data-sound", state);
        },
    };
}
