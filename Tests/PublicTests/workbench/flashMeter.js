/**
 * Finds flashes in pictures that follow each other (WCAG 2.3.1): pairs of opposing changes of relative luminance by a tenth or more, the
 * darker below 0.8; and of those, pairs in a saturated red. A fine pattern that passes is no flash, so what counts is the mean of a
 * patch, a hundredth of a field of ten degrees (a third of the width and height).
 */
export class FlashMeter {
    static #patch = 12; // pixels a side
    static #linear = Float32Array.from({ length: 256 }, (_, level) => (level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4));

    /** @param {number} width @param {number} height of the pictures, in pixels */
    constructor(width, height) {
        this.width = width;
        this.columns = Math.floor(width / FlashMeter.#patch);
        this.lines = Math.floor(height / FlashMeter.#patch);
        const patches = this.columns * this.lines;
        this.general = new Swings(patches, 0.1);
        this.red = new Swings(patches, 20 / 320); // "(R - G - B) x 320" by more than 20
        this.frames = 0;
    }

    /** Takes in the next picture. @param {Uint8ClampedArray} seen its pixels */
    add(seen) {
        for (let patch = 0; patch < this.columns * this.lines; patch += 1) {
            const [red, green, blue] = this.#mean(seen, patch);
            const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            this.general.add(patch, light, this.frames === 0, 0.8);
            const saturated = red > 0 && red / (red + green + blue) >= 0.8;
            this.red.add(patch, saturated ? Math.max(0, red - green - blue) : 0, this.frames === 0, Infinity);
        }
        this.frames += 1;
    }

    /**
     * The largest part of any field that flashes more than three times a second, and how often a patch flashes at most.
     * @param {number} seconds that were taken in
     */
    found(seconds) {
        return {
            worst: this.#worst(this.general.changes, seconds), mostPerS: Math.max(...this.general.changes) / 2 / seconds,
            red: this.#worst(this.red.changes, seconds),
        };
    }

    #mean(seen, patch) {
        const side = FlashMeter.#patch;
        const [left, top] = [(patch % this.columns) * side, Math.floor(patch / this.columns) * side];
        const linear = FlashMeter.#linear;
        let [red, green, blue] = [0, 0, 0];
        for (let y = top; y < top + side; y += 1) {
            for (let x = left; x < left + side; x += 1) {
                const at = 4 * (y * this.width + x);
                red += linear[seen[at]];
                green += linear[seen[at + 1]];
                blue += linear[seen[at + 2]];
            }
        }
        return [red, green, blue].map((sum) => sum / (side * side));
    }

    #worst(changes, seconds) {
        const across = Math.round(this.columns / 3);
        const down = Math.round(this.lines / 3);
        let worst = 0;
        for (let top = 0; top + down <= this.lines; top += 1) {
            for (let left = 0; left + across <= this.columns; left += 1) {
                let flashing = 0;
                for (let y = top; y < top + down; y += 1) {
                    for (let x = left; x < left + across; x += 1) flashing += changes[y * this.columns + x] > 6 * seconds ? 1 : 0;
                }
                worst = Math.max(worst, flashing / (across * down));
            }
        }
        return worst;
    }
}

/** The turns of many values that swing by some least amount. */
class Swings {
    constructor(count, least) {
        this.least = least;
        this.turn = new Float32Array(count); // the last extreme
        this.rising = new Int8Array(count);
        this.changes = new Uint16Array(count);
    }

    add(at, value, first, mostOfDarker) {
        if (first) this.turn[at] = value;
        const by = value - this.turn[at];
        if (Math.sign(by) === this.rising[at]) {
            this.turn[at] = value;
        } else if (Math.abs(by) >= this.least && Math.min(value, this.turn[at]) < mostOfDarker) {
            this.turn[at] = value;
            this.rising[at] = Math.sign(by);
            this.changes[at] += 1;
        }
    }
}
