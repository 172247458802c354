import { settled } from "../session/settings.js";
import { SceneMaker } from "../session/scene.js";
import { makeStageCover } from "./stage.js";

const width = 160;
const height = 90;
const everyMs = 120;
const mostAtOnce = 12; // drawn: each costs about 0.3 ms
const grounds = { night: "#050b16", black: "#000", art: "#0a1120", transparent: "#123" };

/**
 * What each screen shows now, small: equal settings give equal pictures, so they are drawn here and need no video.
 * @param {object} page
 * @param {import("../session/frames.js").FrameStore} page.frames
 * @param {(id: string) => Function} page.styleOf
 * @param {ReturnType<import("../net/api.js").makeApi>} page.api
 * @param {import("../net/roomLink.js").RoomLink} page.socket
 */
export class ScreenFaces {
    #page;
    #faces = new Map();
    #seen;
    #timer;
    #room;

    constructor(page) {
        this.#page = page;
        this.#seen = globalThis.IntersectionObserver && new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) if (this.#faces.has(target)) this.#faces.get(target).isSeen = isIntersecting;
        });
    }

    /** A canvas for a screen. */
    add(canvas) {
        canvas.width = width;
        canvas.height = height;
        this.#faces.set(canvas, { maker: undefined, screen: undefined, isSeen: !this.#seen });
        this.#seen?.observe(canvas);
        return canvas;
    }

    remove(canvas) {
        this.#faces.delete(canvas);
        this.#seen?.unobserve(canvas);
    }

    show(canvas, screen) {
        this.#faces.get(canvas).screen = screen;
    }

    /** Draws from now on. */
    run(room) {
        this.#room = room;
        this.#timer ??= setInterval(() => this.#draw(), everyMs);
    }

    rest() {
        clearInterval(this.#timer);
        this.#timer = undefined;
    }

    #draw() {
        if (document.hidden) return;
        const serverUs = this.#page.socket.serverUs(performance.now());
        if (serverUs === undefined) return;
        let drawn = 0;
        for (const [canvas, face] of this.#faces) {
            if (!face.isSeen || !face.screen || drawn >= mostAtOnce) continue;
            drawn += 1;
            this.#drawFace(canvas, face, serverUs - 1000 * face.screen.offsetMs);
        }
    }

    #drawFace(canvas, face, serverUs) {
        const { screen } = face;
        const room = this.#room;
        face.maker ??= new SceneMaker(this.#page.frames);
        // Its own, since a screen with a delay changes its track later than this one.
        face.cover ??= makeStageCover(this.#page.api);
        const key = JSON.stringify([room.state?.look, screen.look, screen.style]);
        if (face.key !== key) {
            face.key = key;
            face.settings = settled(room.state?.look, screen.look, screen.style ? { style: screen.style } : null);
        }
        const { scene } = face.maker;
        Object.assign(scene, { width, height, unit: height / 900 });
        Object.assign(scene.view, { x: 0, y: 0, width, height });
        face.maker.at(serverUs, room, face.settings);
        scene.art = face.cover(scene.track);
        const context = canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.globalAlpha = 1;
        context.globalCompositeOperation = "source-over";
        context.fillStyle = grounds[face.settings.background];
        context.fillRect(0, 0, width, height);
        this.#page.styleOf(face.settings.style)(context, scene);
    }
}
