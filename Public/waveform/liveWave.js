const binS = 0.5;
const bins = 240; // two minutes
const mostFrames = 1000; // more are not kept (session/frames.js)

/** How loud live sound was in its last two minutes, as far as this page has heard of it. */
export class LiveWave {
    #source;
    #loudest = new Float32Array(bins);
    #numbers = new Int32Array(bins).fill(-1);
    #next = 0;

    /** Takes the frames up to a time. @param {import("../session/frames.js").FrameWindow} window */
    follow(window, mediaS) {
        const end = Math.floor(mediaS * window.rate);
        if (window.source !== this.#source) {
            this.#source = window.source;
            this.#numbers.fill(-1);
            this.#next = 0;
        }
        for (let number = Math.max(this.#next, end - mostFrames, 0); number <= end; number += 1) {
            if (window.slot(number) < 0) continue;
            const bin = Math.floor(number / window.rate / binS);
            const place = bin % bins;
            if (this.#numbers[place] !== bin) [this.#numbers[place], this.#loudest[place]] = [bin, 0];
            this.#loudest[place] = Math.max(this.#loudest[place], window.loudness(number / window.rate));
        }
        this.#next = Math.max(this.#next, end + 1);
    }

    /** The peaks of the last two minutes; the last one is of now. It moves by whole bins, so that peaks keep their height. @param {Float32Array} peaks */
    fill(peaks, mediaS) {
        const now = Math.floor(mediaS / binS);
        for (let index = 0; index < peaks.length; index += 1) {
            const bin = now - Math.floor((peaks.length - 1 - index) * bins / peaks.length);
            const place = bin % bins;
            peaks[index] = bin >= 0 && this.#numbers[place] === bin ? this.#loudest[place] : 0;
        }
    }
}
