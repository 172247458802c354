import { make } from "../elements.js";
import { makeFieldLight } from "./lights.js";

const strengths = { strong: 1, normal: 0.6, soft: 0.3, silent: 0 };
const buzzMs = { strong: 45, normal: 25, soft: 12 };

/** A flash of the whole screen, at most three a second and none with reduced motion, and a buzz with each beat: each only where a person has asked for it on this device. */
export function makeFlash(document, { kept }) {
    const sheet = make("div", { class: "beat-flash", "aria-hidden": "true", hidden: true });
    document.body.append(sheet);
    const flashes = kept("flash");
    const buzzes = kept("buzz");
    const wanted = { flash: flashes.get() === "on", buzz: buzzes.get() === "on" };
    const lightOf = makeFieldLight(strengths);
    let last;

    return {
        wanted,
        /** @param {"flash" | "buzz"} what */
        set(what, isOn) {
            wanted[what] = isOn;
            (what === "flash" ? flashes : buzzes).set(isOn ? "on" : undefined);
        },
        canBuzz: typeof navigator.vibrate === "function",
        draw(seen) {
            const { rhythm, place } = seen;
            const accent = place && !place.isSilent ? rhythm.accents[place.pulse] ?? "normal" : "silent";
            const level = wanted.flash && place && !place.isSilent ? lightOf(seen) : 0;
            sheet.hidden = level < 0.02;
            if (level >= 0.02) sheet.style.opacity = level.toFixed(3);
            const beat = place ? `${place.bar}/${place.pulse}` : undefined;
            if (beat !== last && wanted.buzz && place && buzzMs[accent] && place.fraction < 0.5) navigator.vibrate?.(buzzMs[accent]);
            last = beat;
        },
    };
}
