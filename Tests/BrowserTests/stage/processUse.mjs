import { readdirSync, readFileSync } from "node:fs";

const ticksPerS = 100; // Linux on every machine that people have

/** What a process uses: seconds of processor time so far, megabytes of memory now, and open descriptors. Its children are left out. */
export function processUse(id) {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
    const memory = readFileSync(`/proc/${id}/status`, "utf8").match(/VmRSS:\s+(\d+)/);
    return {
        processorS: (Number(fields[11]) + Number(fields[12])) / ticksPerS, // utime and stime of proc(5), counted from the state on
        megabytes: Number(memory[1]) / 1024,
        descriptors: readdirSync(`/proc/${id}/fd`).length,
    };
}
