import { bpmWords, metreWords } from "../../session/rhythm.js";
import { icon, make, mark, write } from "../elements.js";
import { stopSign } from "./stopSign.js";

/**
 * The metronome at the bottom of the page, in place of the player, while its view is closed.
 * @param {Document} document @param {{ open: () => void, start: () => void, leave: () => void }} acts
 */
export function makeNowBar(document, { open, start, leave }) {
    const words = make("span", {});
    const toggle = make("button", { class: "icon-button play-button", type: "button", onclick: start });
    const back = make("button", { class: "icon-button", type: "button", "aria-label": "Back to the music", onclick: leave }, icon("close"));
    const bar = make("section", { class: "click-bar chrome glass", "aria-label": "Metronome", hidden: true },
        make("button", { class: "click-open", type: "button", onclick: open }, icon("metronome"), words), toggle, back);
    document.querySelector("main").append(bar);
    return {
        /** @param {object | undefined} click of the room's state */
        show(click, isHere) {
            bar.hidden = !isHere;
            back.hidden = click?.running === true;
            if (!isHere || !click) return;
            write(words, [click.song?.title, bpmWords(click.rhythm), metreWords(click.rhythm)].filter(Boolean).join(" · "));
            if (toggle.dataset.runs === String(click.running)) return;
            toggle.dataset.runs = click.running;
            toggle.replaceChildren(click.running ? stopSign() : icon("play"));
            mark(toggle, "aria-label", click.running ? "Stop the metronome" : "Start the metronome");
        },
    };
}
