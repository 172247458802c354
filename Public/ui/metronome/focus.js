import { metreWords, tempoWords } from "../../session/rhythm.js";
import { barOf } from "../../session/click.js";
import { icon, iconButton, make, mark, write } from "../elements.js";
import { lightAt } from "./figure.js";

const mostPulses = 180; // a minute, three a second (WCAG 2.3.1): faster ones light every second or fourth time

/** How many pulses there are to one that lights, for at most three lights a second. @param {number} lengthS of a pulse */
export function pulsesToALight(lengthS) {
    let count = 1;
    while (60 / (lengthS * count) > mostPulses) count *= 2;
    return count;
}

/**
 * The view for the stage: black, one circle, the title, three buttons.
 * @param {Document} document
 */
export function makeFocus(document, { start, step, close }) {
    const circle = make("div", { class: "focus-circle", "aria-hidden": "true" }, make("i", {}));
    const count = make("p", { class: "focus-count", "aria-hidden": "true" });
    const stage = make("div", { class: "focus-stage" }, circle, count);
    const title = make("h2", { class: "focus-title", dir: "auto" });
    const line = make("p", { class: "focus-line" });
    const silence = make("button", { class: "sound-state", type: "button", data: { act: "listen", state: "trouble" }, hidden: true });
    const toggle = make("button", { class: "icon-button play-button", type: "button", onclick: start });
    const [previous, next] = [iconButton("previous", "Previous song", () => step(-1)), iconButton("next", "Next song", () => step(1))];
    const root = make("section", { class: "focus", "aria-label": "Metronome, focus view", hidden: true },
        make("div", { class: "focus-head" }, iconButton("close", "Close the focus view", close)),
        stage,
        make("div", { class: "focus-words" }, title, line, silence),
        make("div", { class: "focus-acts" }, previous, toggle, next));
    document.querySelector("main").append(root);

    return {
        show(isShown) {
            root.hidden = !isShown;
            if (isShown) toggle.focus({ focusVisible: false });
        },
        /** What is to be done for sound; nothing while a screen is heard. @param {string} words */
        hear(words) {
            write(silence, words);
            silence.hidden = !words;
        },
        /** @param {object} click of the room's state */
        tell({ on, running, rhythm, song, list }) {
            write(title, song?.title ?? "Metronome");
            write(line, [`${tempoWords(rhythm.bpm)} BPM`, metreWords(rhythm), list && `${list.index + 1} of ${list.count}`].filter(Boolean).join(" · "));
            previous.disabled = !(list && list.index > 0);
            next.disabled = !(list && list.index + 1 < list.count);
            const runs = on && running;
            if (toggle.dataset.runs === String(runs)) return;
            toggle.dataset.runs = runs;
            toggle.replaceChildren(icon(runs ? "pause" : "play"));
            mark(toggle, "aria-label", runs ? "Stop" : "Start");
        },
        draw({ rhythm, place, lengthS, still }) {
            const { length } = barOf(rhythm);
            const isDark = !place || (place.isSilent && !rhythm.gap?.picture);
            write(count, isDark ? "" : String(place.pulse + 1));
            const every = pulsesToALight(lengthS);
            const back = isDark ? 0 : place.count % every;
            const strength = isDark || still ? 0 : { strong: 1, normal: 0.7, soft: 0.45, silent: 0 }[rhythm.accents[(place.pulse - back + length) % length] ?? "normal"];
            const light = strength * (isDark ? 0 : lightAt((place.fraction + back) / every, lengthS * every));
            stage.style.setProperty("--light", light.toFixed(3));
            stage.style.setProperty("--at", isDark ? 0 : ((place.pulse + place.fraction) / length).toFixed(4));
        },
    };
}
