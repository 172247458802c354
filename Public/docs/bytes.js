// The layout of a binary message, read from the table that describes it.

const widths = { u8: 1, u16: 2, i16: 2, u32: 4, i32: 4, i64: 8 };
const sampleBytes = 2;

/**
 * @typedef {{ from: number, bytes: number[], words: string, value?: bigint }} Piece
 */

/** @param {string} digits in hexadecimal, with blanks between @returns {number[]} */
export function bytesOf(digits) {
    return digits.trim().split(/\s+/).map((pair) => parseInt(pair, 16));
}

/**
 * The fields of the header, as its table describes them, then the rest in pieces of `stride`, which the header gives, or else of samples.
 * @param {number[]} bytes
 * @param {string[][]} rows of the table: offset, type, meaning
 * @returns {Piece[]}
 */
export function pieces(bytes, rows) {
    const head = rows.map(([at, type, what]) => {
        const from = Number(at);
        const part = bytes.slice(from, from + widths[type]);
        return { from, bytes: part, words: what.split(/[:,]/)[0], value: read(part, type) };
    });
    const start = head.at(-1).from + head.at(-1).bytes.length;
    const stride = Number(head.find(({ words }) => words === "stride")?.value ?? sampleBytes);
    const rest = [];
    for (let from = start; from < bytes.length; from += stride) {
        rest.push({ from, bytes: bytes.slice(from, from + stride), words: `${rest.length}` });
    }
    return [...head, ...rest];
}

/** A little-endian number. */
function read(bytes, type) {
    const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    return type.startsWith("i") ? BigInt.asIntN(8 * bytes.length, value) : value;
}
