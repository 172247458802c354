// The sound of the last seconds as a grid of levels, for styles that show it on a surface.

import { clamp } from "./geometry.js";

/** Rows of levels by age, resampled from the points of the history. */
export class SoundField {
    /** Row after row, the newest first, each from low to high sound. */
    levels;
    #points = 0;
    #from;
    #part;

    /** @param {number} rows one more than are read, since places between two rows are too @param {number} lines levels of a row */
    constructor(rows, lines) {
        this.rows = rows;
        this.lines = lines;
        this.levels = new Float32Array(rows * lines);
        this.#from = new Uint8Array(lines);
        this.#part = new Float32Array(lines);
    }

    /** @param {import("./stage/beat.js").Scene["history"]} history */
    follow(history) {
        if (history.points !== this.#points) this.#fit(history.points);
        const { rows, lines, levels } = this;
        for (let row = 0, at = 0; row < rows; row += 1) {
            const known = history.at(row);
            for (let line = 0; line < lines; line += 1, at += 1) {
                const low = known[this.#from[line]];
                levels[at] = low + (known[this.#from[line] + 1] - low) * this.#part[line];
            }
        }
    }

    #fit(points) {
        this.#points = points;
        for (let line = 0; line < this.lines; line += 1) {
            const place = clamp(((line + 0.5) * points) / this.lines - 0.5, 0, points - 1.001);
            this.#from[line] = Math.floor(place);
            this.#part[line] = place - this.#from[line];
        }
    }
}
