import { scriptOf } from "../renderers/index.js";

const shareOfTime = 2 / (1000 / 60); // 2 ms of each frame at 60 a second
const fewestShown = 0.2; // of a picture

/** Small live pictures of styles. They are drawn in turn while they are visible, and leave most of the time to the stage. */
export class SmallPictures {
    #width;
    #height;
    #everyMs;
    #pictures = new Map(); // by canvas
    #visible = new Set();
    #draws = new Map(); // by style; null while one loads, and if it cannot be drawn
    #observer = new IntersectionObserver((entries) => entries.forEach((entry) => this.#see(entry)), { threshold: fewestShown });
    #frame = 0;
    #restMs = 0;

    /** @param {{ width: number, height: number, everyMs: number }} parts pixels of each, and how often it is drawn */
    constructor({ width, height, everyMs }) {
        [this.#width, this.#height, this.#everyMs] = [width, height, everyMs];
    }

    /** Gives a scene the size of these pictures. */
    fit(scene) {
        const [width, height] = [this.#width, this.#height];
        return Object.assign(scene, { width, height, unit: height / 900, view: { x: 0, y: 0, width, height }, isSmall: true, isGoverned: true });
    }

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {() => { style: string, scene: object, ground: string } | undefined} look what to draw now, if anything
     */
    add(canvas, look) {
        canvas.width = this.#width;
        canvas.height = this.#height;
        const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
        this.#pictures.set(canvas, { look, context, lastMs: -Infinity });
        this.#observer.observe(canvas);
        return canvas;
    }

    remove(canvas) {
        this.#observer.unobserve(canvas);
        this.#visible.delete(this.#pictures.get(canvas));
        this.#pictures.delete(canvas);
    }

    start() {
        if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#tick(nowMs));
    }

    stop() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
    }

    #see({ target, isIntersecting }) {
        const picture = this.#pictures.get(target);
        if (!picture) return;
        if (!isIntersecting) return this.#visible.delete(picture);
        this.#visible.add(picture);
        const seen = picture.look();
        if (seen) this.#drawOf(seen.style); // all styles in sight load at once
    }

    #tick(nowMs) {
        this.#frame = requestAnimationFrame((nextMs) => this.#tick(nextMs));
        if (nowMs < this.#restMs) return;
        let eldest;
        for (const picture of this.#visible) if (!(picture.lastMs >= eldest?.lastMs)) eldest = picture;
        if (!eldest || nowMs - eldest.lastMs < this.#everyMs) return;
        eldest.lastMs = nowMs;
        const startedMs = performance.now();
        this.#paint(eldest);
        this.#restMs = nowMs + (performance.now() - startedMs) / shareOfTime;
    }

    #paint({ context, look }) {
        const seen = look();
        const draw = seen && this.#drawOf(seen.style);
        if (!draw) return;
        context.reset();
        context.fillStyle = seen.ground;
        context.fillRect(0, 0, this.#width, this.#height);
        try {
            draw(context, seen.scene);
            context.getImageData(0, 0, 1, 1); // draws now, so that the time is known
        } catch {
            this.#draws.set(seen.style, null); // the stage tells what is wrong with it
        }
    }

    /** The draw function of a style, once it is loaded: of an instance of its own, since a style keeps what it made for the stage's size. */
    #drawOf(style) {
        if (!this.#draws.has(style)) {
            this.#draws.set(style, null);
            smallOne(style).then(({ draw }) => this.#draws.set(style, draw), () => {});
        }
        return this.#draws.get(style);
    }
}

async function smallOne(style) {
    const made = await import(`../renderers/${scriptOf(style)}?small`);
    return made.shader === undefined ? made : (await import("../renderers/shading/style.js?small")).styleOf(made);
}
