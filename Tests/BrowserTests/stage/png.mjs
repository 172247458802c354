import { deflateSync } from "node:zlib";

/**
 * A picture as PNG bytes (PNG, third edition, sections 5 and 11).
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => ArrayLike<number>} colour red, green and blue of 255
 */
export function png(width, height, colour) {
    const stride = 1 + 3 * width;
    const rows = Buffer.alloc(height * stride);
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows.set(Array.from(colour(x, y), Math.floor), y * stride + 1 + 3 * x);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 2], 8);
    return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind, content) {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
    const bytes = Buffer.alloc(body.length + 8);
    bytes.writeUInt32BE(content.length, 0);
    body.copy(bytes, 4);
    bytes.writeUInt32BE(checksum(body), bytes.length - 4);
    return bytes;
}

function checksum(bytes) {
    let sum = 0xffff_ffff;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
    }
    return (sum ^ 0xffff_ffff) >>> 0;
}
