const mostPixels = 3840 * 2160; // more pixels cost time without a visible difference
const leastPixels = 1920 * 1080; // fewer would be visible on a wall, so not less even on slow machines
const step = 0.5; // of the pixels
const coverPixels = 640;
const settleMs = 1000;

/**
 * Gives the canvas the resolution of the screen, or less if the machine is too slow.
 * @param {HTMLCanvasElement} canvas
 * @param {number} scale 1 is every pixel of the screen
 * @param {{ width: number, height: number, unit: number }} scene receives the size
 * @returns {{ coarsen: () => void }} draws half as many pixels from now on
 */
export function fitStage(canvas, scale, scene) {
    let most = mostPixels;
    const fit = () => {
        const dense = Math.min((devicePixelRatio || 1) * scale, Math.sqrt(most / (innerWidth * innerHeight)));
        const width = Math.max(1, Math.round(innerWidth * dense));
        const height = Math.max(1, Math.round(innerHeight * dense));
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        scene.width = width;
        scene.height = height;
        scene.unit = Math.min(width, height) / 900;
    };
    addEventListener("resize", fit);
    fit();
    return {
        coarsen() {
            most = Math.max(leastPixels, Math.min(most, scene.width * scene.height) * step);
            fit();
        },
    };
}

/** The cover that the stage draws, loaded once for each track. @param {ReturnType<import("../net/api.js").makeApi>} api */
export function makeStageCover(api) {
    let track = null;
    let picture = null;
    return (shown, known) => {
        if (shown === track && (picture || !known?.hasCover)) return picture?.complete && picture.naturalWidth ? picture : null;
        track = shown;
        picture = null;
        if (known?.hasCover) {
            picture = new Image();
            picture.decoding = "async";
            picture.src = api.trackArt(shown, coverPixels);
        }
        return null;
    };
}

/** The rate and cost of frames over about the last second. */
export class FrameMeter {
    fps = 0;
    scriptMs = 0;
    #lastMs = 0;

    add(nowMs, scriptMs) {
        const stepMs = nowMs - this.#lastMs;
        this.#lastMs = nowMs;
        if (stepMs <= 0 || stepMs > 1000) return;
        const share = Math.min(1, stepMs / settleMs);
        this.fps = this.fps === 0 ? 1000 / stepMs : this.fps + (1000 / stepMs - this.fps) * share;
        this.scriptMs += (scriptMs - this.scriptMs) * share;
    }
}
