import { fillColumns, greatest, readWaveform } from "../waveform/pyramid.js";
import { following, markerAt, panned, shareOf, timeAt, whole, zoomed } from "../waveform/span.js";
import { make, mark } from "./elements.js";
import { markerWords, positionWords } from "./words.js";

const dragPx = 4;
const tapPx = 14;
const step = 0.05; // of the track, for the arrows
const overview = 2048; // pixels: more than a bar shows at once
const waitS = 20; // the server may still be at the analysis

/**
 * What may lie over the waveform: it draws there, and may take a pointer's press for itself.
 * @typedef {object} Overlay
 * @property {(context: CanvasRenderingContext2D, strip: object, span: import("../waveform/span.js").Span) => void} draw
 * @property {(atS: number, reachS: number) => boolean} grab whether the press is for it
 * @property {(byS: number) => void} drag
 * @property {(done: boolean, atS: number, dragged: boolean) => void} drop
 */

/** The seek bar: the track's waveform, a slider over it, and its markers. */
export class SeekBar {
    /** @type {(positionS: number) => void} */
    seek = () => {};
    /** Somebody looks closer. */
    zoomedIn = () => {};
    /** The track or its markers are others. */
    changed = () => {};
    /** Keys on a marker's button ask for more than its moment. @type {(marker: object, act: "remove" | "edit" | "earlier" | "later") => void} */
    markerAct = () => {};
    /** @type {Overlay | undefined} */
    #over;
    #api;
    #root;
    #canvas;
    #slider;
    #markersBox;
    #trouble;
    #track = null;
    #durationS = 0;
    #ready = false;
    #span = whole(0);
    #pyramid;
    #scale = 1;
    #fine = false;
    #loading;
    #markers = [];
    #pointers = new Map();
    #press;
    #previewS;
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
     * @param {(id: string) => Function} styleOf what draws a waveform
     */
    constructor(root, api, styleOf) {
        this.#api = api;
        this.#styleOf = styleOf;
        this.#root = root;
        const find = (name) => root.querySelector(`.${name}`);
        [this.#canvas, this.#slider] = [find("seek-picture"), find("seek-slider")];
        this.#context = this.#canvas.getContext("2d");
        [this.#markersBox, this.#trouble] = [find("seek-markers"), find("seek-trouble")];
        this.#trouble.querySelector("button").addEventListener("click", () => this.#load());
        this.#listen();
        new ResizeObserver(() => this.#fit()).observe(root);
    }

    /** Where a drag would lead, in seconds; nothing while nobody drags. */
    get previewS() {
        return this.#previewS;
    }

    get track() {
        return this.#track;
    }

    get durationS() {
        return this.#durationS;
    }

    get span() {
        return this.#span;
    }

    get markers() {
        return this.#markers;
    }

    /** @param {Overlay} overlay */
    set over(overlay) {
        this.#over = overlay;
        this.#stale = true;
    }

    /** Draws anew, since what lies over the waveform has changed. */
    touch() {
        this.#stale = true;
    }

    /** Shows no more than so many seconds around a moment. */
    closeUp(atS, mostS) {
        const shownS = this.#span.endS - this.#span.startS;
        if (this.#track !== null && shownS > mostS) this.#zoom(atS, shownS / mostS);
    }

    get showsWhole() {
        return this.#span.endS - this.#span.startS > 0.999 * this.#durationS;
    }

    showWhole() {
        this.#zoom(0, 1e-9);
    }

    /** Shows another track, or the same one with what is known of it now. */
    show(track, durationS, ready) {
        const same = track === this.#track;
        if (same && durationS === this.#durationS && ready === this.#ready) return;
        this.#ready = ready;
        this.#track = track;
        this.#durationS = durationS;
        this.#span = whole(durationS);
        this.#stale = true;
        mark(this.#slider, "aria-valuemax", Math.round(durationS));
        if (same && (this.#pyramid || this.#loading)) return;
        this.#pyramid = undefined;
        this.#fine = false;
        this.#setMarkers([]);
        if (track !== null) {
            this.#load();
            this.loadMarkers();
        }
    }

    async loadMarkers() {
        const track = this.#track;
        const markers = await this.#api.markers(track).catch(() => []); // without its markers a bar is still a bar
        if (track === this.#track) this.#setMarkers(markers);
    }

    /** Shows how far the analysis is that the waveform waits for. */
    tellAnalysis({ track, progress }) {
        if (track === this.#track && !this.#pyramid && progress !== undefined) this.#say(`Analyzing… ${Math.round(100 * progress)} %`, false);
    }

    /** Tells assistive technology, once a second. */
    tell(positionS) {
        mark(this.#slider, "aria-valuenow", Math.round(positionS));
        mark(this.#slider, "aria-valuetext", this.#track === null ? "Nothing plays" : positionWords(positionS, this.#durationS));
    }

    /** @param {import("../renderers/stage/beat.js").Scene} scene */
    draw(scene) {
        const { settings, mediaS, colours } = scene;
        if (!this.#press && this.#track !== null) {
            const span = following(this.#span, mediaS, this.#durationS);
            if (span !== this.#span) {
                this.#span = span;
                this.#stale = true;
                this.#placeMarkers();
            }
        }
        const strip = this.#strip;
        const { width, height } = this.#canvas;
        const progress = Math.round(shareOf(this.#span, this.#previewS ?? mediaS) * width * 2) / (width * 2);
        const draw = this.#styleOf(settings.waveform);
        const loading = !this.#pyramid && this.#loading !== undefined;
        strip.movement = loading && !settings.calm ? "idle" : settings.calm ? "progress" : settings.movement;
        const rests = strip.movement === "progress" || (!scene.playing && strip.movement !== "idle");
        if (rests && !this.#stale && progress === strip.progress && colours === strip.colours && draw === this.#drawn) return;
        if (this.#stale) this.#fill(width);
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
        this.#over?.draw(this.#context, strip, this.#span);
    }

    #fill(width) {
        const count = Math.max(1, Math.floor(width / 2));
        if (this.#strip.peaks.length !== count) this.#strip.peaks = new Float32Array(count);
        const { peaks } = this.#strip;
        if (!this.#pyramid) {
            peaks.fill(0);
            return;
        }
        fillColumns(this.#pyramid, this.#span.startS, this.#span.endS, peaks);
        for (let at = 0; at < count; at += 1) peaks[at] = Math.min(1, peaks[at] * this.#scale) ** 1.2;
    }

    async #load(pixels = overview) {
        this.#loading?.abort();
        const loading = new AbortController();
        this.#loading = loading;
        this.#say(null, false);
        try {
            const query = pixels ? { pixels, wait: waitS } : {};
            const pyramid = readWaveform(await this.#api.waveform(this.#track, query, loading.signal));
            if (loading !== this.#loading) return;
            if (!pyramid) throw new Error("The waveform makes no sense.");
            this.#pyramid = pyramid;
            this.#scale = 1 / Math.max(0.05, greatest(pyramid));
            this.#loading = undefined;
            this.#say(null, false);
        } catch (error) {
            if (loading !== this.#loading) return;
            this.#loading = undefined;
            if (!this.#pyramid) this.#say(error.message, true);
        }
        this.#stale = true;
    }

    #say(sentence, again) {
        this.#trouble.hidden = sentence === null;
        this.#trouble.firstElementChild.textContent = sentence ?? "";
        this.#trouble.lastElementChild.hidden = !again;
    }

    #fit() {
        const ratio = Math.min(2, devicePixelRatio || 1);
        this.#canvas.width = Math.max(1, Math.round(this.#root.clientWidth * ratio));
        this.#canvas.height = Math.max(1, Math.round(this.#root.clientHeight * ratio));
        this.#remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * ratio;
        this.#stale = true;
        this.#placeMarkers();
    }

    #zoom(atS, factor) {
        this.#span = zoomed(this.#span, atS, factor, this.#durationS);
        this.#stale = true;
        this.#placeMarkers();
        if (!this.#fine && this.#pyramid && factor > 1) {
            this.#fine = true;
            this.zoomedIn();
            this.#load(0); // once and for all: from now on every zoom is at hand
        }
    }

    #pan(byS) {
        this.#span = panned(this.#span, byS, this.#durationS);
        this.#stale = true;
        this.#placeMarkers();
    }

    #setMarkers(markers) {
        const focused = this.#markers[[...this.#markersBox.children].indexOf(document.activeElement)]?.id;
        this.#markers = markers;
        this.#markersBox.replaceChildren(...markers.map((marker) => {
            const kind = marker.end == null ? "marker" : "marker region";
            const button = make("button", { class: kind, type: "button", "aria-label": markerWords(marker), title: markerWords(marker) });
            if (marker.colour) button.style.setProperty("--marker", marker.colour);
            button.addEventListener("click", () => this.seek(marker.start));
            button.addEventListener("keydown", (event) => this.#markerKey(marker, event));
            return button;
        }));
        this.#placeMarkers();
        if (focused !== undefined) this.#markersBox.children[markers.findIndex(({ id }) => id === focused)]?.focus();
        this.changed();
    }

    #markerKey(marker, event) {
        const act = event.shiftKey ? { ArrowLeft: "earlier", ArrowRight: "later" }[event.key]
            : { Delete: "remove", Backspace: "remove", e: "edit" }[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.markerAct(marker, act);
    }

    #placeMarkers() {
        this.#markers.forEach((marker, index) => {
            const share = shareOf(this.#span, marker.start);
            const button = this.#markersBox.children[index];
            const end = marker.end == null ? share : shareOf(this.#span, marker.end);
            const start = Math.max(0, share);
            button.hidden = end < 0 || share > 1;
            button.style.left = `${100 * start}%`;
            if (marker.end != null) button.style.width = `${100 * (Math.min(1, end) - start)}%`;
        });
    }

    #listen() {
        const slider = this.#slider;
        slider.addEventListener("pointerdown", (event) => this.#down(event));
        slider.addEventListener("pointermove", (event) => this.#move(event));
        slider.addEventListener("pointerup", (event) => this.#up(event, true));
        slider.addEventListener("pointercancel", (event) => this.#up(event, false));
        slider.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        slider.addEventListener("dblclick", () => this.showWhole());
        slider.addEventListener("keydown", (event) => this.#key(event));
    }

    #share(event) {
        const place = this.#slider.getBoundingClientRect();
        return (event.clientX - place.left) / place.width;
    }

    #down(event) {
        if (this.#track === null || event.button > 0) return;
        this.#slider.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, event.clientX);
        if (this.#pointers.size === 1) {
            const atS = timeAt(this.#span, this.#share(event));
            const reachS = (tapPx / this.#slider.clientWidth) * (this.#span.endS - this.#span.startS);
            this.#press = { x: event.clientX, atS, dragging: false, over: this.#over?.grab(atS, reachS) };
        } else {
            if (this.#press?.over) this.#over.drop(false, 0, false);
            this.#press = { pinch: this.#spread(), dragging: false };
        }
        this.#previewS = undefined;
    }

    #move(event) {
        if (!this.#press || !this.#pointers.has(event.pointerId)) return;
        this.#pointers.set(event.pointerId, event.clientX);
        if (this.#press.pinch) {
            const spread = this.#spread();
            if (spread > 8) this.#zoom(timeAt(this.#span, this.#share(event)), spread / this.#press.pinch);
            this.#press.pinch = Math.max(8, spread);
        } else if (this.#press.dragging || Math.abs(event.clientX - this.#press.x) > dragPx) {
            this.#press.dragging = true;
            const atS = timeAt(this.#span, this.#share(event));
            if (this.#press.over) this.#over.drag(atS - this.#press.atS);
            else this.#previewS = atS;
        }
    }

    #up(event, done) {
        if (!this.#pointers.delete(event.pointerId) || !this.#press) return;
        const press = this.#press;
        if (this.#pointers.size > 0) return;
        this.#press = undefined;
        const previewS = this.#previewS;
        this.#previewS = undefined;
        if (press.over) this.#over.drop(done, timeAt(this.#span, this.#share(event)), press.dragging);
        if (!done || press.pinch || press.over) return;
        const width = this.#slider.clientWidth;
        const marker = press.dragging ? undefined : markerAt(this.#markers, this.#span, this.#share(event) * width, width, tapPx);
        this.seek(marker ? marker.start : (previewS ?? timeAt(this.#span, this.#share(event))));
    }

    #spread() {
        const places = [...this.#pointers.values()];
        return Math.max(8, Math.abs(places[0] - (places[1] ?? places[0])));
    }

    #wheel(event) {
        if (this.#track === null) return;
        event.preventDefault();
        const spanS = this.#span.endS - this.#span.startS;
        const across = event.shiftKey ? event.deltaY : event.deltaX;
        if (Math.abs(across) > Math.abs(event.shiftKey ? 0 : event.deltaY)) this.#pan((across / 800) * spanS);
        else this.#zoom(timeAt(this.#span, this.#share(event)), Math.exp(-event.deltaY / 300));
    }

    #key(event) {
        const nowS = Number(this.#slider.getAttribute("aria-valuenow"));
        const jumps = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step, PageDown: -2 * step, PageUp: 2 * step };
        if (event.key in jumps) this.seek(Math.min(this.#durationS, Math.max(0, nowS + jumps[event.key] * this.#durationS)));
        else if (event.key === "Home") this.seek(0);
        else if (event.key === "End") this.seek(Math.max(0, this.#durationS - 1));
        else if (event.key === "+" || event.key === "=") this.#zoom(nowS, 2);
        else if (event.key === "-") this.#zoom(nowS, 0.5);
        else if (event.key === "0") this.showWhole();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
