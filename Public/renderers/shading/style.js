import { canvasStyles, scriptOf } from "../index.js";
import { ends, pixelMs } from "./cost.js";
import { ShaderHost } from "./host.js";
import { tellInstead } from "./instead.js";
import { unfit } from "./reading.js";

const mostMs = 9; // of a frame. A screen that needs longer draws fewer pixels, and below the fewest a Canvas style
const shares = [1, 1 / 2, 1 / 4, 1 / 8]; // of the canvas's pixels
const usual = "pulse";
const { search } = new URL(import.meta.url); // small pictures have modules of their own, since their canvases have other sizes
const isSmall = search !== "";

/** @type {ShaderHost | undefined} */
let host;
let last = Promise.resolve(); // one shader after another, so that the page is not kept waiting
let isTold = false;

/**
 * Makes a style of a shader. Where the shader cannot be drawn, its neighbour among the Canvas styles is.
 * @param {{ name: string, shader: string, instead?: string }} module of the shader: its name, its text, and the neighbour's id
 * @returns {Promise<{ name: string, draw: (context: CanvasRenderingContext2D, scene: import("../stage/beat.js").Scene) => void, words: string }>}
 *     `words` is what people should know of it now; mostly nothing
 */
export async function styleOf({ name, shader, instead }) {
    const id = canvasStyles.some((style) => style.id === instead) ? instead : usual;
    const { name: other, draw } = await import(`../${scriptOf(id)}${search}`);
    const neighbour = (context, scene, isChosen = false) => {
        if (!isChosen && !isSmall) tellInstead(id);
        draw(context, scene);
    };
    const refused = unfit(shader);
    if (refused) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${refused}.` };
    host ??= new ShaderHost();
    if (!host.isUsable || (isSmall && host.isSoftware)) return { name, draw: neighbour, words: slowWords(name, other) };
    const made = await (last = last.then(() => tried(shader)));
    if (made.problem) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${made.problem}.` };
    return { name, draw: drawing(shader, made.pixelMs, neighbour), words: made.pixelMs === Infinity ? slowWords(name, other) : "" };
}

/** Compiles a shader and measures it. */
async function tried(shader) {
    const problem = await host.compile(shader);
    if (problem) return { problem };
    if (!await ends(host, shader)) return { problem: "it takes too long" };
    return { pixelMs: host.isSoftware ? Infinity : pixelMs(host, shader) };
}

function drawing(shader, pixelMs, neighbour) {
    let isLate = false;
    let mending;
    return (context, scene) => {
        const { view, isGoverned, isPlain } = scene;
        const share = isGoverned ? shares.find((part) => part * pixelMs * view.width * view.height <= mostMs) : 1;
        if (scene.settings?.background === "transparent") return neighbour(context, scene, true);
        if (!share || (isGoverned && isLate)) return neighbour(context, scene);
        if (isPlain) return neighbour(context, scene, true); // another screen of the wall cannot draw it
        const [width, height] = [view.width, view.height].map((side) => Math.ceil(side * Math.sqrt(share)));
        if (!host.draw(shader, scene, width, height)) {
            if (host.isUsable) mending ??= host.compile(shader).then(() => { mending = undefined; }); // the context was lost, and is back
            return neighbour(context, scene);
        }
        isLate ||= host.isLate();
        context.globalAlpha = 1;
        context.drawImage(host.canvas, view.x, view.y, view.width, view.height);
    };
}

/** Tells it once: most screens that are too slow for one shader are so for all. */
function slowWords(name, other) {
    if (isTold) return "";
    isTold = true;
    return `This screen shows “${other}” in place of “${name}”, which needs a faster graphics card.`;
}
