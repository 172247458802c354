import { untilSo } from "../../PublicTests/workbench/waiting.mjs";

const library = ".sound [data-act=library]";
/** For each state of the page: what to press, and the condition that it is open. */
const states = {
    "the player": { there: "document.body.dataset.track === 'some'" },
    "the library": { press: library, there: "document.querySelector('#panel-library .list li')?.checkVisibility()" },
    "the queue": { press: "#tab-queue", there: "document.querySelector('#panel-queue').checkVisibility()" },
    "the look": { press: "#tab-look", there: "document.querySelector('#panel-look .look')?.checkVisibility()" },
    "the screens": { press: "#tab-screens", there: "document.querySelector('#panel-screens .screen')?.checkVisibility()" },
    "the wall": { press: "#panel-screens .wall-open", there: "document.querySelector('.wall-sheet')?.open && document.querySelector('.wall-screen')" },
    "the links": { press: "#panel-screens [data-act=invite]", there: "document.querySelector('.links-sheet')?.open" },
    "the menu": { press: "[data-act=menu]", there: "document.querySelector('.menu-sheet')?.open" },
    "the keys": { press: ".menu-sheet [data-act=help]", there: "document.querySelector('.help-sheet')?.open" },
};
/** A condition for a page: all animations that end have ended. */
export const rested = `document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)`;

/** Opens a part of the page and waits until it is complete and all animations that end have ended. */
export async function opened(page, state) {
    const { press, there } = states[state];
    if (press) await page.click(press);
    await page.until(there);
    // On a busy machine the controls may be hidden again before they have come to rest.
    await untilSo(async () => {
        for (const x of [40, 60]) await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y: 200 }); // shows hidden controls
        await page.until(`!document.body.classList.contains("quiet") && ${rested}`);
        return page.evaluate("new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(!document.body.classList.contains('quiet')))))");
    }, Boolean);
}
