import { bpmWords, metreWords } from "../../session/rhythm.js";
import { barOf } from "../../session/click.js";
import { icon, iconButton, make, mark, write } from "../elements.js";
import { lightAt, makeFieldLight } from "./lights.js";
import { stopSign } from "./stopSign.js";

const strengths = { strong: 1, normal: 0.7, soft: 0.45, silent: 0 };

/**
 * The view for the stage: black, one circle, the title, three buttons. The second voice of a polyrhythm is dots on the way of the playhead.
 * @param {Document} document
 */
export function makeFocus(document, { start, step, close }) {
    const orbit = make("div", { class: "focus-orbit", hidden: true });
    const circle = make("div", { class: "focus-circle", "aria-hidden": "true" }, orbit, make("i", {}));
    const lightOf = makeFieldLight(strengths);
    let seconds = [];
    let lit;
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
            write(line, [bpmWords(rhythm), metreWords(rhythm), list && `${list.index + 1} of ${list.count}`].filter(Boolean).join(" · "));
            previous.disabled = !(list && list.index > 0);
            next.disabled = !(list && list.index + 1 < list.count);
            const runs = on && running;
            if (toggle.dataset.runs === String(runs)) return;
            toggle.dataset.runs = runs;
            toggle.replaceChildren(runs ? stopSign() : icon("play"));
            mark(toggle, "aria-label", runs ? "Stop" : "Start");
        },
        draw(seen) {
            const { rhythm, place, lengthS, still } = seen;
            const { length } = barOf(rhythm);
            const isDark = !place || (place.isSilent && !rhythm.gap?.picture);
            write(count, isDark ? "" : String(place.pulse + 1));
            const now = isDark ? 0 : (place.pulse + place.fraction) / length;
            stage.style.setProperty("--light", (isDark ? 0 : lightOf(seen)).toFixed(3));
            stage.style.setProperty("--at", now.toFixed(4));
            drawSeconds(isDark, now, rhythm.polyrhythm?.[0] ?? 0, still, lengthS * length);
        },
    };

    function drawSeconds(isDark, now, count, still, barS) {
        if (count !== seconds.length) {
            seconds = Array.from({ length: count }, () => make("b", {}));
            seconds.forEach((dot, at) => dot.style.setProperty("--turn", at / count));
            orbit.replaceChildren(...seconds);
            orbit.hidden = count === 0;
        }
        const at = Math.floor(now * count);
        const dot = isDark ? undefined : seconds[at];
        if (lit !== dot) lit?.style.setProperty("--light", 0);
        lit = dot;
        dot?.style.setProperty("--light", still ? 1 : lightAt(now * count - at, barS / count).toFixed(3));
    }
}
