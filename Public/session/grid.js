/**
 * A window of a track's beats, as the server sends it.
 * @typedef {object} Grid
 * @property {number} generation
 * @property {string} source what it is of
 * @property {number} bpm
 * @property {number} meter beats in most bars, 0 if bars are unknown
 * @property {number} confidence
 * @property {number} barConfidence
 * @property {number} first the number of the window's first beat
 * @property {readonly number[]} beats seconds into the track, ascending
 * @property {readonly number[]} positions positions in the bar, 1 on downbeats, 0 if unknown
 */

/**
 * The position of a time relative to the beats.
 * @typedef {object} Phase
 * @property {number} index the last beat, numbered from the track's first beat; negative before that one
 * @property {number} fraction from 0 on the beat to just under 1
 * @property {number} position position of that beat in its bar, 0 if bars are unknown
 * @property {number} bpm the tempo of this interval alone
 * @property {number} atS the time of that beat, in seconds of the track
 */

/** @returns {Phase} an object to be reused with `phaseAt` */
export function makePhase() {
    return { index: 0, fraction: 0, position: 0, bpm: 0, atS: 0 };
}

/**
 * How many of some ascending numbers are at most `value`.
 * @param {readonly number[]} numbers
 * @param {number} value
 */
export function countThrough(numbers, value) {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] <= value) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * The phase at any time. Before the first beat and after the last, beats continue at the interval of the nearest two.
 * @param {Grid | undefined} grid
 * @param {number} mediaS
 * @param {Phase} phase is written
 * @returns {boolean} false with fewer than two beats, which give no interval
 */
export function phaseAt(grid, mediaS, phase) {
    const count = grid?.beats.length ?? 0;
    if (count < 2) return false;
    const following = countThrough(grid.beats, mediaS);
    const edge = Math.max(0, following - 1);
    const start = Math.min(edge, count - 2);
    const interval = Math.max(1e-6, grid.beats[start + 1] - grid.beats[start]);
    const passed = (mediaS - grid.beats[edge]) / interval;
    const inside = following > 0 && following < count;
    const whole = inside ? 0 : Math.floor(passed);
    phase.fraction = Math.min(Math.max(passed - whole, 0), 1 - 2 ** -53);
    write(grid, edge, whole, interval, phase);
    return true;
}

/**
 * The phase at the time of a beat.
 * @param {Grid} grid with at least two beats
 * @param {number} index of the beat, from the track's first beat
 * @param {Phase} phase is written
 */
export function beatAt(grid, index, phase) {
    const count = grid.beats.length;
    const edge = Math.min(Math.max(index - grid.first, 0), count - 1);
    const start = Math.min(edge, count - 2);
    phase.fraction = 0;
    write(grid, edge, index - grid.first - edge, Math.max(1e-6, grid.beats[start + 1] - grid.beats[start]), phase);
}

function write(grid, edge, whole, interval, phase) {
    phase.index = grid.first + edge + whole;
    phase.position = place(grid, edge, whole);
    phase.bpm = 60 / interval;
    phase.atS = grid.beats[edge] + whole * interval;
}

function place(grid, edge, whole) {
    const position = grid.barConfidence < 0.5 ? 0 : grid.positions[edge];
    if (whole === 0 || position === 0) return position;
    const { meter } = grid;
    return meter && ((((position - 1 + whole) % meter) + meter) % meter) + 1;
}
