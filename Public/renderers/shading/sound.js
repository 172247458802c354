import { soundPoints, soundRows } from "./words.js";

const slowRows = 26; // 0.8 s
const energyRows = 200; // of the history, which all screens know
const quiet = 0.08; // mean levels of music that is hardly there, and of loud music
const loud = 0.42;

/** The sound of a scene as looks read it: levels of now, of the last seconds, and their mean. */
export class Sound {
    /** RGBA: a level, the next point's, and both of the row before. */
    texels = new Uint8Array(4 * soundPoints * (soundRows + 1));
    /** How much has been heard lately, in [0, 1]. */
    energy = 0;
    #means = new Float32Array(soundPoints);

    /** @param {import("../stage/beat.js").Scene} scene */
    fill({ levels, history }) {
        let weights = 0;
        this.energy = 0;
        for (let line = 0; line < soundRows; line += 1) {
            const row = line === 0 ? levels : history.at(line - 1);
            this.#put(row, line, 0);
            if (line > 0) this.#put(row, line - 1, 2);
            if (line === 0 || line > energyRows) continue;
            const weight = softly((line - 1 + history.fraction) / energyRows);
            weights += weight;
            this.energy += weight * meanOf(row);
        }
        this.energy = Math.min(1, Math.max(0, (this.energy / weights - quiet) / (loud - quiet)));
        this.#putSlow(history);
    }

    #putSlow(history) {
        const means = this.#means.fill(0);
        let weights = 0;
        for (let back = 0; back < slowRows; back += 1) {
            const weight = softly((back + history.fraction) / slowRows);
            const row = history.at(back);
            weights += weight;
            for (let point = 0; point < soundPoints; point += 1) means[point] += weight * row[placeIn(row, point)];
        }
        for (let point = 0; point < soundPoints; point += 1) means[point] /= weights;
        this.#put(means, soundRows, 0);
        this.#put(means, soundRows, 2);
    }

    /** Writes a row into one half of the texels of a line. */
    #put(row, line, half) {
        const { texels } = this;
        let at = 4 * soundPoints * line + half;
        for (let point = 0; point < soundPoints; point += 1) {
            const value = 255 * row[placeIn(row, point)] + 0.5;
            texels[at] = value;
            if (point > 0) texels[at - 3] = value;
            at += 4;
        }
    }
}

/** A weight without an edge at either end, or means would jump as rows come and go. */
const softly = (part) => Math.max(0, part * (1 - part));

const placeIn = (row, point) => (row.length === soundPoints ? point : Math.floor((point * row.length) / soundPoints));

function meanOf(row) {
    let sum = 0;
    for (let point = 0; point < row.length; point += 1) sum += row[point];
    return row.length > 0 ? sum / row.length : 0;
}
