import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { riff } from "./music.mjs";
import { png } from "./png.mjs";

const rate = 8000;
const seconds = 2;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Fills a folder with silent albums of one track each: their titles begin with all letters in turn, and each has a cover.
 * @param {string} folder @param {number} count
 */
export function makeShelf(folder, count) {
    for (let album = 0; album < count; album += 1) {
        const place = join(folder, `${album}`);
        mkdirSync(place, { recursive: true });
        const title = `${letters[album % letters.length]}lbum ${album}`;
        writeFileSync(join(place, "1.wav"), silence({ INAM: `Track ${album}`, IART: `${letters[(7 * album) % letters.length]}rtist ${album % 40}`, IPRD: title, ICRD: `${1960 + (album % 60)}` }));
        const hue = (album * 37) % 256;
        writeFileSync(join(place, "cover.png"), png(24, 24, (x, y) => [hue, (x * 10 + hue) % 256, (y * 10) % 256]));
    }
}

/** A silent WAV file of 8-bit samples, with tags. */
function silence(tags) {
    const format = Buffer.alloc(16);
    [[1, 0], [1, 2], [1, 12], [8, 14]].forEach(([value, at]) => format.writeUInt16LE(value, at));
    [[rate, 4], [rate, 8]].forEach(([value, at]) => format.writeUInt32LE(value, at));
    const words = Object.entries(tags).map(([kind, text]) => riff(kind, Buffer.from(`${text}\0`)));
    return riff("RIFF", Buffer.concat([Buffer.from("WAVE"), riff("fmt ", format), riff("LIST", Buffer.concat([Buffer.from("INFO"), ...words])), riff("data", Buffer.alloc(rate * seconds, 128))]));
}
