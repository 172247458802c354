// A QR code (ISO/IEC 18004) of bytes at level M, sizes 1 to 6: more than an address needs.
const versions = [
    { data: 16, check: 10, blocks: 1 }, { data: 28, check: 16, blocks: 1 }, { data: 44, check: 26, blocks: 1 },
    { data: 64, check: 18, blocks: 2 }, { data: 86, check: 24, blocks: 2 }, { data: 108, check: 16, blocks: 4 },
];
const masks = [
    (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
    exponents[power] = exponents[power + 255] = value;
    logarithms[value] = power;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

/**
 * @param {string} text
 * @param {number} [mask] one of eight; the one that looks most even where none is given
 * @returns {boolean[][] | undefined} rows of dark modules; nothing where the text is too long
 */
export function qrCode(text, mask) {
    const bytes = new TextEncoder().encode(text);
    const index = versions.findIndex(({ data }) => bytes.length + 2 <= data);
    if (index < 0) return undefined;
    const words = interleaved(padded(bytes, versions[index].data), versions[index]);
    const candidates = mask === undefined ? masks.map((_, number) => number) : [mask];
    let best;
    for (const number of candidates) {
        const code = drawn(index + 1, words, number);
        const unevenness = penalty(code);
        if (!best || unevenness < best.unevenness) best = { code, unevenness };
    }
    return best.code;
}

function padded(bytes, length) {
    const words = [0x40 | (bytes.length >> 4)];
    let rest = bytes.length & 15;
    for (const byte of bytes) {
        words.push(((rest << 4) | (byte >> 4)) & 255);
        rest = byte & 15;
    }
    words.push(rest << 4);
    for (let fill = 0xec; words.length < length; fill ^= 0xec ^ 0x11) words.push(fill);
    return words;
}

function interleaved(words, { data, check, blocks }) {
    const size = data / blocks;
    const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * size, (block + 1) * size));
    const checks = parts.map((part) => remainder(part, check));
    const mixed = [];
    for (let at = 0; at < size; at += 1) for (const part of parts) mixed.push(part[at]);
    for (let at = 0; at < check; at += 1) for (const part of checks) mixed.push(part[at]);
    return mixed;
}

// Reed-Solomon: the rest of the words over the generator with the roots 2^0 to 2^(count - 1).
function remainder(words, count) {
    let generator = [1];
    for (let power = 0; power < count; power += 1) {
        generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, exponents[power]));
    }
    const rest = [...words, ...new Array(count).fill(0)];
    for (let at = 0; at < words.length; at += 1) {
        const factor = rest[at];
        if (factor) generator.forEach((value, step) => { rest[at + step] ^= times(value, factor); });
    }
    return rest.slice(words.length);
}

function times(one, other) {
    return one && other ? exponents[logarithms[one] + logarithms[other]] : 0;
}

function drawn(version, words, mask) {
    const size = 17 + 4 * version;
    const code = Array.from({ length: size }, () => new Array(size));
    const square = (left, top, reach, dark) => {
        for (let y = -reach; y <= reach; y += 1) {
            for (let x = -reach; x <= reach; x += 1) {
                if (code[top + y]?.[left + x] !== undefined || top + y < 0 || top + y >= size || left + x < 0 || left + x >= size) continue;
                code[top + y][left + x] = dark(Math.max(Math.abs(x), Math.abs(y)));
            }
        }
    };
    for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(left, top, 4, (away) => away !== 2 && away !== 4);
    if (version > 1) square(size - 7, size - 7, 2, (away) => away !== 1);
    for (let at = 8; at < size - 8; at += 1) code[6][at] = code[at][6] = at % 2 === 0;
    writeFormat(code, size, mask);
    let bit = 0;
    for (let right = size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        const up = ((right + 1) & 2) === 0;
        for (let step = 0; step < size; step += 1) {
            const y = up ? size - 1 - step : step;
            for (const x of [right, right - 1]) {
                if (code[y][x] !== undefined) continue;
                const dark = bit < words.length * 8 && ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
                code[y][x] = dark !== masks[mask](x, y);
                bit += 1;
            }
        }
    }
    return code;
}

function writeFormat(code, size, mask) {
    let rest = mask;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const dark = (bit) => ((bits >> bit) & 1) === 1;
    for (let bit = 0; bit < 15; bit += 1) {
        code[bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit][8] = dark(bit);
        code[8][bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit] = dark(bit);
    }
    code[size - 8][8] = true;
}

// Long runs and blocks of one colour are hard to read.
function penalty(code) {
    const size = code.length;
    let sum = 0;
    for (let y = 0; y < size; y += 1) {
        for (let x = 0, across = 0, down = 0; x < size; x += 1) {
            across = x > 0 && code[y][x] === code[y][x - 1] ? across + 1 : 1;
            down = x > 0 && code[x][y] === code[x - 1][y] ? down + 1 : 1;
            sum += (across === 5 ? 3 : across > 5 ? 1 : 0) + (down === 5 ? 3 : down > 5 ? 1 : 0);
            const dark = code[y][x];
            if (x > 0 && y > 0 && dark === code[y - 1][x] && dark === code[y][x - 1] && dark === code[y - 1][x - 1]) sum += 3;
        }
    }
    return sum;
}
