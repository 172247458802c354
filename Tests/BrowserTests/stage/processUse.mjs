import { readdirSync, readFileSync } from "node:fs";

const ticksPerS = 100; // the value of Linux on all common machines

/** The resources of a process without its children: seconds of CPU time, megabytes of memory, and open descriptors. */
export function processUse(id) {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
    const memory = readFileSync(`/proc/${id}/status`, "utf8").match(/VmRSS:\s+(\d+)/);
    return {
        processorS: (Number(fields[11]) + Number(fields[12])) / ticksPerS, // utime and stime of proc(5), after the state
        megabytes: Number(memory[1]) / 1024,
        descriptors: readdirSync(`/proc/${id}/fd`).length,
    };
}
