import { ordinaryTimes } from "./ordinaryTimes.mjs";
import { quantile } from "./verdicts.mjs";

/** When the next frame is due, at sixty a second, in milliseconds. */
export const dueMs = 1000 / 60;

const frames = 60;

/** The time until all of a frame is drawn, in milliseconds: the median over a part of the music, which begins at a time of the server. */
export async function drawnMs(page, fromUs, seconds = 1) {
    const median = (took) => quantile(took, 0.5);
    return median(await ordinaryTimes(page, `(${drawing})(${fromUs}, ${seconds}, ${frames})`, median, dueMs));
}

/** The time of each frame in milliseconds, sixty of them to a second of the music. Runs in a page. */
async function drawing(fromUs, seconds, frames) {
    const took = [];
    while (took.length < frames) {
        const started = performance.now();
        downbeat.drawAt(fromUs + (1e6 * (took.length % Math.floor(60 * seconds))) / 60);
        document.querySelector(".stage").getContext("2d").getImageData(0, 0, 1, 1); // waits for what is drawn
        took.push(performance.now() - started);
        if (took.length % 4 === 0) await new Promise((next) => requestAnimationFrame(next));
    }
    downbeat.drawAt();
    return took;
}
