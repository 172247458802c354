import { canvasStyles } from "../index.js";
import { ends, pixelMs } from "./cost.js";
import { LookHost } from "./host.js";
import { unfit } from "./reading.js";

const mostMs = 9; // of a frame. A screen that needs longer draws fewer pixels, and below the fewest a Canvas style
const shares = [1, 1 / 2, 1 / 4, 1 / 8]; // of the canvas's pixels
const usual = "pulse";
const { search } = new URL(import.meta.url); // small pictures have modules of their own, since their canvases have other sizes

/** @type {LookHost | undefined} */
let host;
let last = Promise.resolve(); // one look after another, so that the page is not kept waiting
let isTold = false;

/**
 * Makes a style of a look. Where the look cannot be drawn, its neighbour among the Canvas styles is.
 * @param {{ name: string, look: string, instead?: string }} module of the look: its name, its text, and the neighbour's id
 * @returns {Promise<{ name: string, draw: (context: CanvasRenderingContext2D, scene: import("../stage/beat.js").Scene) => void, words: string }>}
 *     `words` is what people should know of it now; mostly nothing
 */
export async function styleOf({ name, look, instead }) {
    const { name: other, draw: neighbour } = await neighbourOf(instead);
    const refused = unfit(look);
    if (refused) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${refused}.` };
    host ??= new LookHost();
    if (!host.isUsable) return { name, draw: neighbour, words: slowWords(name, other) };
    const made = await (last = last.then(() => tried(look)));
    if (made.problem) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${made.problem}.` };
    return { name, draw: drawing(look, made.pixelMs, neighbour), words: made.pixelMs === Infinity ? slowWords(name, other) : "" };
}

/** Compiles a look and measures it. */
async function tried(look) {
    const problem = await host.compile(look);
    if (problem) return { problem };
    if (!await ends(host, look)) return { problem: "it takes too long" };
    return { pixelMs: host.isSoftware ? Infinity : pixelMs(host, look) };
}

function drawing(look, pixelMs, neighbour) {
    let isLate = false;
    let mending;
    return (context, scene) => {
        const { view, isGoverned } = scene;
        const share = isGoverned ? shares.find((part) => part * pixelMs * view.width * view.height <= mostMs) : 1;
        if (!share || (isGoverned && isLate) || scene.settings?.background === "transparent") return neighbour(context, scene);
        const [width, height] = [view.width, view.height].map((side) => Math.ceil(side * Math.sqrt(share)));
        if (!host.draw(look, scene, width, height)) {
            if (host.isUsable) mending ??= host.compile(look).then(() => { mending = undefined; }); // the context was lost, and is back
            return neighbour(context, scene);
        }
        isLate ||= host.isLate();
        context.globalAlpha = 1;
        context.drawImage(host.canvas, view.x, view.y, view.width, view.height);
    };
}

function neighbourOf(id) {
    const known = canvasStyles.some((style) => style.id === id) ? id : usual;
    return import(`../stage/${known === "cover" ? "sleeve" : known}.js${search}`);
}

/** Tells it once: most screens that are too slow for one look are so for all. */
function slowWords(name, other) {
    if (isTold) return "";
    isTold = true;
    return `This screen shows “${other}” in place of “${name}”, which needs a faster graphics card.`;
}
