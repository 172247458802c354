import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withChromium } from "../../PublicTests/workbench/chromium.mjs";
import { makeMusic, pieces } from "./music.mjs";
import { Server } from "./server.mjs";

/**
 * Runs the real server with made music, analyzed, and a browser, while `body` runs.
 * @param {(stage: { browser: object, server: Server, tracks: Map<string, { id: number }> }) => Promise<void>} body
 */
export async function withStage(body) {
    const folder = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server(folder);
    try {
        makeMusic(join(folder, "music"));
        await server.start();
        const tracks = await server.analyzed(pieces.length);
        await withChromium((browser) => body({ browser, server, tracks }));
    } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}
