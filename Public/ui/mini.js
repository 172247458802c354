import { iconButton, make, withStyle } from "./elements.js";

/**
 * Turns the page into the mini view: the stage, the title and a play button. It has its own visual settings.
 * @param {Document} document
 * @param {Record<string, Function>} acts
 * @returns {Promise<(resting: boolean) => void>} shows whether it is paused
 */
export async function makeMini(document, acts) {
    const line = make("p", { class: "rest-line", hidden: true }, "Rests while the large view is seen.");
    document.querySelector(".transport").append(
        iconButton("style", "Next style", acts.style), iconButton("colour", "Next colours", acts.colour));
    document.querySelector("main").append(line);
    await withStyle("mini.css");
    document.body.dataset.view = "mini";
    return (resting) => {
        line.hidden = !resting;
        document.body.classList.toggle("resting", resting);
    };
}
