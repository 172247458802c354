const headerBytes = 20;
const headerBytes2 = 24;

/**
 * A waveform at every zoom: each level has half the resolution of the one before.
 * @typedef {object} Pyramid
 * @property {number} pixelS seconds that a pixel of the lowest level stands for
 * @property {readonly Float32Array[]} levels heights in [0, 1], the finest first
 */

/**
 * Parses audiowaveform's format, 8 or 16 bits.
 * @param {ArrayBuffer} buffer
 * @returns {Pyramid | undefined} undefined if it is not a waveform
 */
export function readWaveform(buffer) {
    if (buffer.byteLength < headerBytes) return undefined;
    const view = new DataView(buffer);
    const version = view.getInt32(0, true);
    const eight = (view.getUint32(4, true) & 1) === 1;
    const rate = view.getInt32(8, true);
    const perPixel = view.getInt32(12, true);
    const count = view.getUint32(16, true);
    const start = version === 2 ? headerBytes2 : headerBytes;
    const size = eight ? 1 : 2;
    if (!(rate > 0 && perPixel > 0) || start + count * 2 * size > buffer.byteLength) return undefined;
    const heights = new Float32Array(count);
    for (let pixel = 0; pixel < count; pixel += 1) {
        const at = start + pixel * 2 * size;
        const low = eight ? view.getInt8(at) / 128 : view.getInt16(at, true) / 32768;
        const high = eight ? view.getInt8(at + size) / 128 : view.getInt16(at + size, true) / 32768;
        heights[pixel] = Math.max(Math.abs(low), Math.abs(high));
    }
    return makePyramid(heights, perPixel / rate);
}

/** @param {Float32Array} heights @param {number} pixelS @returns {Pyramid} */
export function makePyramid(heights, pixelS) {
    const levels = [heights];
    while (levels.at(-1).length > 64) {
        const fine = levels.at(-1);
        const coarse = new Float32Array(Math.ceil(fine.length / 2));
        for (let pixel = 0; pixel < coarse.length; pixel += 1) {
            coarse[pixel] = Math.max(fine[2 * pixel], fine[2 * pixel + 1] ?? 0);
        }
        levels.push(coarse);
    }
    return { pixelS, levels };
}

/**
 * The heights of a span in a number of columns: each is the mean of the peaks that it covers, so that loud music keeps its shape.
 * @param {Pyramid} pyramid
 * @param {number} startS
 * @param {number} endS
 * @param {Float32Array} columns output, filled completely
 */
export function fillColumns(pyramid, startS, endS, columns) {
    const spanS = (endS - startS) / columns.length;
    let level = 0;
    let pixelS = pyramid.pixelS;
    while (level + 1 < pyramid.levels.length && pixelS * 8 <= spanS) {
        level += 1;
        pixelS *= 2;
    }
    const heights = pyramid.levels[level];
    for (let column = 0; column < columns.length; column += 1) {
        const first = Math.floor((startS + column * spanS) / pixelS);
        const last = Math.max(first + 1, Math.floor((startS + (column + 1) * spanS) / pixelS));
        let sum = 0;
        for (let pixel = first; pixel < last; pixel += 1) sum += heights[pixel] ?? 0;
        columns[column] = sum / (last - first);
    }
}

/** The greatest height of all, for scale. @param {Pyramid} pyramid */
export function greatest(pyramid) {
    let most = 0;
    for (const height of pyramid.levels.at(-1)) if (height > most) most = height;
    return most;
}
