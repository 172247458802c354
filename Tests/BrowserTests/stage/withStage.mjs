import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withChromium } from "../../PublicTests/workbench/chromium.mjs";
import { makeMusic, pieces } from "./music.mjs";
import { Server } from "./server.mjs";

const demoSongs = 4;

/**
 * Runs the real server with analyzed music while `body` runs.
 * @param {{ query?: string, demo?: boolean, music?: string }} how with a query for every page's address; with the music in a folder, or with `demo`
 * the server's own demo; otherwise with generated music
 * @param {(served: { server: Server, tracks: Map<string, { id: number }> }) => Promise<void>} body
 */
export async function withServer({ query = "", demo = false, music = undefined }, body) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const made = demo || music ? undefined : join(folder, "music");
    const server = new Server({ kept: join(folder, "kept"), music: music ?? made, query });
    try {
        if (made) makeMusic(made);
        await server.start();
        const tracks = await server.analyzed(made ? pieces.length : demo ? demoSongs : 1);
        await body({ server, tracks });
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The same with a browser. @param {Parameters<typeof withServer>[0]} how */
export const withStage = (how, body) => withServer(how, (served) => withChromium((browser) => body({ browser, ...served })));
