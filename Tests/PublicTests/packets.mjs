/** A binary message as the server writes it. */
export function framesPacket({ generation = 512, due = 0, lead = 0, rate = 60, bands = 64, frames }) {
    const stride = bands + 6;
    const buffer = new ArrayBuffer(24 + frames.length * stride);
    const view = new DataView(buffer);
    view.setUint8(0, 1);
    view.setUint8(1, 1);
    view.setUint16(2, frames.length, true);
    view.setUint32(4, generation, true);
    view.setBigInt64(8, BigInt(due), true);
    view.setInt32(16, lead, true);
    view.setUint8(20, rate);
    view.setUint8(21, bands);
    view.setUint16(22, stride, true);
    frames.forEach((frame, index) => {
        for (let band = 0; band < bands; band += 1) view.setUint8(24 + index * stride + band, frame.bands?.[band] ?? frame.level ?? 0);
        view.setUint8(24 + index * stride + bands + 3, frame.loudness ?? 0);
        view.setUint8(24 + index * stride + bands + 4, frame.onset ?? 0);
        view.setUint8(24 + index * stride + bands + 5, frame.top ?? 45);
    });
    return buffer;
}

/**
 * Gives each frame of a track the top that the server would: of the peaks of the second before and of two and a half to come, each a
 * parabola less by how far off it is, the greatest.
 */
export function withTops(frames, bands = 64) {
    const peaks = frames.map((frame) => {
        const heights = Array.from({ length: bands }, (_, band) => (frame.bands?.[band] ?? frame.level ?? 0) - 70 * (1 - band / bands));
        return Math.max(45, ...heights);
    });
    const weight = (away) => 1 - (away / (away < 0 ? 60 : 150)) ** 2;
    return frames.map((frame, index) => {
        let top = 45;
        for (let other = Math.max(0, index - 59); other < Math.min(frames.length, index + 150); other += 1) {
            top = Math.max(top, 45 + (peaks[other] - 45) * weight(other - index));
        }
        return { ...frame, top: Math.round(top) };
    });
}
