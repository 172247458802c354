import { Worker } from "node:worker_threads";

const napMs = 2;
const lateMs = 8; // half a frame: somebody who only sleeps is woken later than that by a machine that stands still

/**
 * Notes when the machine stood still, whatever for: a thread that does nothing but sleep oversleeps then.
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

/** Runs in a thread of its own. */
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
