import { Worker } from "node:worker_threads";

const napMs = 2;
const lateMs = 8; // half a frame: a thread that only sleeps wakes up later than this only if the machine stalls

/**
 * Records when the machine stalls for any reason: a thread that only sleeps then wakes up late.
 * @returns {{ end: () => Promise<{ fromMs: number, toMs: number }[]> }} by the machine's monotonic clock
 */
export function watchStalls() {
    const worker = new Worker(`(${doze})(${napMs}, ${lateMs})`, { eval: true });
    return {
        async end() {
            const told = new Promise((hear) => worker.once("message", hear));
            worker.postMessage("end");
            const stalls = await told;
            await worker.terminate();
            return stalls;
        },
    };
}

/** Runs in a separate thread. */
function doze(napMs, lateMs) {
    const { parentPort, receiveMessageOnPort } = require("node:worker_threads");
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
    const stalls = [];
    let fromMs = nowMs();
    while (!receiveMessageOnPort(parentPort)) {
        Atomics.wait(nothing, 0, 0, napMs);
        const toMs = nowMs();
        if (toMs - fromMs > napMs + lateMs) stalls.push({ fromMs, toMs });
        fromMs = toMs;
    }
    parentPort.postMessage(stalls);
}
