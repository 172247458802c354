import { canvasStyles, scriptOf } from "../index.js";
import { ends, pixelMs } from "./cost.js";
import { ShaderHost } from "./host.js";
import { tellInstead } from "./instead.js";
import { unfit } from "./reading.js";

const mostMs = 9; // of a frame. A screen that needs longer draws fewer pixels, and below the fewest a Canvas style
const shares = [1, 1 / 2, 1 / 4, 1 / 8]; // of the canvas's pixels
const mostMends = 8; // a compiler may tell of some mistakes only when others are gone
const usual = "pulse";
const { search } = new URL(import.meta.url); // small pictures have modules of their own, since their canvases have other sizes
const isSmall = search !== "";

/** @type {ShaderHost | undefined} */
let host;
let last = Promise.resolve(); // one shader after another, so that the page is not kept waiting
let isTold = false;

/**
 * Makes a style of a shader. Where the shader cannot be drawn, its neighbour among the Canvas styles is.
 * @param {{ name: string, shader: string, instead?: string, language?: "isf" }} module of the shader: its name, its text, the neighbour's id, and the language
 *     if it is another than the host's
 * @returns {Promise<{ name: string, draw: (context: CanvasRenderingContext2D, scene: import("../stage/beat.js").Scene) => void, words: string }>}
 *     `words` is what people should know of it now; mostly nothing
 */
export async function styleOf(module) {
    const { name } = module;
    const { problem, source, instead, mended, give } = await readingOf(module);
    const id = canvasStyles.some((style) => style.id === instead) ? instead : usual;
    const { name: other, draw } = await import(`../${scriptOf(id)}${search}`);
    const neighbour = (context, scene, isChosen = false) => {
        if (!isChosen && !isSmall) tellInstead(id);
        draw(context, scene);
    };
    if (problem) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${problem}.` };
    host ??= new ShaderHost();
    if (!host.isUsable || (isSmall && host.isSoftware)) return { name, draw: neighbour, words: slowWords(name, other) };
    const made = await (last = last.then(() => tried(source, mended, give)));
    if (made.problem) return { name, draw: neighbour, words: `The style “${name}” cannot be drawn: ${made.problem}.` };
    return { name, draw: drawing(made.source, give, made.pixelMs, neighbour), words: made.pixelMs === Infinity ? slowWords(name, other) : "" };
}

/** Reads a shader, in whatever language it is written. */
async function readingOf({ name, shader, instead, language }) {
    if (language !== "isf") return { problem: unfit(shader), source: shader, instead };
    const { giver, mended, read } = await import("./isf/index.js");
    const made = read(shader);
    return { ...made, mended, give: made.inputs && giver(made.inputs, name) };
}

/** Compiles a shader and measures it. Where the compiler complains, it may be mended. */
async function tried(first, mended, give) {
    let source = first;
    let problem = await host.compile(source, give);
    for (let mends = 0; problem && mends < mostMends; mends += 1) {
        const better = mended?.(source, problem);
        if (!better) break;
        source = better;
        problem = await host.compile(source, give);
    }
    if (problem) return { problem };
    if (!await ends(host, source)) return { problem: "it takes too long" };
    return { source, pixelMs: host.isSoftware ? Infinity : pixelMs(host, source) };
}

function drawing(source, give, pixelMs, neighbour) {
    let isLate = false;
    let mending;
    return (context, scene) => {
        const { view, isGoverned, isPlain } = scene;
        const share = isGoverned ? shares.find((part) => part * pixelMs * view.width * view.height <= mostMs) : 1;
        if (scene.settings?.background === "transparent") return neighbour(context, scene, true);
        if (!share || (isGoverned && isLate)) return neighbour(context, scene);
        if (isPlain) return neighbour(context, scene, true); // another screen of the wall cannot draw it
        const [width, height] = [view.width, view.height].map((side) => Math.ceil(side * Math.sqrt(share)));
        if (!host.draw(source, scene, width, height)) {
            if (host.isUsable) mending ??= host.compile(source, give).then(() => { mending = undefined; }); // the context was lost, and is back
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
