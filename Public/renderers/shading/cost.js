const firstMs = 4000; // for the first pictures, at which drivers compile
const pollMs = 4;
const enoughMs = 6; // more than the clock's noise
const tries = 2;
const sizes = [[64, 36], [128, 72], [256, 144], [512, 288], [1024, 576]];

const levels = new Float32Array(48).fill(0.4);
const colour = [128, 128, 128];
/** Any moment of any music: what a shader costs hardly depends on it. */
const scene = {
    width: 1600, height: 900, unit: 1, view: { x: 0, y: 0, width: 1600, height: 900 }, timeS: 90, mediaS: 30, changedS: 30, playing: true, show: 1, idle: 0, hasGrid: true,
    beat: { index: 60, fraction: 0.1, position: 1, meter: 4, bpm: 120, strength: 0.7, calmSwing: false, slow: false },
    beats: { count: 8, ageS: Float64Array.from({ length: 8 }, (_, k) => 0.05 + k / 2), strength: new Float32Array(8).fill(0.7), downbeat: new Uint8Array(8) },
    levels, loudness: 0.5, onset: 0.2, history: { fraction: 0.5, at: () => levels }, colours: { main: colour, second: colour, accent: colour }, art: null, calm: false, named: null, settings: { seed: 0 }, isTrial: true,
};

/** Whether a shader's first pictures, which are tiny, are ever done. @param {import("./host.js").ShaderHost} host @param {string} source */
export async function ends(host, source) {
    for (const [width, height] of [[1, 1], sizes[0]]) {
        if (!host.draw(source, scene, width, height) || !await isDone(host.gl)) return false;
    }
    return true;
}

/**
 * What a pixel of a shader costs here: measured on ever larger pictures, until it shows.
 * @param {import("./host.js").ShaderHost} host
 * @param {string} source of a shader that ends
 * @returns {number} in milliseconds
 */
export function pixelMs(host, source) {
    const base = timeOf(host, source, sizes[0]);
    for (const size of sizes.slice(1)) {
        const ms = timeOf(host, source, size) - base;
        const isLast = size === sizes.at(-1);
        if (ms > enoughMs || isLast) return Math.max(0, ms) / (size[0] * size[1] - sizes[0][0] * sizes[0][1]);
    }
}

/** The least time of a few, since other work may stand between. */
function timeOf(host, source, [width, height]) {
    const { gl } = host;
    const pixel = new Uint8Array(4);
    let least = Infinity;
    for (let time = 0; time < tries; time += 1) {
        const started = performance.now();
        host.draw(source, scene, width, height);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // waits for the picture
        least = Math.min(least, performance.now() - started);
    }
    return least;
}

/** Waits until all is drawn, without keeping the page waiting. */
async function isDone(gl) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const untilMs = performance.now() + firstMs;
    let isPassed = false;
    while (!isPassed && !gl.isContextLost() && performance.now() < untilMs) {
        await new Promise((next) => setTimeout(next, pollMs));
        isPassed = gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
    }
    gl.deleteSync(fence);
    return isPassed;
}
