import { median } from "../net/roundtrip.js";
import { duration, milliseconds } from "./words.js";

const chipWords = { connecting: "Connecting…", live: "Live", offline: "Offline" };
const notices = {
    connecting: "Connecting to the server…",
    live: "The server is up. Each ring is one answer from it.",
    offline: "The server does not answer. Trying again…",
};
const noticeEveryMs = 1000; // a screen reader must be able to finish the sentence

/**
 * What the panel tells.
 * @typedef {object} Facts
 * @property {"connecting" | "live" | "offline"} link
 * @property {import("../net/roundtrip.js").RoundTrips} trips
 * @property {{name: string, version: string, uptime?: number} | undefined} server
 * @property {number} sinceMs from when on the time is counted, by performance.now()
 */

/**
 * @param {Document} document
 * @returns {(facts: Facts, nowMs: number) => void} writes what has changed
 */
export function makePanel(document) {
    const find = (name) => document.querySelector(`.${name}`);
    const number = find("reading-number");
    const middle = find("median");
    const uptime = find("uptime");
    const uptimeLabel = find("uptime-label");
    const version = find("version");
    const chip = find("chip-word");
    const notice = find("notice");
    let noticedMs = -Infinity;

    return (facts, nowMs) => {
        const { link, trips, server } = facts;
        document.body.dataset.link = link;
        write(chip, chipWords[link]);
        write(number, link === "live" ? milliseconds(trips.recentUs.at(-1)) : "–");
        const middleUs = median(trips.recentUs);
        write(middle, middleUs === undefined ? "–" : `${milliseconds(middleUs)} ms`);
        const known = server?.uptime !== undefined;
        write(uptimeLabel, known ? "Server up" : "Connected");
        write(uptime, link === "live" ? duration((nowMs - facts.sinceMs) / 1000 + (known ? server.uptime : 0)) : "–");
        write(version, server?.version ?? "–");
        if (notice.textContent !== notices[link] && nowMs - noticedMs >= noticeEveryMs) {
            notice.textContent = notices[link];
            noticedMs = nowMs;
        }
    };
}

function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
}
