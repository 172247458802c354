#!/usr/bin/env node
// The spectrum and the beat in a terminal. Ctrl-C ends it.
//
//   node terminal.mjs [http://localhost:8080] [--room main]
//
// Needs only node 18 or newer, and downbeat.mjs beside it.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { follow, heights } from "./downbeat.mjs";

const [fps, bands] = [30, 32];
const steps = " ▁▂▃▄▅▆▇█";
const [enter, restore] = ["\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[0m\x1b[?25h\x1b[?1049l"];
let [words, isEntered] = ["", false];

function wish() {
    try {
        const options = { room: { type: "string" }, help: { type: "boolean", short: "h" } };
        const { values, positionals } = parseArgs({ allowPositionals: true, options });
        const server = positionals[0] ?? "http://localhost:8080";
        if (values.help) leave(0, readFileSync(new URL(import.meta.url), "utf8").match(/^\/\/.*\n/gm).slice(0, 5).join("").replace(/^\/\/ ?/gm, ""));
        if (!/^https?:\/\//.test(server)) leave(64, `${server} is no address: it begins with http:// or https://`);
        return { ...values, server, name: "terminal.mjs", token: process.env.DOWNBEAT_TOKEN, streams: { frames: { fps, bands, lead: 1 }, state: true } };
    } catch (problem) {
        return leave(64, problem.message);
    }
}

/** Lines of text from the top down; each column shows a band. */
function bars(levels, columns, rows) {
    const eighths = Array.from({ length: columns }, (_, column) =>
        Math.round(levels[Math.floor((column * levels.length) / columns)] * rows * 8));
    return Array.from({ length: rows }, (_, row) =>
        eighths.map((eighth) => steps[Math.min(Math.max(eighth - (rows - 1 - row) * 8, 0), 8)]).join(""));
}

function draw(frame) {
    const { columns = 80, rows = 24 } = process.stdout;
    const height = Math.max(1, rows - 1);
    const picture = bars(heights(frame), columns, height)
        .map((bar, row) => `\x1b[${row + 1};1H\x1b[38;5;${51 - Math.floor((row * 30) / rows)}m${bar}`);
    const grey = frame.phase === null ? 236 : 236 + Math.round(19 * (1 - frame.phase) ** 2);
    const position = frame.beat % 255 || " ";
    const foot = `\x1b[${rows};1H \x1b[38;5;${grey}m●\x1b[0m ${position}  ${words.slice(0, Math.max(0, columns - 8))}\x1b[K`;
    process.stdout.write(picture.join("") + foot);
}

function leave(code, text = "") {
    if (isEntered) process.stdout.write(restore);
    if (text) (code === 0 ? console.log : console.error)(text);
    process.exit(code);
}

const chosen = wish();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => leave(130));
process.stdout.on("resize", () => process.stdout.write("\x1b[2J"));
process.stdout.on("error", () => process.exit(0)); // the reader of the pipe is gone
process.stdout.write(enter);
isEntered = true;
follow(chosen, (event) => {
    if (event.type === "frame") draw(event);
    else if (event.type === "state") words = [event.track?.title, event.track?.artist].filter(Boolean).join(" – ");
}, (problem, isFinal) => {
    if (isFinal) leave(1, problem);
    words = problem;
    process.stdout.write(`\x1b[${process.stdout.rows ?? 24};1H\x1b[0m ${problem}\x1b[K`);
});
