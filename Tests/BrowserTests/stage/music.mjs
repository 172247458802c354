import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { png } from "./png.mjs";

const rate = 44_100;

/** The generated music: a click track with clicks at known times, and songs of three tempos. */
export const pieces = [
    { name: "Clicks at 120", bpm: 120, seconds: 60, clicks: true },
    { name: "Song at 100", bpm: 100, seconds: 90 },
    { name: "Song at 175", bpm: 175, seconds: 90 },
    { name: "Song at 220", bpm: 220, seconds: 90 },
];

/** The lyrics of "Song at 100": words with times, a line in Hebrew with its time alone, a pause and a long line. */
const lyrics = `[la:en]
[00:04.00]<00:04.00>Every <00:05.00>screen <00:06.00>sings <00:07.50>
[00:08.00]שלום לכל המסכים
[00:12.00]
[00:14.00]This line is so long that on a phone it takes several rows, and it must not cover the controls below
[00:20.00]Last
`;

/** Lines that nobody can read: long ones and empty ones, ten a second. */
const hastyLyrics = Array.from({ length: 400 }, (_, line) => `[${stamp(line / 10)}]${line % 2 === 0 ? `MMMMMMMMMMM ${line} WWWWWWWWWWW MMMMMMMMMMM` : ""}`).join("\n");

/** Writes the music, a cover for it and the lyrics of a song, the same bytes each time. @param {string} folder */
export function makeMusic(folder) {
    mkdirSync(folder, { recursive: true });
    for (const piece of pieces) writeFileSync(join(folder, `${piece.name}.wav`), fileOf(piece));
    writeFileSync(join(folder, "Song at 100.lrc"), lyrics);
    writeFileSync(join(folder, "Song at 220.lrc"), hastyLyrics);
    writeFileSync(join(folder, "cover.png"), png(96, 96, (x, y) => (y < 48 ? [18 + 2 * x, 20 + y, 90 + y] : [7, 11 + x / 4, 38 + y / 2])));
}

/** A WAV file of a piece. */
export const fileOf = (piece) => wav(piece.clicks ? clicks(piece) : song(piece), piece.name);

/** A time as LRC writes it. */
function stamp(seconds) {
    return `00:${seconds.toFixed(2).padStart(5, "0")}`;
}

/** Click k is at exactly k beats. */
function clicks({ bpm, seconds }) {
    const out = new Float32Array(rate * seconds);
    for (let beat = 0; beat * 60 < bpm * seconds; beat += 1) {
        const from = Math.round((beat * 60 * rate) / bpm);
        const pitch = beat % 4 === 0 ? 1500 : 1000;
        for (let i = 0; i < 0.03 * rate && from + i < out.length; i += 1) {
            out[from + i] = 0.8 * Math.cos((2 * Math.PI * pitch * i) / rate) * Math.exp((-i / rate) * 150);
        }
    }
    return out;
}

/** Kick, snare, hats, a bass line and chords; eight loud bars, then eight quiet ones. */
function song({ bpm, seconds }) {
    const out = new Float32Array(rate * seconds);
    const random = noise(bpm);
    const beatS = 60 / bpm;
    const roots = [55, 65.41, 73.42, 49];
    const add = (atS, lengthS, level, tone) => {
        const from = Math.round(atS * rate);
        for (let i = 0; i < lengthS * rate && from + i < out.length; i += 1) out[from + i] += level * tone(i / rate);
    };
    for (let beat = 0; beat * beatS < seconds; beat += 1) {
        const atS = beat * beatS;
        const loud = Math.floor(beat / 32) % 2 === 0 ? 1 : 0.35;
        const root = roots[Math.floor(beat / 4) % 4];
        add(atS, 0.2, 0.8 * loud, (t) => Math.sin(2 * Math.PI * (45 * t + 6 * (1 - Math.exp(-30 * t)))) * Math.exp(-14 * t));
        if (beat % 2 === 1) add(atS, 0.15, 0.35 * loud, (t) => random() * Math.exp(-25 * t));
        for (const half of [0, 0.5]) add(atS + half * beatS, 0.05, 0.12, (t) => random() * Math.exp(-90 * t));
        add(atS, beatS, 0.2 * loud, (t) => Math.sin(2 * Math.PI * root * t) + 0.4 * Math.sin(4 * Math.PI * root * t));
        if (beat % 4 === 0) {
            add(atS, 4 * beatS, 0.05, (t) => [4, 5, 6, 8].reduce((sum, part) => sum + Math.sin(2 * Math.PI * root * part * t), 0) * Math.exp(-0.8 * t));
        }
    }
    return out;
}

function noise(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 31 - 1;
    };
}

function wav(samples, title) {
    const words = Object.entries({ INAM: title, IART: "The Metronomes", IPRD: "Made to be measured" }).map(([kind, text]) => riff(kind, Buffer.from(`${text}\0`)));
    const list = riff("LIST", Buffer.concat([Buffer.from("INFO"), ...words]));
    const bytes = Buffer.alloc(44 + 2 * samples.length + list.length);
    bytes.write("RIFF", 0);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    bytes.write("WAVEfmt ", 8);
    for (const [value, at] of [[16, 16], [rate, 24], [2 * rate, 28]]) bytes.writeUInt32LE(value, at);
    for (const [value, at] of [[1, 20], [1, 22], [2, 32], [16, 34]]) bytes.writeUInt16LE(value, at);
    bytes.write("data", 36);
    bytes.writeUInt32LE(2 * samples.length, 40);
    for (let i = 0; i < samples.length; i += 1) bytes.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, samples[i]))), 44 + 2 * i);
    list.copy(bytes, 44 + 2 * samples.length);
    return bytes;
}

export function riff(kind, content) {
    const bytes = Buffer.alloc(8 + content.length + (content.length % 2));
    bytes.write(kind, 0);
    bytes.writeUInt32LE(content.length, 4);
    content.copy(bytes, 8);
    return bytes;
}
