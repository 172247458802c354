import { barOf, clicksOf, clickUs } from "../session/click.js";

const full = 1 - 2 ** -15; // the greatest sample of 16 bits

/** By sound. @type {WeakMap<AudioBuffer, Float32Array>} */
const hulls = new WeakMap();

/** The greatest magnitude of a sound from each millisecond on, or from the one before it, so that it does not matter where in a millisecond it begins. */
function hullOf(buffer) {
    let hull = hulls.get(buffer);
    if (hull) return hull;
    const samples = buffer.getChannelData(0);
    const perMs = buffer.sampleRate / 1000;
    hull = new Float32Array(Math.ceil(samples.length / perMs) + 1);
    let most = 0;
    for (let at = samples.length - 1; at >= 0; at -= 1) {
        most = Math.max(most, Math.abs(samples[at]));
        const block = Math.floor(at / perMs);
        hull[block] = hull[block + 1] = most;
    }
    hulls.set(buffer, hull);
    return hull;
}

/**
 * How much softer the clicks of a rhythm must be so that all that sound at once stay within full scale. Adds what
 * each may still reach, for each millisecond of a bar and of what rings into it. The server has the same in `ClickKit.headroom`.
 * @param {Record<string, AudioBuffer>} kit by voice
 * @param {import("../session/click.js").Rhythm} rhythm
 * @returns {number} a factor; 1 where they stay within it anyway
 */
export function headroomOf(kit, rhythm) {
    const longest = Math.max(...Object.values(kit).map((buffer) => hullOf(buffer).length));
    const endUs = clickUs(rhythm, barOf(rhythm).length) + 1000 * longest;
    const sums = new Float64Array(Math.ceil(endUs / 1000) + longest);
    const steady = { generation: 0, at: 0, position: 0, click: { rhythm: { ...rhythm, gap: null }, pulse: 0, bar: 1 } };
    for (const { dueUs, voice } of clicksOf(steady, 0, endUs)) {
        const start = Math.floor(dueUs / 1000);
        hullOf(kit[voice]).forEach((magnitude, block) => { sums[start + block] += magnitude; });
    }
    const most = sums.reduce((greatest, sum) => Math.max(greatest, sum), 0);
    return most > full ? full / most : 1;
}
