import { finest } from "./stage.js";

const usualMs = 1000 / 60; // a display is taken to be at least as fast
const windowMs = 1000;
const lateFrames = 1.5; // a frame that took this many of the display's is late
const mostLate = 0.1; // of the frames
const lateWindows = 2; // in a row, before a coarser step is tried
const calmWindows = 10; // in a row, before a finer one is
const mostCalmWindows = 160; // if finer steps failed before
const leastGain = 0.1; // of the rate, or a coarser step was in vain
const someGain = 0.03; // of two steps in vain: less than that is none
const vainSteps = 2; // in a row: then it is not the drawing that is late
const heldWindows = 300; // for which no coarser step is tried again after that

/** Chooses the step that keeps the display's rate: coarser soon when frames are late, finer again after a while without. */
export class Governor {
    /** How finely to draw, from 0 to `finest`. */
    step = finest;

    #periodMs = usualMs;
    #frames = [];
    #sumMs = 0;
    #late = 0;
    #calm = 0;
    #patience = calmWindows;
    #sinceFiner = Infinity; // windows
    #means = []; // the mean intervals before the last coarser steps
    #vain = 0;
    #held = 0; // windows

    /** Takes in a frame. @param {number} stepMs since the one before @returns {number} the step from now on */
    frame(stepMs) {
        if (stepMs > windowMs) this.#clear(); // the page was hidden
        else if (stepMs > 0) {
            this.#frames.push(stepMs);
            this.#sumMs += stepMs;
            if (this.#sumMs >= windowMs) this.#judge();
        }
        return this.step;
    }

    #judge() {
        const frames = this.#frames.sort((one, other) => one - other);
        this.#periodMs = Math.min(this.#periodMs, Math.max(1, frames[Math.floor(frames.length / 10)]));
        const late = frames.filter((ms) => ms > lateFrames * this.#periodMs).length / frames.length;
        const meanMs = this.#sumMs / frames.length;
        this.#clear();
        this.#sinceFiner += 1;
        this.#held = Math.max(0, this.#held - 1);
        if (late <= mostLate) {
            this.#late = this.#vain = this.#means.length = 0;
            this.#calm += 1;
            if (this.#calm >= this.#patience && this.step < finest) this.#finer();
            return;
        }
        this.#calm = 0;
        this.#late += 1;
        if (this.#late < lateWindows) return;
        this.#late = 0;
        if (this.#sinceFiner <= lateWindows + 1) this.#patience = Math.min(mostCalmWindows, 2 * this.#patience);
        if (this.#held > 0) return;
        this.#vain = this.#means.length > 0 && meanMs > this.#means.at(-1) * (1 - leastGain) ? this.#vain + 1 : 0;
        if (this.#vain >= vainSteps) {
            this.#hold(meanMs > this.#means.at(-vainSteps) * (1 - someGain) ? vainSteps : vainSteps - 1);
        } else if (this.step > 0) {
            this.#means.push(meanMs);
            this.step -= 1;
        }
    }

    /** The display or the browser is slow, not the drawing: back to a finer step, and rest there. */
    #hold(back) {
        this.step = Math.min(finest, this.step + back);
        this.#held = heldWindows;
        this.#vain = this.#means.length = 0;
    }

    #finer() {
        this.step += 1;
        this.#calm = 0;
        this.#sinceFiner = 0;
    }

    #clear() {
        this.#frames.length = 0;
        this.#sumMs = 0;
    }
}
