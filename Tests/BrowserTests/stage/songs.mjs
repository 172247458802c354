import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { riff } from "./music.mjs";

const rate = 8000;

/**
 * Fills a folder with quiet songs called "Song 0", "Song 1" and so on, each with a sound of its own, so that each is a recording of its own.
 * @param {string} folder @param {number} count @param {number} seconds of each, so that none ends meanwhile
 */
export function makeSongs(folder, count, seconds) {
    mkdirSync(folder, { recursive: true });
    const format = Buffer.alloc(16);
    [[1, 0], [1, 2], [1, 12], [8, 14]].forEach(([value, at]) => format.writeUInt16LE(value, at));
    [[rate, 4], [rate, 8]].forEach(([value, at]) => format.writeUInt32LE(value, at));
    for (let song = 0; song < count; song += 1) {
        const samples = Buffer.alloc(rate * seconds, 128);
        for (let at = 0; at < samples.length; at += 40 + song) samples[at] = 140;
        const words = [["INAM", `Song ${song}`], ["IART", `Singer ${song}`]].map(([kind, text]) => riff(kind, Buffer.from(`${text}\0`)));
        const parts = [Buffer.from("WAVE"), riff("fmt ", format), riff("LIST", Buffer.concat([Buffer.from("INFO"), ...words])), riff("data", samples)];
        writeFileSync(join(folder, `${song}.wav`), riff("RIFF", Buffer.concat(parts)));
    }
}
