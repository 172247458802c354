import { barOf } from "../../session/click.js";
import { nextAccent } from "../../session/rhythm.js";
import { make, mark } from "../elements.js";
import { lightAt } from "./lights.js";

const words = { strong: "strong", normal: "normal", soft: "soft", silent: "silent" };

/**
 * The pulses of the bar as buttons, by group: a tap goes to the next accent. A polyrhythm has two rows and a playhead over both.
 * @param {{ command: (wish: object) => Promise<unknown>, say: (sentence: string) => void }} page
 */
export function makeDots({ command, say }) {
    const element = make("div", { class: "bar-dots", role: "group", "aria-label": "Accents of the bar" });
    const head = make("span", { class: "dots-head", "aria-hidden": "true" });
    let buttons = [];
    let seconds = [];
    let accents = [];
    let shape = "";
    let lit = [];

    function build(rhythm) {
        const { groups, length } = barOf(rhythm);
        buttons = Array.from({ length }, (_, at) => make("button", { class: "dot", type: "button", onclick: () => cycle(at) }, make("i", {})));
        seconds = Array.from({ length: rhythm.polyrhythm?.[0] ?? 0 }, () => make("i", {}));
        element.classList.toggle("poly", rhythm.polyrhythm !== null);
        element.style.setProperty("--count", length);
        if (rhythm.polyrhythm) {
            buttons.forEach((button, at) => button.style.setProperty("--at", at / length));
            seconds.forEach((dot, at) => dot.style.setProperty("--at", at / seconds.length));
            element.replaceChildren(make("div", { class: "dots-second", "aria-hidden": "true" }, ...seconds), make("div", { class: "dots-first" }, ...buttons), head);
            return;
        }
        let from = 0;
        element.replaceChildren(...groups.map((group) => make("div", { class: "dots-group" }, ...buttons.slice(from, (from += group)))));
    }

    function cycle(at) {
        accents = accents.map((accent, other) => (other === at ? nextAccent(accent) : accent));
        tell();
        command({ do: "click.set", accents });
        say(`Beat ${at + 1}: ${words[accents[at]]}`);
    }

    function tell() {
        buttons.forEach((button, at) => {
            if (button.dataset.accent === accents[at]) return;
            button.dataset.accent = accents[at];
            mark(button, "aria-label", `Beat ${at + 1}: ${words[accents[at]]}`);
        });
    }

    function light(element, level) {
        element.style.setProperty("--light", level.toFixed(2));
        if (level > 0) lit.push(element);
    }

    return {
        element,
        /** @param {import("../../session/click.js").Rhythm} rhythm */
        show(rhythm) {
            const wanted = `${barOf(rhythm).groups}/${rhythm.polyrhythm}`;
            if (wanted !== shape) build(rhythm);
            shape = wanted;
            accents = [...rhythm.accents];
            tell();
        },
        /** Draws a moment. @param {object} seen as the figure has it */
        draw({ rhythm, place, lengthS, still }) {
            const before = lit;
            lit = [];
            const { length } = barOf(rhythm);
            const isDark = !place || (place.isSilent && !rhythm.gap?.picture);
            if (!isDark && buttons[place.pulse]) light(buttons[place.pulse], still ? 1 : lightAt(place.fraction, lengthS));
            if (rhythm.polyrhythm) {
                const now = isDark ? 0 : (place.pulse + place.fraction) / length;
                head.hidden = isDark;
                head.style.setProperty("--at", now.toFixed(4));
                const second = Math.floor(now * seconds.length);
                if (!isDark && seconds[second]) light(seconds[second], still ? 1 : lightAt(now * seconds.length - second, (lengthS * length) / seconds.length));
            }
            for (const other of before) if (!lit.includes(other)) other.style.setProperty("--light", "0");
        },
    };
}
