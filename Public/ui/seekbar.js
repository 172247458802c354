import { isLive } from "../session/timeline.js";
import { following, panned, shareOf, showing, whole, zoomed } from "../waveform/span.js";
import { TrackWave } from "../waveform/trackWave.js";
import { mark, withStyle } from "./elements.js";
import { later } from "./later.js";
import { positionWords } from "./words.js";

const handled = ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave", "wheel", "dblclick", "keydown"];
const lookedMs = 6000; // how long the bar stays where a user panned it before it follows the music again

/**
 * An overlay of the waveform: it draws on it and may handle pointer presses.
 * @typedef {object} Overlay
 * @property {(context: CanvasRenderingContext2D, strip: object, span: import("../waveform/span.js").Span) => void} draw
 * @property {(atS: number, reachS: number) => boolean} grab whether the press is for it
 * @property {(byS: number) => void} drag
 * @property {(done: boolean, atS: number, dragged: boolean) => void} drop
 */

/** The seek bar: the track's waveform, straight or around the stage's centre, a slider over it, and its markers. */
export class SeekBar {
    /** @type {(positionS: number) => void} */
    seek = () => {};
    /** @type {(distance: { by: number } | { beats: number } | { bars: number }) => void} */
    seekBy = () => {};
    /** Called when a user zooms in. */
    zoomedIn = () => {};
    /** Called when another source is shown, or its markers change. */
    changed = () => {};
    /** Called for keys on a marker's button that do more than seek. @type {(marker: object, act: "remove" | "edit" | "earlier" | "later") => void} */
    markerAct = () => {};
    source = null;
    durationS = 0;
    /** @type {readonly { id: number, start: number, end?: number | null, label?: string, colour?: string }[]} */
    markers = [];
    span = whole(0);
    /** Pointers and keys over the bar: loaded after the first picture. @type {{ want: () => Promise<import("./seekHand.js").SeekHand> }} */
    hand;
    /** The frames that are known of a source. @type {(source: string) => import("../session/frames.js").FrameWindow} */
    framesOf;
    /** The module of the dial, while the bar is a dial. @type {typeof import("../waveform/dial.js") | undefined} */
    dial;
    #dialComing;
    #over;
    #straight = false;
    #round = false;
    #api;
    #root;
    #canvas;
    #slider;
    #trouble;
    #buttons;
    #ready = false;
    #wave;
    /** In its place while live sound plays. */
    #liveWave;
    #lookedMs = -Infinity;
    #trackS = 0;
    #stale = true;
    #drawn;
    #styleOf;
    #context;
    #strip = {
        width: 0, height: 0, unit: 1, peaks: new Float32Array(0), progress: 0, playing: false, timeS: 0, levels: new Float32Array(0),
        loudness: 0, colours: undefined, css: undefined, movement: "progress",
    };
    #remPx = 16;

    /**
     * @param {HTMLElement} root
     * @param {ReturnType<import("../net/api.js").makeApi>} api
     * @param {(id: string) => Function} styleOf the draw function of a waveform style
     * @param {(sentence: string, trouble: boolean) => void} notice
     */
    constructor(root, api, styleOf, notice) {
        this.#api = api;
        this.#styleOf = styleOf;
        this.#root = root;
        const find = (name) => root.querySelector(`.${name}`);
        [this.#canvas, this.#slider, this.#trouble] = [find("seek-picture"), find("seek-slider"), find("seek-trouble")];
        this.#context = this.#canvas.getContext("2d");
        this.hand = later(async () => new (await import("./seekHand.js")).SeekHand(this.#slider, this, api), notice);
        for (const kind of handled) this.#slider.addEventListener(kind, (event) => this.#handle(event), { passive: false });
        this.#buttons = later(async () => {
            const [{ MarkerButtons }] = await Promise.all([import("./markerButtons.js"), withStyle("markers.css")]);
            return new MarkerButtons(find("seek-markers"), {
                slider: this.#slider, seek: (atS) => this.seek(atS), reveal: (atS) => this.#reveal(atS), markerAct: (marker, act) => this.markerAct(marker, act),
            });
        }, notice);
        this.#liveWave = later(async () => new (await import("../waveform/liveWave.js")).LiveWave(), notice);
        this.#wave = new TrackWave(api.waveform, (sentence, again) => this.#say(sentence, again));
        this.#trouble.querySelector("button").addEventListener("click", () => this.#wave.want(this.source));
        new ResizeObserver(() => this.#fit()).observe(root);
    }

    /** The target of the current drag in seconds; undefined without one. */
    get previewS() {
        return this.hand.here?.previewS;
    }

    get holds() {
        return this.hand.here?.holds;
    }

    get over() {
        return this.#over;
    }

    /** @param {Overlay} overlay */
    set over(overlay) {
        this.#over = overlay;
        this.touch();
    }

    /** Keeps the bar straight in every style, for editing. @param {boolean} straight */
    set straight(straight) {
        this.#straight = straight;
        this.touch();
    }

    /** Redraws after the overlay has changed. */
    touch() {
        this.#stale = true;
    }

    /** Zooms to at most a number of seconds around a time. */
    closeUp(atS, mostS) {
        const shownS = this.span.endS - this.span.startS;
        if (this.source !== null && shownS > mostS) this.zoom(atS, shownS / mostS);
    }

    get showsWhole() {
        return this.span.endS - this.span.startS > 0.999 * this.durationS;
    }

    showWhole() {
        this.look(whole(this.durationS));
    }

    zoom(atS, factor) {
        this.look(zoomed(this.span, atS, factor, this.durationS));
    }

    pan(byS) {
        this.look(panned(this.span, byS, this.durationS));
    }

    /** Shows a span that somebody chose. @param {import("../waveform/span.js").Span} span */
    look(span) {
        const sees = this.#trackS >= span.startS && this.#trackS <= span.endS;
        this.#lookedMs = sees ? -Infinity : performance.now();
        this.#show(span);
        if (!this.showsWhole && this.#wave.wantFine(this.source)) this.zoomedIn();
    }

    /** Shows another recording, or the same one with new information. @param {string | null} source null for nothing */
    show(source, durationS, ready) {
        const same = source === this.source;
        if (same && durationS === this.durationS && ready === this.#ready) return;
        this.#ready = ready;
        this.source = source;
        this.durationS = durationS;
        this.#show(whole(durationS));
        mark(this.#slider, "aria-valuemax", Math.round(durationS));
        if (same) {
            this.#wave.want(source);
            return;
        }
        this.#wave.forget();
        this.#say(null, false);
        this.#setMarkers([]);
        if (source === null) return;
        this.#wave.want(source);
        this.loadMarkers();
    }

    async loadMarkers() {
        const { source } = this;
        const markers = await this.#api.markers(source).catch(() => undefined); // on failure the shown ones stay
        if (markers && source === this.source) await this.#setMarkers(markers);
    }

    /** Shows the progress of the analysis that the waveform waits for. */
    tellAnalysis({ progress }) {
        if (!this.#wave.here && progress !== undefined) this.#say(`Analyzing… ${Math.round(100 * progress)} %`, false);
    }

    /** Updates the accessible value, once a second. @param {string} [words] of what has no end */
    tell(positionS, words) {
        mark(this.#slider, "aria-valuenow", Math.round(positionS));
        mark(this.#slider, "aria-valuetext", words ?? (this.source === null ? "Nothing plays" : positionWords(positionS, this.durationS)));
    }

    /** @param {import("../renderers/stage/beat.js").Scene} scene */
    draw(scene) {
        const { settings, trackS, colours } = scene;
        this.#trackS = trackS;
        this.#shape(settings.waveform === "circular" && !this.#straight && this.source !== null);
        if (!this.holds && this.source !== null && performance.now() - this.#lookedMs > lookedMs) {
            const span = following(this.span, trackS, this.durationS);
            if (span !== this.span) this.#show(span);
        }
        const strip = this.#strip;
        const { width, height } = this.#canvas;
        const live = isLive(scene.source) ? this.#liveWave.here : undefined;
        const progress = live ? 1 : Math.round(shareOf(this.span, this.previewS ?? trackS) * width * 2) / (width * 2);
        const draw = this.#styleOf(settings.waveform === "circular" && !this.dial ? "mirrored" : settings.waveform);
        strip.movement = this.#wave.coming && !settings.calm ? "idle" : settings.calm ? "progress" : settings.movement;
        if (live) {
            this.heed(scene);
            this.#stale = true;
        }
        const rests = strip.movement === "progress" || (!scene.playing && strip.movement !== "idle");
        if (rests && !this.#stale && progress === strip.progress && colours === strip.colours && draw === this.#drawn) return;
        if (this.#stale) this.#fill(width, live, scene.mediaS);
        strip.width = width;
        strip.height = height;
        strip.unit = this.#remPx / 16;
        strip.progress = Math.min(1, Math.max(0, progress));
        strip.playing = scene.playing;
        strip.timeS = scene.timeS;
        strip.levels = scene.levels;
        strip.loudness = scene.loudness;
        strip.colours = colours;
        strip.css = colours.css;
        this.#stale = false;
        this.#drawn = draw;
        this.#context.clearRect(0, 0, width, height);
        draw(this.#context, strip);
        this.dial?.drawRegions(this.#context, strip, this.span, this.markers);
        this.#over?.draw(this.#context, strip, this.span);
    }

    /** Notes what live sound was like, also while the bar is hidden. */
    heed({ source, mediaS }) {
        if (!isLive(source)) return;
        if (this.#liveWave.here) this.#liveWave.here.follow(this.framesOf(source), mediaS);
        else this.#liveWave.want();
    }

    /** Draws the waveform of the whole track with its progress into another picture: at the bottom, or in place of the dial. @param {CanvasRenderingContext2D} context */
    drawInto = (context, foot) => {
        if (!this.#wave.here || !this.#drawn) return false;
        const scale = context.canvas.width / document.body.clientWidth;
        const { left, top, width: side } = this.#root.getBoundingClientRect();
        const { x, y, width, height } = this.dial ? { x: left * scale, y: top * scale, width: side * scale, height: side * scale } : foot;
        context.save();
        context.translate(x, y);
        this.#drawWhole(context, width, height, this.dial ? scale * this.#remPx / 16 : height / 52);
        context.restore();
        return !this.dial;
    };

    /** Draws the waveform of the whole track with its progress. @param {(round: boolean) => { context: object, width: number, height: number }} canvas @returns {boolean} whether there is one */
    drawOn = (canvas) => {
        if (!this.#wave.here || !this.#drawn) return false;
        const { context, width, height } = canvas(this.dial !== undefined);
        this.#drawWhole(context, width, height, height / (this.dial ? 300 : 90));
        return true;
    };

    #drawWhole(context, width, height, unit) {
        const peaks = new Float32Array(Math.floor(width / 2));
        this.#wave.fill(whole(this.durationS), peaks);
        this.#drawn(context, { ...this.#strip, width, height, peaks, unit, movement: "progress", progress: Math.min(1, Math.max(0, this.#trackS / this.durationS)) });
    }

    // What happens before the hand is here waits for it.
    #handle(event) {
        if (event.type === "pointerdown") this.#slider.setPointerCapture(event.pointerId);
        if (this.hand.here) this.hand.here.take(event);
        else this.hand.want().then((hand) => hand?.take(event));
    }

    // The style sheet changes its size, which the resize observer notices.
    #shape(round) {
        if (round === this.#round) return;
        this.#round = round;
        this.#dialComing ??= Promise.all([import("../waveform/dial.js"), withStyle("dial.css")]).catch(() => {
            this.#dialComing = undefined; // loading failed: the bar stays straight until the style is chosen again
            return [];
        });
        this.#dialComing.then(([dial]) => {
            this.dial = this.#round ? dial : undefined;
            document.body.dataset.seek = this.dial ? "dial" : "strip";
            this.touch();
        });
    }

    #fill(width, live, mediaS) {
        const count = Math.max(1, Math.floor(width / 2));
        if (this.#strip.peaks.length !== count) this.#strip.peaks = new Float32Array(count);
        if (live) live.fill(this.#strip.peaks, mediaS);
        else this.#wave.fill(this.span, this.#strip.peaks);
    }

    #say(sentence, again) {
        this.#trouble.hidden = sentence === null;
        this.#trouble.firstElementChild.textContent = sentence ?? "";
        this.#trouble.lastElementChild.hidden = !again;
        this.touch();
    }

    #fit() {
        const ratio = Math.min(2, devicePixelRatio || 1);
        this.#canvas.width = Math.max(1, Math.round(this.#root.clientWidth * ratio));
        this.#canvas.height = Math.max(1, Math.round(this.#root.clientHeight * ratio));
        this.#remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * ratio;
        this.#show(this.span);
    }

    #reveal(atS) {
        const span = showing(this.span, atS, this.durationS);
        if (span !== this.span) this.look(span);
    }

    #show(span) {
        this.span = span;
        this.#buttons.here?.place(span);
        this.touch();
    }

    async #setMarkers(markers) {
        this.markers = markers;
        if (markers.length > 0) await this.#buttons.want();
        this.#buttons.here?.set(this.markers);
        this.#show(this.span);
        this.changed();
    }
}
