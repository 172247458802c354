#!/usr/bin/env node
// Prints every beat at its moment.
//
//   node beats.mjs [http://localhost:8080]
//
// Needs only node 18 or newer, and downbeat.mjs beside it.

import { readFileSync } from "node:fs";
import { connect } from "./downbeat.mjs";

const [server = "http://localhost:8080"] = process.argv.slice(2);
process.stdout.on("error", () => process.exit(0)); // the reader of the pipe is gone
if (server === "-h" || server === "--help") {
    console.log(readFileSync(new URL(import.meta.url), "utf8").match(/^\/\/.*\n/gm).slice(0, 5).join("").replace(/^\/\/ ?/gm, ""));
    process.exit(0);
}
try {
    const room = await connect(server, { name: "beats.mjs", token: process.env.DOWNBEAT_TOKEN, wait: true });
    for await (const { number, bar, position, tempo } of room.beats()) {
        console.log(`beat ${number}  bar ${position ? `${bar}.${position}` : "-"}  ${tempo.toFixed(2)} bpm`);
    }
} catch (problem) {
    console.error(problem.message);
    process.exit(1);
}
