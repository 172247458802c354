import { night } from "../renderers/glow.js";
import { make } from "./elements.js";

const wide = 216; // pixels of a thumbnail
const tall = 135;
const everyMs = 100; // each of them
const shareOfTime = 2 / (1000 / 60); // 2 ms of each frame at 60 a second
const fewestShown = 0.2; // of a thumbnail

/** Small live pictures of the styles. They are drawn in turn while they are visible, and leave most of the time to the stage. */
export class StyleThumbs {
    #scene;
    #load;
    #thumbs = new Map();
    #visible = new Set();
    #observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.#see(entry)), { threshold: fewestShown });
    #frame = 0;
    #restMs = 0;

    /**
     * @param {import("../renderers/stage/beat.js").Scene} scene the stage's, which is updated in each frame
     * @param {(id: string) => Promise<{ draw: Function }>} load loads a style for small pictures
     */
    constructor(scene, load) {
        const view = { x: 0, y: 0, width: wide, height: tall };
        this.#scene = Object.assign(Object.create(scene), { width: wide, height: tall, unit: tall / 900, view, isSmall: true });
        this.#load = load;
    }

    /** @param {string} id of a style @returns {HTMLCanvasElement} its picture */
    of(id) {
        const canvas = make("canvas", { class: "thumb", width: wide, height: tall, "aria-hidden": "true" });
        const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
        context.fillStyle = night;
        context.fillRect(0, 0, wide, tall);
        this.#thumbs.set(canvas, { id, context, draw: undefined, lastMs: -Infinity });
        this.#observer.observe(canvas);
        return canvas;
    }

    start() {
        if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#tick(nowMs));
    }

    stop() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
    }

    #see({ target, isIntersecting }) {
        const thumb = this.#thumbs.get(target);
        if (isIntersecting) this.#visible.add(thumb);
        else this.#visible.delete(thumb);
        // A style that cannot be loaded stays dark.
        if (isIntersecting && thumb.draw === undefined) {
            thumb.draw = null;
            this.#load(thumb.id).then(({ draw }) => { thumb.draw = draw; }, () => {});
        }
    }

    #tick(nowMs) {
        this.#frame = requestAnimationFrame((nextMs) => this.#tick(nextMs));
        if (nowMs < this.#restMs) return;
        let eldest;
        for (const thumb of this.#visible) if (thumb.draw && !(thumb.lastMs >= eldest?.lastMs)) eldest = thumb;
        if (!eldest || nowMs - eldest.lastMs < everyMs) return;
        eldest.lastMs = nowMs;
        const startedMs = performance.now();
        this.#paint(eldest);
        this.#restMs = nowMs + (performance.now() - startedMs) / shareOfTime;
    }

    #paint(thumb) {
        const { context } = thumb;
        context.reset();
        context.fillStyle = night;
        context.fillRect(0, 0, wide, tall);
        try {
            thumb.draw(context, this.#scene);
            context.getImageData(0, 0, 1, 1); // draws now, so that the time is known
        } catch {
            thumb.draw = null; // the stage tells what is wrong with it
        }
    }
}
