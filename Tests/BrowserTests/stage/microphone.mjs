import { writeFileSync } from "node:fs";

const rate = 48_000;
const bytesPerSample = 2;

/** Writes a sound file with clicks, each first of four an octave higher. */
export function writeClicks(path, { seconds, bpm }) {
    const count = seconds * rate;
    const file = Buffer.alloc(44 + bytesPerSample * count);
    file.write("RIFF", 0);
    file.writeUInt32LE(file.length - 8, 4);
    file.write("WAVEfmt ", 8);
    file.writeUInt32LE(16, 16);
    file.writeUInt16LE(1, 20);
    file.writeUInt16LE(1, 22);
    file.writeUInt32LE(rate, 24);
    file.writeUInt32LE(rate * bytesPerSample, 28);
    file.writeUInt16LE(bytesPerSample, 32);
    file.writeUInt16LE(8 * bytesPerSample, 34);
    file.write("data", 36);
    file.writeUInt32LE(bytesPerSample * count, 40);
    for (let index = 0; index < count; index += 1) {
        const place = index / rate / (60 / bpm);
        const age = (place % 1) * (60 / bpm);
        const pitch = Math.floor(place) % 4 === 0 ? 2000 : 1000;
        file.writeInt16LE(Math.round(20_000 * Math.sin(2 * Math.PI * pitch * age) * Math.exp(-60 * age)), 44 + bytesPerSample * index);
    }
    writeFileSync(path, file);
}

/** Options for a Chromium whose microphone hears a file, over and over, without asking anybody. */
export const hearing = (file) => ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-audio-capture=${file}`];
