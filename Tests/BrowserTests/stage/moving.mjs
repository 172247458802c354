import { canvasStyles as styles } from "../../../Public/renderers/index.js";
import { plays } from "./plays.mjs";
import { playedPart } from "./playedPart.mjs";
import { showStyle } from "./showStyle.mjs";

const fromS = 10;
const toS = 11.2;
const movingS = [10.8, 10.85, 10.9, 10.95];

/** A condition for a page: something plays. */
export const playing = "downbeat.scene.playing";

/** A condition for a page: this track plays and its frames are drawn. */
export const heard = (track) => `${playing} && ${plays(track)} && downbeat.scene.levels.some((level) => level > 0)`;

/** Each style moves with the music, moment by moment of its time, and stands still during a pause. The page itself draws on meanwhile. */
export async function moving({ page, server, tracks, law }) {
    await page.evaluate(`globalThis.stagePrint = ${stagePrint}; undefined`);
    const timeUs = await playedPart(server, [page], tracks.get("Song at 100"), fromS, toS);
    const pausedUs = await page.evaluate("Math.round(1e6 * downbeat.scene.timeS)");
    const moments = [...movingS.map(timeUs), pausedUs, pausedUs + 270_000];
    for (const { id } of styles) {
        await showStyle(server, [page], id);
        const prints = await page.evaluate(`stagePrint(${JSON.stringify(moments)})`);
        const [still, after] = prints.splice(movingS.length);
        const count = new Set(prints).size;
        law(`${id} moves with the music and stands in a pause`, count === movingS.length && still === after, `${count} of ${movingS.length} pictures differ${still === after ? "" : ", moves in the pause"}`);
    }
    await server.command({ do: "play" });
    await page.until(playing);
    const drawnS = await page.evaluate("downbeat.scene.mediaS");
    law("and while it plays, the page draws on by itself", await page.until(`downbeat.scene.mediaS > ${drawnS}`).then(() => true, () => false));
}

/** A hash of the stage's pixels at each time of the server. Runs in the page. */
function stagePrint(moments) {
    const canvas = document.querySelector(".stage");
    const prints = moments.map((us) => {
        downbeat.drawAt(us);
        const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        let total = 0;
        for (const pixel of pixels) total = (Math.imul(total, 31) + pixel) | 0;
        return total;
    });
    downbeat.drawAt();
    return prints;
}
