import { fillColumns, greatest, readWaveform } from "../waveform/pyramid.js";
import { following, markerAt, panned, shareOf, timeAt, whole, zoomed } from "../waveform/span.js";
import { make, mark } from "./elements.js";
import { markerWords, positionWords } from "./words.js";

const dragPx = 4;
const tapPx = 14;
const step = 0.05; // of the track, for the arrows
const overview = 2048; // pixels: more than a bar shows at once
const waitS = 20; // the server may still be at the analysis
const barRem = 3 / 16;
const gapRem = 2 / 16;

/** The seek bar: the track's waveform, a slider over it, and its markers. */
export class SeekBar {
    /** @type {(positionS: number) => void} */
    seek = () => {};
    #api;
    #root;
    #canvas;
    #slider;
    #markersBox;
    #trouble;
    #track = null;
    #durationS = 0;
    #span = whole(0);
    #pyramid;
    #scale = 1;
    #fine = false;
    #loading;
    #markers = [];
    #pointers = new Map();
    #press;
    #previewS;
    #columns = new Float32Array(0);
    #stale = true;
    #drawnX = -1;
    #colours;
    #remPx = 16;

    /** @param {HTMLElement} root @param {ReturnType<import("../net/api.js").makeApi>} api */
    constructor(root, api) {
        this.#api = api;
        this.#root = root;
        const find = (name) => root.querySelector(`.${name}`);
        [this.#canvas, this.#slider] = [find("seek-picture"), find("seek-slider")];
        [this.#markersBox, this.#trouble] = [find("seek-markers"), find("seek-trouble")];
        this.#trouble.querySelector("button").addEventListener("click", () => this.#load());
        this.#listen();
        new ResizeObserver(() => this.#fit()).observe(root);
    }

    /** Shows another track, or the same one with what is known of it now. */
    show(track, durationS, ready) {
        if (track === this.#track && durationS === this.#durationS && (this.#pyramid || !ready)) return;
        const same = track === this.#track;
        this.#track = track;
        this.#durationS = durationS;
        this.#span = whole(durationS);
        this.#stale = true;
        mark(this.#slider, "aria-valuemax", Math.round(durationS));
        if (same && this.#loading) return;
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

    /** Tells assistive technology, once a second. */
    tell(positionS) {
        mark(this.#slider, "aria-valuenow", Math.round(positionS));
        mark(this.#slider, "aria-valuetext", this.#track === null ? "Nothing plays" : positionWords(positionS, this.#durationS));
    }

    /** @param {number} positionS @param {import("../session/palette.js").Palette} colours @param {number} timeS @param {boolean} calm */
    draw(positionS, colours, timeS, calm) {
        const shownS = this.#previewS ?? positionS;
        if (!this.#press && this.#track !== null) {
            const span = following(this.#span, positionS, this.#durationS);
            if (span !== this.#span) {
                this.#span = span;
                this.#stale = true;
                this.#placeMarkers();
            }
        }
        const { width, height } = this.#canvas;
        const x = Math.round(shareOf(this.#span, shownS) * width * 2) / 2;
        const busy = !this.#pyramid && this.#loading && !calm;
        if (!this.#stale && !busy && x === this.#drawnX && colours === this.#colours) return;
        this.#drawnX = x;
        this.#colours = colours;
        this.#stale = false;
        this.#paint(this.#canvas.getContext("2d"), width, height, x, colours, busy ? timeS : undefined);
    }

    #paint(context, width, height, x, colours, shimmerS) {
        context.clearRect(0, 0, width, height);
        const rem = this.#remPx;
        const bar = barRem * rem;
        const pitch = bar + gapRem * rem;
        const count = Math.max(1, Math.floor((width + gapRem * rem) / pitch));
        if (this.#columns.length !== count) this.#columns = new Float32Array(count);
        if (this.#pyramid) fillColumns(this.#pyramid, this.#span.startS, this.#span.endS, this.#columns);
        else this.#columns.fill(0);
        const middle = height / 2;
        const most = height * 0.42;
        const wave = shimmerS === undefined ? 0 : Math.abs(((shimmerS / 2.5) % 2) - 1) * width;
        for (const after of [true, false]) {
            context.beginPath();
            for (let column = 0; column < count; column += 1) {
                const left = column * pitch;
                if (left + bar <= x === after) continue;
                const value = Math.min(1, this.#columns[column] * this.#scale);
                let half = Math.max(bar / 2, value ** 1.2 * most);
                if (shimmerS !== undefined) half += Math.max(0, 1 - Math.abs(left - wave) / (width * 0.12)) * height * 0.14;
                context.roundRect(left, middle - half, bar, 2 * half, bar / 2);
            }
            context.fillStyle = after ? "rgb(160 205 230 / 0.32)" : colours.css.main;
            context.fill();
        }
        context.fillStyle = "#fff";
        const line = rem / 8;
        context.fillRect(Math.min(width - line, Math.max(0, x - line / 2)), middle - height * 0.48, line, height * 0.96);
    }

    async #load(pixels = overview) {
        this.#loading?.abort();
        const loading = new AbortController();
        this.#loading = loading;
        this.#trouble.hidden = true;
        try {
            const query = pixels ? { pixels, wait: waitS } : {};
            const pyramid = readWaveform(await this.#api.waveform(this.#track, query, loading.signal));
            if (loading !== this.#loading) return;
            if (!pyramid) throw new Error("The waveform makes no sense.");
            this.#pyramid = pyramid;
            this.#scale = 1 / Math.max(0.05, greatest(pyramid));
            this.#loading = undefined;
        } catch (error) {
            if (loading !== this.#loading) return;
            this.#loading = undefined;
            if (!this.#pyramid) {
                this.#trouble.firstElementChild.textContent = error.message;
                this.#trouble.hidden = false;
            }
        }
        this.#stale = true;
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
            this.#load(0); // once and for all: from now on every zoom is at hand
        }
    }

    #pan(byS) {
        this.#span = panned(this.#span, byS, this.#durationS);
        this.#stale = true;
        this.#placeMarkers();
    }

    #setMarkers(markers) {
        this.#markers = markers;
        this.#markersBox.replaceChildren(...markers.map((marker) => {
            const button = make("button", { class: "marker", type: "button", "aria-label": markerWords(marker) });
            if (marker.colour) button.style.setProperty("--marker", marker.colour);
            button.addEventListener("click", () => this.seek(marker.start));
            return button;
        }));
        this.#placeMarkers();
    }

    #placeMarkers() {
        this.#markers.forEach((marker, index) => {
            const share = shareOf(this.#span, marker.start);
            const button = this.#markersBox.children[index];
            button.hidden = share < 0 || share > 1;
            button.style.left = `${100 * share}%`;
        });
    }

    #listen() {
        const slider = this.#slider;
        slider.addEventListener("pointerdown", (event) => this.#down(event));
        slider.addEventListener("pointermove", (event) => this.#move(event));
        slider.addEventListener("pointerup", (event) => this.#up(event, true));
        slider.addEventListener("pointercancel", (event) => this.#up(event, false));
        slider.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        slider.addEventListener("dblclick", () => this.#zoom(0, 1e-9));
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
        if (this.#pointers.size === 1) this.#press = { x: event.clientX, dragging: false };
        else this.#press = { pinch: this.#spread(), dragging: false };
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
            this.#previewS = timeAt(this.#span, this.#share(event));
        }
    }

    #up(event, done) {
        if (!this.#pointers.delete(event.pointerId) || !this.#press) return;
        const press = this.#press;
        if (this.#pointers.size > 0) return;
        this.#press = undefined;
        const previewS = this.#previewS;
        this.#previewS = undefined;
        if (!done || press.pinch) return;
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
        else if (event.key === "0") this.#zoom(0, 1e-9);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
