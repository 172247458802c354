import { beganMs } from "../stage/frameLog.mjs";

/** Opens a page that shows nothing: frames that even it misses, this machine holds back from everyone. */
export async function openBlank(browser) {
    const page = await browser.open({ width: 100, height: 100, apart: true });
    await page.evaluate(`globalThis.drawn = [];
        const draw = (stampMs) => {
            drawn.push(stampMs);
            requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);`);
    return {
        /** When it has drawn until now, by the server's clock. @returns {Promise<number[]>} */
        async moments() {
            const began = await beganMs(page);
            return (await page.evaluate("drawn")).map((stampMs) => began + stampMs);
        },
        close: () => page.close(),
    };
}
