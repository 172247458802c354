import { iconButton, make, withStyle } from "./elements.js";

/**
 * Turns the page into the mini view: the stage, the title and a play button. It has its own visual settings.
 * @param {Document} document
 * @param {(name: string, event: Event) => void} act
 * @returns {Promise<(resting: boolean) => void>} shows whether it is paused
 */
export async function makeMini(document, act) {
    const line = make("p", { class: "rest-line", hidden: true }, "Rests while the large view is seen.");
    document.querySelector(".transport").append(
        iconButton("style", "Next style", (event) => act("style", event)), iconButton("colour", "Next colours", (event) => act("colour", event)));
    document.querySelector("main").append(line);
    await withStyle("mini.css");
    document.body.dataset.view = "mini";
    return (resting) => {
        line.hidden = !resting;
        document.body.classList.toggle("resting", resting);
    };
}
