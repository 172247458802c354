const soonMs = 6000;

/** A page in which nothing counts as a person's touch but `click`. */
export async function openUntouched(browser, url, options) {
    const page = await browser.open({ url, ...options });
    const say = async (expression) => (await page.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true })).result.value;
    const sees = async (expression, mostMs) => {
        const started = performance.now();
        while (performance.now() - started < mostMs) {
            if (await say(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return performance.now() - started;
            await new Promise((later) => setTimeout(later, 50));
        }
        throw new Error(`never: ${expression}`);
    };
    const at = async (selector) => {
        await sees(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility({ visibilityProperty: true })`, soonMs);
        return say(`(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
    };
    const click = async (selector) => {
        await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 5, y: 5 });
        await page.call("Input.dispatchMouseEvent", { type: "mouseMoved", x: 9, y: 9 }); // the controls appear
        const press = { ...await at(selector), button: "left", clickCount: 1 };
        await page.call("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
        await page.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
    };
    await sees("globalThis.downbeat?.scene && document.body.dataset.link === 'live'", 10_000);
    return { page, say, sees, click };
}
