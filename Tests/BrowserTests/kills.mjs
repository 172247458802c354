import { frameLog, framesSince } from "./stage/frameLog.mjs";
import { quantile } from "./stage/verdicts.mjs";

const size = { width: 720, height: 450, before: frameLog };
const signals = ["SIGKILL", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGKILL"];
const quietMs = 4000;
const lifeMs = [2500, 4500];
const mostJumpMs = 3;
const mostGapMs = 100;

const pause = (ms) => new Promise((later) => setTimeout(later, ms));

/** Two screens while the server ends behind its guardian, again and again: they must show nothing of it. Not among the parts that run by themselves. */
export default async function kills({ browser, server, tracks, law, long }) {
    await server.command({ do: "repeat", mode: "one" });
    await server.command({ do: "play", track: tracks.get("Song at 100").id });
    const pages = [];
    try {
        for (const name of ["near", "far"]) {
            const page = await browser.open({ ...size, url: `${server.address}/?kiosk=1&name=${name}` });
            pages.push(page);
            await page.until("document.body?.dataset.sync === 'sync'", 20_000);
            await page.until("globalThis.frameLog?.firstPictureMs !== undefined");
        }
        await pause(quietMs);
        const quiet = await watched(pages, () => pause(quietMs));
        const wanted = long ? Array(10).fill(signals).flat() : signals;
        const told = await watched(pages, async () => {
            for (const signal of wanted) {
                await pause(lifeMs[0] + Math.random() * (lifeMs[1] - lifeMs[0]));
                process.kill(server.id, signal);
            }
            await pause(quietMs);
        });
        for (const [which, { jumps, gaps }] of told.entries()) {
            const before = quiet[which];
            const figure = (values) => `${quantile(values, 0.99).toFixed(2)} ms (99 of 100), ${Math.max(...values).toFixed(2)} ms (most)`;
            law(`screen ${which + 1}: the drawn phase does not jump when the server ends ${wanted.length} times`, Math.max(...jumps) < mostJumpMs,
                `${figure(jumps)}; before ${figure(before.jumps)}`);
            law(`screen ${which + 1}: nor is there a gap in the picture`, Math.max(...gaps) < Math.max(mostGapMs, 2 * Math.max(...before.gaps)), // where drawing alone takes as long
                `${figure(gaps)}; before ${figure(before.gaps)}`);
        }
        const state = await server.get("rooms/main");
        law("the music plays on", state.timeline.playing, `revision ${state.revision}`);
    } finally {
        for (const page of pages) await page.close();
        await server.command({ do: "repeat", mode: "off" });
    }
}

/** What each page drew while `act` ran: how much the drawn clock moved against the page's own from frame to frame, and the time between two. */
async function watched(pages, act) {
    const first = await Promise.all(pages.map((page) => page.evaluate("frameLog.count")));
    await act();
    return Promise.all(pages.map(async (page, which) => {
        const frames = await framesSince(page, first[which]);
        const pairs = frames.slice(1).map((frame, index) => [frames[index], frame]);
        return {
            jumps: pairs.map(([one, other]) => Math.max(Math.abs(other.errorMs - one.errorMs), moved(one, other))), gaps: pairs.map(([one, other]) => other.atMs - one.atMs),
        };
    }));
}

/** How much the place in the music moved more or less than time did; nothing where the track began anew. */
function moved(one, other) {
    return other.mediaS < one.mediaS - 1 ? 0 : Math.abs(1000 * (other.mediaS - one.mediaS) - (other.atMs - one.atMs));
}
