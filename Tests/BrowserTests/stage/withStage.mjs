import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withChromium } from "../../PublicTests/workbench/chromium.mjs";
import { makeMusic, pieces } from "./music.mjs";
import { Server } from "./server.mjs";

const demoSongs = 4;

/** For busy machines: a low frame rate and small pictures. */
const modest = "fps=12&scale=0.25";

/**
 * Runs the real server with analyzed music, and a browser, while `body` runs.
 * @param {{ modestly?: boolean, demo?: boolean, music?: string }} how with the music in a folder, or with `demo` the server's own
 * demo; otherwise with generated music
 * @param {(stage: { browser: object, server: Server, tracks: Map<string, { id: number }> }) => Promise<void>} body
 */
export async function withStage({ modestly = false, demo = false, music = undefined }, body) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const made = demo || music ? undefined : join(folder, "music");
    const server = new Server({ kept: join(folder, "kept"), music: music ?? made, query: modestly ? modest : "" });
    try {
        if (made) makeMusic(made);
        await server.start();
        const tracks = await server.analyzed(made ? pieces.length : demo ? demoSongs : 1);
        await withChromium((browser) => body({ browser, server, tracks }));
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}
