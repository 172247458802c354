import { untilTrue } from "../../PublicTests/workbench/waiting.mjs";

/** A page in which nothing counts as a person's touch but `click`. */
export async function openUntouched(browser, url, options) {
    const page = await browser.open({ url, ...options });
    const say = async (expression) => (await page.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true })).result.value;
    /** A page that is just being reloaded may answer with an error, which is "not yet" to `untilTrue`. */
    const sees = (expression) => untilTrue(say, `(() => { try { return ${expression}; } catch { return false; } })()`);
    const at = async (selector) => {
        const element = `document.querySelector(${JSON.stringify(selector)})`;
        // Without a mouse on the machine, controls that have just appeared take no press yet.
        await sees(`${element}?.checkVisibility({ visibilityProperty: true }) && getComputedStyle(${element}).pointerEvents !== "none"`);
        return say(`(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(${element}.getBoundingClientRect())`);
    };
    const click = async (selector) => {
        await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 5, y: 5 });
        await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 9, y: 9 }); // the controls appear
        const press = { ...await at(selector), button: "left", clickCount: 1 };
        await page.call("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
        await page.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
    };
    await sees("globalThis.downbeat?.scene && document.body.dataset.link === 'live'");
    return { page, say, sees, click };
}
