import { metreWords, subdivisionWords, tempoWords } from "../../session/rhythm.js";
import { make, write } from "../elements.js";

/** The rhythm in a few words, each a button that opens its part of the panel. @param {(panel: string, field?: string) => void} open */
export function makeChips(open) {
    const chip = (panel, field) => make("button", { class: "chip-button", type: "button", onclick: () => open(panel, field) });
    const metre = chip("rhythm", "metre");
    const parts = chip("rhythm", "subdivision");
    const ramp = chip("rhythm", "ramp");
    const gap = chip("rhythm", "gap");
    const kit = chip("sound", "kit");
    return {
        element: make("div", { class: "chips", role: "group", "aria-label": "Rhythm and sound" }, metre, parts, ramp, gap, kit),
        /** @param {object} click of the room's state */
        show({ rhythm, kit: name }) {
            write(metre, metreWords(rhythm));
            const swing = rhythm.swing > 50 && rhythm.subdivision % 2 === 0 ? `, swing ${rhythm.swing} %` : "";
            write(parts, subdivisionWords(rhythm.subdivision, rhythm.unit) + swing);
            ramp.hidden = !rhythm.ramp;
            if (rhythm.ramp) write(ramp, `Speed trainer ${rhythm.ramp.step > 0 ? "+" : "−"}${Math.abs(rhythm.ramp.step)} every ${rhythm.ramp.every}, to ${tempoWords(rhythm.ramp.to)}`);
            gap.hidden = !rhythm.gap;
            if (rhythm.gap) write(gap, `Mute bars: ${rhythm.gap.on} on, ${rhythm.gap.off} off`);
            write(kit, kitWords(name));
        },
    };
}

const kits = { wood: "Wood block", sticks: "Sticks", hat: "Hi-hat", cowbell: "Cowbell", beep: "Beep", drums: "Drum kit", soft: "Soft", shaker: "Shaker" };
export const kitNames = Object.keys(kits);

/** @param {string} name of a kit as the room has it */
export function kitWords(name) {
    return kits[name] ?? name.replace(/^own[-/]/, "");
}
