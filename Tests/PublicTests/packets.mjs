/** A binary message as the server writes it. */
export function framesPacket({ generation = 512, due = 0, lead = 0, rate = 60, bands = 64, frames }) {
    const stride = bands + 5;
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
    });
    return buffer;
}
