import { markerAt, pinched } from "../waveform/fingers.js";
import { timeAt } from "../waveform/span.js";
import { SeekPreview } from "./seekPreview.js";
import { boxOnPage, onPage } from "./turned.js";

const dragPx = 4;
const tapPx = 14;
const stepS = 5;
const pageS = 30;

/** Pointer, wheel and keyboard input of the seek bar: drag to seek, tap a marker, zoom, pan. */
export class SeekHand {
    /** The target of the current drag in seconds; undefined without one. @type {number | undefined} */
    previewS;
    #bar;
    #slider;
    #pointers = new Map(); // position of each, as a share of the bar and in pixels
    #press;
    #preview;

    /** @param {HTMLElement} slider @param {import("./seekbar.js").SeekBar} bar @param {ReturnType<import("../net/api.js").makeApi>} api */
    constructor(slider, bar, api) {
        this.#bar = bar;
        this.#slider = slider;
        this.#preview = new SeekPreview(slider.parentElement, bar, api);
    }

    /** @param {Event} event on the slider */
    take(event) {
        switch (event.type) {
            case "pointerdown": return this.#down(event);
            case "pointermove": return this.#move(event);
            case "pointerleave": return this.#preview.hide();
            case "pointerup": return this.#up(event, true);
            case "pointercancel": return this.#up(event, false);
            case "wheel": return this.#wheel(event);
            case "dblclick": return this.#bar.showWhole();
            case "keydown": return this.#key(event);
        }
    }

    /** Whether the bar is being dragged. */
    get holds() {
        return this.#press !== undefined;
    }

    /** Where a pointer is: in pixels from the bar's left and top, and as a share of the bar. */
    #place(event) {
        const { left, top, width, height } = boxOnPage(this.#slider);
        const at = onPage(event);
        const [x, y] = [at.x - left, at.y - top];
        const { dial } = this.#bar;
        if (!dial) return { x, y, width, share: x / width };
        const [right, below] = [x - width / 2, y - height / 2];
        return { x, y, width, share: dial.turnOf(right, below), out: Math.hypot(right, below) / (width / 2) };
    }

    /** The length of the bar in pixels. */
    get #lengthPx() {
        return this.#slider.clientWidth * (this.#bar.dial ? Math.PI : 1);
    }

    #down(event) {
        const { span, source, over, dial } = this.#bar;
        const place = this.#place(event);
        if (source === null || event.button > 0 || (dial && place.out < dial.pressable)) return;
        this.#pointers.set(event.pointerId, place);
        if (this.#pointers.size === 1) {
            const atS = timeAt(span, place.share);
            const reachS = (tapPx / this.#lengthPx) * (span.endS - span.startS);
            this.#press = { ...place, atS, dragging: false, over: over?.grab(atS, reachS) };
        } else if (this.#pointers.size === 2) {
            if (this.#press?.over) over.drop(false, 0, false);
            const held = [...this.#pointers].map(([id, { share }]) => ({ id, atS: timeAt(span, share) }));
            this.#press = { held, apartPx: this.#apartPx };
        }
        this.previewS = undefined;
        this.#tell(place);
    }

    #move(event) {
        const press = this.#press;
        const before = this.#pointers.get(event.pointerId);
        const place = this.#place(event);
        this.#tell(place);
        if (!press || !before) return;
        if (this.#bar.dial) place.share = this.#bar.dial.carried(place.share, before.share);
        this.#pointers.set(event.pointerId, place);
        if (press.held) {
            this.#pinch(press, place);
        } else if (press.dragging || Math.hypot(place.x - press.x, place.y - press.y) > dragPx) {
            press.dragging = true;
            const atS = timeAt(this.#bar.span, place.share);
            if (press.over) this.#bar.over.drag(atS - press.atS);
            else this.previewS = atS;
        }
    }

    /** Shows the time under the pointer, unless two fingers zoom or an editor moves something. */
    #tell({ x, y, width, share, out }) {
        const { source, dial, span } = this.#bar;
        if (source === null || this.#press?.held || this.#press?.over || (dial && !this.#press && out < dial.pressable)) return this.#preview.hide();
        this.#preview.show(timeAt(span, share), { x: Math.min(width, Math.max(0, x)), y });
    }

    /** Pinch zoom: what is under the two fingers stays there; on the dial only their distance counts. */
    #pinch(press, place) {
        const { span, durationS, dial } = this.#bar;
        if (this.#pointers.size < 2) return;
        if (dial) {
            const apartPx = this.#apartPx;
            this.#bar.zoom(timeAt(span, place.share), apartPx / press.apartPx);
            press.apartPx = apartPx;
            return;
        }
        const [one, other] = press.held.map(({ id, atS }) => ({ atS, share: this.#pointers.get(id)?.share }));
        const next = pinched(one, other, durationS);
        if (next) this.#bar.look(next);
    }

    #up(event, done) {
        if (!done || event.pointerType !== "mouse") this.#preview.hide();
        const place = this.#pointers.get(event.pointerId);
        if (!this.#pointers.delete(event.pointerId) || !this.#press) return;
        const press = this.#press;
        if (press.held && this.#pointers.size > 0) return; // the release of the second finger is not a tap
        const { previewS } = this;
        this.#press = this.previewS = undefined;
        const { over, span, markers } = this.#bar;
        const atS = timeAt(span, place.share);
        if (press.over) over.drop(done, atS, press.dragging);
        if (!done || press.held || press.over) return;
        const marker = press.dragging ? undefined : markerAt(markers, span, place.share * this.#lengthPx, this.#lengthPx, tapPx);
        this.#bar.seek(marker ? marker.start : (previewS ?? atS));
    }

    get #apartPx() {
        const [one, other] = [...this.#pointers.values()];
        return Math.max(8, Math.hypot(one.x - other.x, one.y - other.y));
    }

    #wheel(event) {
        const { span, source } = this.#bar;
        if (source === null) return;
        event.preventDefault();
        const spanS = span.endS - span.startS;
        const across = event.shiftKey ? event.deltaY : event.deltaX;
        if (Math.abs(across) > Math.abs(event.shiftKey ? 0 : event.deltaY)) this.#bar.pan((across / 800) * spanS);
        else this.#bar.zoom(timeAt(span, this.#place(event).share), Math.exp(-event.deltaY / 300));
    }

    // The page's own keys seek by the arrows to the sides.
    #key(event) {
        const { durationS } = this.#bar;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const by = { ArrowDown: -stepS, ArrowUp: stepS, PageDown: -pageS, PageUp: pageS }[event.key];
        if (by) this.#bar.seekBy({ by });
        else if (event.key === "Home") this.#bar.seek(0);
        else if (event.key === "End") this.#bar.seek(Math.max(0, durationS - 1));
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
