import { settled } from "../session/settings.js";
import { SceneMaker } from "../session/scene.js";
import { SmallPictures } from "./smallPictures.js";
import { makeStageCover } from "./stage.js";

const size = { width: 160, height: 90, everyMs: 120 };
const grounds = { night: "#050b16", black: "#000", art: "#0a1120", transparent: "#123" };

/**
 * What each screen shows now, small: equal settings give equal pictures, so they are drawn here and need no video.
 * @param {object} page
 * @param {import("../session/frames.js").FrameStore} page.frames
 * @param {ReturnType<import("../net/api.js").makeApi>} page.api
 * @param {import("../net/roomLink.js").RoomLink} page.socket
 */
export class ScreenFaces {
    #page;
    #pictures = new SmallPictures(size);
    #faces = new Map(); // by canvas
    #room;

    constructor(page) {
        this.#page = page;
    }

    /** A canvas for a screen. */
    add(canvas) {
        const maker = new SceneMaker(this.#page.frames);
        this.#pictures.fit(maker.scene);
        // Its own cover, since a screen with a delay changes what it shows later than this one.
        this.#faces.set(canvas, { maker, cover: makeStageCover(this.#page.api), screen: undefined, key: "", settings: undefined });
        return this.#pictures.add(canvas, () => this.#look(this.#faces.get(canvas)));
    }

    remove(canvas) {
        this.#faces.delete(canvas);
        this.#pictures.remove(canvas);
    }

    show(canvas, screen) {
        this.#faces.get(canvas).screen = screen;
    }

    /** Draws from now on. */
    run(room) {
        this.#room = room;
        this.#pictures.start();
    }

    rest() {
        this.#pictures.stop();
    }

    #look(face) {
        const { screen, maker } = face;
        const serverUs = this.#page.socket.serverUs(performance.now());
        if (!screen || serverUs === undefined) return undefined;
        const look = this.#room.state?.look;
        const key = JSON.stringify([look, screen.look, screen.style]);
        if (face.key !== key) {
            face.key = key;
            face.settings = settled(look, screen.look, screen.style ? { style: screen.style } : null);
        }
        const { scene } = maker;
        maker.at(serverUs - 1000 * screen.offsetMs, this.#room, face.settings);
        scene.art = face.cover(scene.about?.source);
        return { style: face.settings.style, scene, ground: grounds[face.settings.background] };
    }
}
