import { paintGround } from "../renderers/ground.js";

/** The steps of quality, from the coarsest to the finest: the share of the screen's pixels that is drawn. */
export const steps = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
export const finest = steps.length - 1;
const mostPixels = 3840 * 2160; // more pixels cost time without a visible difference
const coverPixels = 640;
const settleMs = 1000;

/** The canvas that fills the page: its resolution, its background, and the part of the picture that it shows. */
export class Stage {
    context;

    #canvas;
    #scale;
    #scene;
    #quality = finest;
    #part;
    #covered = 0;
    #ground = new OffscreenCanvas(1, 1);
    #groundOf = "";

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {number} scale 1 is every pixel of the screen
     * @param {{ width: number, height: number, unit: number, view: object }} scene receives the size
     */
    constructor(canvas, scale, scene) {
        this.#canvas = canvas;
        this.#scale = scale;
        this.#scene = scene;
        this.context = canvas.getContext("2d", { alpha: false });
        addEventListener("resize", () => this.fit());
        this.fit();
    }

    get canvas() {
        return this.#canvas;
    }

    /** Which of the quality's steps is drawn. */
    get quality() {
        return this.#quality;
    }

    set quality(step) {
        if (step === this.#quality) return;
        this.#quality = step;
        this.fit();
    }

    /** Makes the scene's view a part of a wall; undefined for a picture of its own. @param {((scene: object) => void) | undefined} part */
    set part(part) {
        this.#part = part;
        this.fit();
    }

    /** How much of the page is covered at its right, in its pixels: the picture is in the middle of what is free. */
    set covered(px) {
        if (px === this.#covered) return;
        this.#covered = px;
        this.fit();
    }

    /** Gives the canvas the resolution of the screen, or less if the quality asks for less. */
    fit() {
        const scene = this.#scene;
        const { clientWidth: wide, clientHeight: high } = document.body; // a turned page is as wide as its window is high
        const most = Math.min(mostPixels, wide * high * (devicePixelRatio || 1) ** 2 * steps[this.#quality]);
        const dense = Math.min((devicePixelRatio || 1) * this.#scale, Math.sqrt(most / (wide * high)));
        const width = Math.max(1, Math.round(wide * dense));
        const height = Math.max(1, Math.round(high * dense));
        if (this.#canvas.width !== width || this.#canvas.height !== height) {
            this.#canvas.width = width;
            this.#canvas.height = height;
        }
        scene.view.width = width;
        scene.width = Math.max(1, width - Math.round(this.#covered * dense));
        scene.height = scene.view.height = height;
        scene.view.x = scene.view.y = 0;
        this.#part?.(scene);
        scene.unit = Math.min(scene.width, scene.height) / 900;
    }

    /** Begins a picture: paints the background. @param {"night" | "black" | "transparent"} background */
    clear(background) {
        const isClear = background === "transparent";
        if (this.context.getContextAttributes().alpha !== isClear) this.#replace(isClear);
        const { context } = this;
        const { width, height } = this.#canvas;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.globalAlpha = 1;
        context.globalCompositeOperation = "source-over";
        if (isClear) {
            context.clearRect(0, 0, width, height);
        } else if (background === "black") {
            context.fillStyle = "#000";
            context.fillRect(0, 0, width, height);
        } else {
            context.drawImage(this.#nightGround(), 0, 0);
        }
        context.translate(-this.#scene.view.x, -this.#scene.view.y);
    }

    #nightGround() {
        const { width, height, view } = this.#scene;
        const wanted = `${width} ${height} ${view.x} ${view.y} ${view.width} ${view.height}`;
        if (wanted !== this.#groundOf) {
            this.#groundOf = wanted;
            paintGround(this.#ground, this.#scene);
        }
        return this.#ground;
    }

    /** A see-through canvas costs the browser a blend of the whole page in each frame, and whether it is one cannot be changed later. */
    #replace(isClear) {
        const canvas = this.#canvas.cloneNode();
        this.#canvas.replaceWith(canvas);
        this.#canvas = canvas;
        this.context = canvas.getContext("2d", { alpha: isClear });
    }
}

/** The cover that the stage draws, loaded once for each source. @param {ReturnType<import("../net/api.js").makeApi>} api */
export function makeStageCover(api) {
    let source;
    let picture;
    return (shown) => {
        if (shown !== source) {
            source = shown;
            picture = new Image();
            picture.decoding = "async";
            if (shown) picture.src = api.trackArt(shown, coverPixels);
        }
        return picture?.complete && picture.naturalWidth ? picture : null;
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
