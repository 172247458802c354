import { shown } from "./gain.js";
import { smoothed, spread } from "./smooth.js";

const rowsPerS = 30;
const rows = 240; // eight seconds
const mostPoints = 64;

/** The rows of the waterfall: past levels, each row computed once and stored by its position in the music. */
export class WaterfallHistory {
    rows = rows;
    points = mostPoints;
    /** How far row 0 is behind now, in rows: 0 to 1, for smooth scrolling. */
    fraction = 0;

    #made = new Int32Array(rows).fill(-1);
    #complete = new Uint8Array(rows);
    #levels = Array.from({ length: rows }, () => new Float32Array(mostPoints));
    #views = this.#levels;
    #silent = new Float32Array(mostPoints);
    #bands = new Float32Array(mostPoints);
    #window;
    #source;
    #sensitivity = 1;
    #viscosity = 0;
    #newest = 0;

    /** Sets the time of row 0. @param {number} [viscosity] of rows that would flash as they are */
    follow(window, mediaS, settings, viscosity = 0) {
        if (window.source !== this.#source || viscosity !== this.#viscosity || settings.points !== this.points || settings.sensitivity !== this.#sensitivity) {
            this.#source = window.source;
            this.#viscosity = viscosity;
            this.points = settings.points;
            this.#sensitivity = settings.sensitivity;
            this.#views = this.#levels.map((levels) => levels.subarray(0, settings.points));
            this.#silent = new Float32Array(settings.points);
            this.#made.fill(-1);
        }
        this.#window = window;
        this.#newest = Math.floor(mediaS * rowsPerS);
        this.fraction = mediaS * rowsPerS - this.#newest;
    }

    /**
     * @param {number} row 0 is now, row k is k/30 s ago
     * @returns {Float32Array} to be read before the next call of `follow`
     */
    at(row) {
        const number = this.#newest - row;
        if (number < 0 || row >= rows || !this.#window) return this.#silent;
        const place = number % rows;
        if (this.#made[place] !== number || !this.#complete[place]) this.#make(number, place);
        return this.#views[place];
    }

    #make(number, place) {
        const window = this.#window;
        const mediaS = number / rowsPerS;
        const slot = window.slot(Math.round(mediaS * window.rate));
        const levels = this.#views[place];
        this.#made[place] = number;
        this.#complete[place] = slot >= 0 ? 1 : 0;
        if (slot < 0) {
            levels.fill(0);
            return;
        }
        if (this.#viscosity > 0) smoothed(window, mediaS, this.#viscosity, this.#bands);
        else for (let band = 0; band < window.bands; band += 1) this.#bands[band] = window.level(slot, band);
        spread(this.#bands, window.bands, levels);
        const top = window.topOf(slot);
        for (let point = 0; point < levels.length; point += 1) levels[point] = shown(levels[point], top, this.#sensitivity);
    }
}
