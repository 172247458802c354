import { noisePeriod } from "./words.js";

/** A chance for each cell of the noise, with its three neighbours', as RGBA. @returns {Uint8Array} */
export function noiseTexels() {
    const texels = new Uint8Array(4 * noisePeriod * noisePeriod);
    let at = 0;
    for (let y = 0; y < noisePeriod; y += 1) {
        for (let x = 0; x < noisePeriod; x += 1) {
            texels[at] = chance(x, y);
            texels[at + 1] = chance(x + 1, y);
            texels[at + 2] = chance(x, y + 1);
            texels[at + 3] = chance(x + 1, y + 1);
            at += 4;
        }
    }
    return texels;
}

const chance = (x, y) => mixed((x % noisePeriod) ^ mixed(y % noisePeriod)) >>> 24;

/** The function `hash_` of the shaders. @param {number} bits */
function mixed(bits) {
    let x = bits;
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
}
