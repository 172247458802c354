import { setTimeout as pause } from "node:timers/promises";

// What is seen and heard of a server that is gone for a moment.

const backMs = 10_000;
/** What people do not notice. */
export const unnoticed = { pictureMs: 100, soundMs: 100, jumpMs: 3, positionMs: 1 };

/** Runs in a page: measures the longest silence of all that leaves it as sound. */
export const silenceLog = `(${() => {
    const { connect } = AudioNode.prototype;
    const heard = { longestMs: 0, runMs: 0, began: false };
    globalThis.silenceLog = heard;
    AudioNode.prototype.connect = function (target, ...more) {
        if (target === this.context.destination && !this.context.isMeasured) {
            this.context.isMeasured = true;
            const meter = this.context.createScriptProcessor(4096, 2, 1);
            meter.onaudioprocess = ({ inputBuffer }) => {
                for (const sample of inputBuffer.getChannelData(0)) {
                    if (Math.abs(sample) > 1e-4) {
                        if (heard.began) heard.longestMs = Math.max(heard.longestMs, heard.runMs);
                        heard.began = true;
                        heard.runMs = 0;
                    } else heard.runMs += 1000 / inputBuffer.sampleRate;
                }
            };
            connect.call(this, meter);
            connect.call(meter, target);
        }
        return connect.call(this, target, ...more);
    };
}})()`;

/** The longest silence that was heard, also one that still lasts. */
export const silenceMs = (page) => page.evaluate("Math.max(silenceLog.longestMs, silenceLog.runMs)");

/** What a page drew in a round. */
export function seen(frames, stalls) {
    let [jumpMs, pictureMs, shiftMs] = [0, 0, 0];
    for (let at = 1; at < frames.length; at += 1) {
        const [one, other] = [frames[at - 1], frames[at]];
        jumpMs = Math.max(jumpMs, Math.abs(other.errorMs - one.errorMs));
        const stood = stalls.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, other.atMs) - Math.max(fromMs, one.atMs)), 0);
        pictureMs = Math.max(pictureMs, other.atMs - one.atMs - stood);
        const moved = 1000 * (other.mediaS - one.mediaS) - (other.atMs + other.errorMs - one.atMs - one.errorMs);
        if (Math.abs(moved) < 5000) shiftMs = Math.max(shiftMs, Math.abs(moved)); // a track that begins anew is no shift
    }
    return { jumpMs, pictureMs, shiftMs };
}

/** Milliseconds from a moment until the server answers. */
export async function answers(server, started) {
    while (performance.now() - started < backMs) {
        try {
            if ((await fetch(`${server.address}/health`, { signal: AbortSignal.timeout(1000) })).ok) return performance.now() - started;
        } catch { /* not yet */ }
        await pause(5);
    }
    return Infinity;
}

/** Where the music is, seen from a fixed moment of the server's clock; and the volume, which was changed just before. */
export async function standing(server) {
    const { timeline, volume } = (await server.get("rooms/main")).state ?? await server.get("rooms/main");
    return { originMs: timeline.at / 1000 - 1000 * timeline.position, volume };
}
