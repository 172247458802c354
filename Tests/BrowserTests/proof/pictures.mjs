const soonMs = 400;
const laterMs = [0, 130, 300];

/** Runs in a page before its own script: keeps a picture of the stage at each requested time of the true clock. */
export const pictureLog = `(${() => {
    const log = { wantedMs: [], pictures: [] };
    globalThis.pictureLog = log;
    const request = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (act) => request((stampMs) => {
        act(stampMs);
        if (log.wantedMs.length === 0 || stampMs < log.wantedMs[0]) return;
        log.wantedMs.shift();
        log.pictures.push({ stampMs, url: document.querySelector(".stage").toDataURL() });
    });
}})()`;

/**
 * Makes a PNG of what the screens show at some true times, a column for each screen, with the time and the beat of each frame.
 * @param {object} browser @param {object[]} screens the opened ones @param {(screen: object) => Promise<object[]>} framesOf its last
 * seconds
 */
export async function sideBySide(browser, screens, framesOf) {
    const [first] = screens;
    const nowMs = first.began + (await first.page.evaluate("frameLog.stampMs[(frameLog.count - 1) % frameLog.stampMs.length]"));
    const moments = laterMs.map((ms) => nowMs + soonMs + ms);
    for (const { page, began } of screens) await page.evaluate(`pictureLog.wantedMs.push(${moments.map((ms) => ms - began)}); undefined`);
    const columns = [];
    for (const screen of screens) {
        await screen.page.until(`pictureLog.pictures.length >= ${laterMs.length}`);
        const pictures = await screen.page.evaluate("pictureLog.pictures.splice(0)");
        const frames = await framesOf(screen);
        const cells = pictures.map(({ url, stampMs }) => {
            const drawn = frames.find(({ atMs }) => Math.abs(atMs - stampMs - screen.began) < 1);
            const afterMs = stampMs + screen.began - moments[0];
            return `<figure><img src="${url}"><figcaption>${afterMs.toFixed(1)} ms: beat ${drawn?.phase.toFixed(3) ?? "?"}</figcaption></figure>`;
        });
        columns.push(`<section><h2>${screen.words}</h2>${cells.join("")}</section>`);
    }
    const page = await browser.open({ width: 500 * screens.length + 20, height: 1060 });
    await page.evaluate(`(document.body.innerHTML = ${JSON.stringify(style + columns.join(""))}, Promise.all([...document.images].map((image) => image.decode()))).then(() => {})`);
    const picture = await page.shot();
    await page.close();
    return picture;
}

const style = `<style>
    body { margin: 10px; display: flex; gap: 20px; background: #03060d; color: #cfe; font: 14px system-ui }
    h2 { font: inherit } figure { margin: 0 0 12px } img { width: 480px; height: 300px; background: #08152b } figcaption { font-variant-numeric: tabular-nums }
</style>`;
