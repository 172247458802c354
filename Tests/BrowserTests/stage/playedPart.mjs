import { plays } from "./plays.mjs";

/**
 * Plays a part of a track and pauses: from then on the pages have all of it, and `drawAt` draws any of its moments, as often as wanted and however
 * long that takes.
 * @param {import("./server.mjs").Server} server
 * @param {object[]} pages
 * @param {{ id: number, identity: string }} track
 * @param {number} fromS
 * @param {number} toS
 * @returns {Promise<(mediaS: number) => number>} when a place in the track was played, in microseconds of the server; after `toS` it is the pause
 */
export async function playedPart(server, pages, track, fromS, toS) {
    await server.command({ do: "play", track: track.id, position: fromS });
    const { timeline } = await server.get("rooms/main");
    const timeUs = (mediaS) => Math.round(timeline.at + 1e6 * (mediaS - timeline.position));
    for (const page of pages) await page.until(`${plays(track)} && downbeat.scene.hasGrid && downbeat.serverUs() > ${timeUs(toS)} && downbeat.scene.levels.some((level) => level > 0)`);
    await server.command({ do: "pause" });
    for (const page of pages) await page.until("!downbeat.scene.playing");
    return timeUs;
}
