import { leaning, lowestTop } from "./gain.js";

const capacity = 1024; // frames: 17 s at 60 a second, more past and future than the page asks for
const topReachS = 1 / 8; // tops are quantized; averaging over some frames hides the steps
const mostBands = 64;
const heldFrames = 12; // a frame is shown so long when the next one of live sound is late
const sourcesKept = 3; // what plays, what comes next, and what fades out

/** The known frames of one source by index: a ring buffer in which old frames are overwritten. */
export class FrameWindow {
    /** @type {string | undefined} */
    source;
    /** Frames a second. */
    rate = 60;
    bands = mostBands;
    /** Counts packets, so that caches of derived data can be invalidated. */
    version = 0;

    #numbers = new Int32Array(capacity).fill(-1);
    #levels = new Float32Array(capacity * mostBands);
    #tops = new Float32Array(capacity);
    #loudness = new Float32Array(capacity);
    #onset = new Float32Array(capacity);

    /** Clears the window for another source. */
    open(source, rate, bands) {
        this.source = source;
        this.rate = rate;
        this.bands = bands;
        this.#numbers.fill(-1);
        this.version += 1;
    }

    /**
     * @param {import("../net/messages.js").Packet} packet
     * @param {number} first the number of its first frame
     */
    put(packet, first) {
        const { view, stride, bands, count } = packet;
        let start = packet.start;
        for (let number = first; number < first + count; number += 1, start += stride) {
            if (number < 0) continue;
            const slot = number % capacity;
            for (let band = 0; band < bands; band += 1) {
                this.#levels[slot * mostBands + band] = leaning(view.getUint8(start + band) / 255, band, bands);
            }
            this.#numbers[slot] = number;
            this.#loudness[slot] = view.getUint8(start + bands + 3) / 255;
            this.#onset[slot] = view.getUint8(start + bands + 4) / 255;
            this.#tops[slot] = view.getUint8(start + bands + 5) / 255;
        }
        this.version += 1;
    }

    /** The index of a frame in the window, or -1 if it is unknown. */
    slot(number) {
        const slot = number >= 0 ? number % capacity : -1;
        return slot >= 0 && this.#numbers[slot] === number ? slot : -1;
    }

    level(slot, band) {
        return this.#levels[slot * mostBands + band];
    }

    /** The level that reaches the top of the picture in a frame. */
    topOf(slot) {
        return this.#tops[slot];
    }

    /** The top at a time: the mean of nearby frames, weighted by distance. */
    top(mediaS) {
        const place = mediaS * this.rate;
        const reach = Math.max(1, topReachS * this.rate);
        let sum = 0;
        let weights = 0;
        for (let number = Math.ceil(place - reach); number <= place + reach; number += 1) {
            const slot = this.slot(number);
            if (slot < 0) continue;
            const weight = 1 - Math.abs(number - place) / reach;
            sum += weight * this.#tops[slot];
            weights += weight;
        }
        return weights > 0 ? sum / weights : lowestTop;
    }

    /** The loudness at a time, interpolated between the two frames around it; 0 if neither is known. */
    loudness(mediaS) {
        return this.#between(this.#loudness, mediaS);
    }

    onset(mediaS) {
        return this.#between(this.#onset, mediaS);
    }

    /** The strength of a beat: the maximum of onset and loudness within a few frames; `unknown` if none is known. */
    strength(mediaS, unknown) {
        const middle = Math.round(mediaS * this.rate);
        const reach = Math.round(this.rate / 15);
        let most = -1;
        for (let number = middle - 1; number <= middle + reach; number += 1) {
            const slot = this.slot(number);
            if (slot >= 0) most = Math.max(most, 0.35 * this.#loudness[slot] ** 2 + 0.65 * Math.min(1, 1.6 * this.#onset[slot]));
        }
        return most < 0 ? unknown : Math.min(1, 0.25 + 0.9 * most);
    }

    /** The time until which frames are known without a gap, from a time on. */
    knownUntil(mediaS) {
        let number = Math.max(0, Math.floor(mediaS * this.rate));
        while (this.slot(number) >= 0) number += 1;
        return number / this.rate;
    }

    #last(values, number) {
        for (let earlier = number - 1; earlier >= number - heldFrames; earlier -= 1) {
            const slot = this.slot(earlier);
            if (slot >= 0) return values[slot];
        }
        return 0;
    }

    #between(values, mediaS) {
        const place = mediaS * this.rate;
        const number = Math.floor(place);
        const before = this.slot(number);
        const after = this.slot(number + 1);
        if (before < 0) return after < 0 ? this.#last(values, number) : values[after];
        if (after < 0) return values[before];
        return values[before] + (values[after] - values[before]) * (place - number);
    }
}

/** The windows of what plays, comes next and fades out. Frames belong to a source: a pause or a seek does not invalidate them. */
export class FrameStore {
    #windows = Array.from({ length: sourcesKept }, () => new FrameWindow());
    #empty = new FrameWindow();

    /**
     * @param {import("../net/messages.js").Packet} packet
     * @param {string} source what its generation plays
     * @param {number} mediaS the time of its first frame
     */
    put(packet, source, mediaS) {
        if (packet.bands > mostBands) return;
        let window = this.#windows.find((one) => one.source === source);
        if (!window || window.rate !== packet.rate || window.bands !== packet.bands) {
            window ??= this.#windows.at(-1);
            window.open(source, packet.rate, packet.bands);
        }
        if (this.#windows[0] !== window) this.#windows = [window, ...this.#windows.filter((one) => one !== window)];
        window.put(packet, Math.round(mediaS * packet.rate));
    }

    /** The window of a source; an empty one if none of its frames are known. */
    of(source) {
        for (const window of this.#windows) if (window.source === source) return window;
        return this.#empty;
    }
}
