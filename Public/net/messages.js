const kinds = [undefined, "frames", "audio"];
const headerBytes = 24;
const version = 1;
const behindBands = 6; // phase, beat, loudness, onset and top, after the bands of a frame

/**
 * The header of a binary message.
 * @typedef {object} Packet
 * @property {"frames" | "audio" | undefined} kind undefined if this page does not know it
 * @property {number} count frames, or samples
 * @property {number} generation
 * @property {number} dueUs of the first, server time
 * @property {number} leadUs how long before it is due it was sent
 * @property {number} rate frames a second, or thousands of samples
 * @property {number} bands or channels
 * @property {number} stride bytes of each
 * @property {DataView} view the whole message
 * @property {number} start offset of the first frame
 */

/**
 * Parses the header of a binary message.
 * @param {ArrayBuffer} buffer
 * @returns {Packet | undefined} undefined if it has another version or is malformed
 */
export function readPacket(buffer) {
    if (buffer.byteLength < headerBytes) return undefined;
    const view = new DataView(buffer);
    if (view.getUint8(1) !== version) return undefined;
    const packet = {
        kind: kinds[view.getUint8(0)],
        count: view.getUint16(2, true),
        generation: view.getUint32(4, true),
        dueUs: view.getUint32(8, true) + view.getInt32(12, true) * 2 ** 32,
        leadUs: view.getInt32(16, true),
        rate: view.getUint8(20),
        bands: view.getUint8(21),
        stride: view.getUint16(22, true),
        view,
        start: headerBytes,
    };
    const least = packet.kind === "frames" ? packet.bands + behindBands : 1;
    const whole = packet.rate > 0 && packet.stride >= least && headerBytes + packet.count * packet.stride <= buffer.byteLength;
    return whole ? packet : undefined;
}

/**
 * Parses a text message.
 * @param {string} text
 * @returns {{ type: string } & Record<string, any> | undefined}
 */
export function readText(text) {
    try {
        const message = JSON.parse(text);
        return typeof message?.type === "string" ? message : undefined;
    } catch {
        return undefined;
    }
}
