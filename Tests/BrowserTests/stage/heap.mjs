import { setTimeout as pause } from "node:timers/promises";

/** The growth in bytes that a heap without a leak may seem to have; noise is a tenth of it. */
export const mostGrowth = 128 * 1024;

const warmS = 12; // until late compilation is done
const sampledS = 10;
const sampleBytes = 2048;

/** The size of the page's heap after garbage collection, in bytes. */
export async function heapUsed(page) {
    await page.call("HeapProfiler.collectGarbage");
    return (await page.call("Runtime.getHeapUsage")).usedSize;
}

/**
 * The growth of the heap in some seconds of a page that runs by itself. The frame log counts the frames.
 * @returns {Promise<{ growth: number, frames: number }>} in bytes
 */
export async function growthOver(page, seconds) {
    await pause(1000 * warmS);
    const [first, from] = [await heapUsed(page), await page.evaluate("frameLog.count")];
    await pause(1000 * seconds);
    return { growth: (await heapUsed(page)) - first, frames: (await page.evaluate("frameLog.count")) - from };
}

/**
 * The garbage that a frame makes, in bytes, including all data from the server, and where most of it is made.
 * @returns {Promise<{ perFrame: number, most: string }>}
 */
export async function madePerFrame(page) {
    await page.call("HeapProfiler.startSampling", {
        samplingInterval: sampleBytes, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true,
    });
    const from = await page.evaluate("frameLog.count");
    await pause(1000 * sampledS);
    const frames = (await page.evaluate("frameLog.count")) - from;
    const { profile } = await page.call("HeapProfiler.stopSampling");
    const places = new Map();
    const add = ({ callFrame, selfSize, children }) => {
        const name = `${callFrame.functionName || "(nameless)"} ${callFrame.url.split("/").at(-1)}`.trim();
        places.set(name, (places.get(name) ?? 0) + selfSize);
        children.forEach(add);
    };
    add(profile.head);
    const total = [...places.values()].reduce((sum, size) => sum + size, 0);
    const [most] = [...places].sort(([, one], [, other]) => other - one);
    return { perFrame: Math.round(total / Math.max(1, frames)), most: `${most[0]}, ${Math.round((100 * most[1]) / total)} %` };
}
