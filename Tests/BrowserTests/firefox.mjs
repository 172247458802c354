import { findFirefox, withFirefox } from "../PublicTests/workbench/firefox.mjs";
import { heard, moving } from "./stage/moving.mjs";

const syncMs = 20_000;

/** Tests the same page in Firefox, if it is installed. */
export default async function firefox({ server, tracks, law, timed, skip }) {
    if (!findFirefox()) return skip("the page in Firefox", "no Firefox here: apt-get install firefox-esr");
    const song = tracks.get("Song at 100");
    await server.command({ do: "play", track: song.id, position: 5 });
    await withFirefox(async ({ version, open }) => {
        const page = await open({ url: server.pageAddress(), width: 960, height: 600 });
        const shown = await page.until(`globalThis.downbeat && ${heard(song)}`);
        law("the page draws what plays", true, `Firefox ${version}, after ${shown.toFixed(0)} ms`);
        const sync = await page.until("document.body.dataset.sync === 'sync'");
        timed("and gets in sync", sync < syncMs, `${sync.toFixed(0)} ms later`);
        await moving({ page, server, tracks, law });
        law("no error in the console, no failed request", page.troubles.length === 0, page.troubles.join("; "));
        await page.close();
    });
    await server.command({ do: "look", style: "pulse" });
}
