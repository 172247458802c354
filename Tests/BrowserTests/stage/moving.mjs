import { styles } from "../../../Public/renderers/index.js";
import { showStyle } from "./showStyle.mjs";

/** A condition for a page: something plays. */
export const playing = "downbeat.scene.playing";

/** A condition for a page: this track plays and its frames are drawn. */
export const heard = ({ id }) => `${playing} && downbeat.scene.track === ${id} && downbeat.scene.levels.some((level) => level > 0)`;

/** Each style moves with the music and stands still during a pause. */
export async function moving({ page, server, tracks, law }) {
    const song = tracks.get("Song at 100");
    await page.evaluate(`globalThis.stagePrint = ${stagePrint}; undefined`);
    const drawnLater = async (leastS) => page.until(`downbeat.scene.timeS > ${await page.evaluate("downbeat.scene.timeS")} + ${leastS}`);
    await server.command({ do: "play", track: song.id, position: 10 });
    await page.until(`${heard(song)} && downbeat.scene.mediaS > 11`);
    for (const { id } of styles) {
        await showStyle(server, [page], id);
        await server.command({ do: "seek", position: 10 });
        await page.until(`${heard(song)} && downbeat.scene.mediaS < 40`);
        const prints = new Set();
        for (let look = 0; look < 4; look += 1) {
            await drawnLater(0.05);
            prints.add(await page.evaluate("stagePrint()"));
        }
        await server.command({ do: "pause" });
        await page.until(`!${playing}`);
        await drawnLater(0.02);
        const still = await page.evaluate("stagePrint()");
        await drawnLater(0.25);
        const after = await page.evaluate("stagePrint()");
        law(`${id} moves with the music and stands in a pause`, prints.size === 4 && still === after, `${prints.size} of 4 pictures differ${still === after ? "" : ", moves in the pause"}`);
        await server.command({ do: "play" });
        await page.until(playing);
    }
}

/** A hash of the stage's pixels. Runs in the page. */
function stagePrint() {
    const canvas = document.querySelector(".stage");
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    let total = 0;
    for (const pixel of pixels) total = (Math.imul(total, 31) + pixel) | 0;
    return total;
}
