import { slowness } from "./slowness.mjs";
import { quantile } from "./verdicts.mjs";

/** When the next frame is due, at sixty a second, in milliseconds. */
export const dueMs = 1000 / 60;

const tries = 5;
const betweenMs = 1000;
const frames = 60;

/**
 * The time until all of a frame is drawn, in milliseconds, as an ordinary machine would need it: the median over a part of the music, which begins at
 * a time of the server. Other processes may slow down a try, so a slow one is repeated, and the quickest counts.
 */
export async function drawnMs(page, fromUs, seconds = 1) {
    let quickest = Infinity;
    for (let time = 0; time < tries && quickest >= dueMs; time += 1) {
        if (time > 0) await new Promise((later) => setTimeout(later, betweenMs));
        const median = quantile(await page.evaluate(`(${drawing})(${fromUs}, ${seconds}, ${frames})`), 0.5);
        quickest = Math.min(quickest, median / (await slowness(page)));
    }
    return quickest;
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
