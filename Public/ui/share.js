import { lookAddress, pictureName } from "../session/lookAddress.js";
import { make } from "./elements.js";
import { saveFile } from "./saveFile.js";
import { SvgContext } from "./svgContext.js";

const night = "#03060d"; // as in style.css
const strip = { width: 1600, height: 200 };
const disc = { width: 800, height: 800 };

/**
 * Saves the stage as a picture, at its bottom the title and the waveform.
 * @param {HTMLCanvasElement} stage
 * @param {{ title?: string, artist?: string } | null} track
 * @param {(context: CanvasRenderingContext2D, place: { x: number, y: number, width: number, height: number }) => boolean} drawWave says whether it took the place
 * @returns {Promise<string>} the file's name
 */
export async function savePicture(stage, track, drawWave) {
    const { width, height } = stage;
    const canvas = make("canvas", { width, height });
    const context = canvas.getContext("2d");
    context.drawImage(stage, 0, 0);
    if (track) sign(context, width, height, track, drawWave);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("the canvas gave no image");
    return saveFile(blob, pictureName(track));
}

/**
 * Saves the waveform of the whole track, in the style of the seek bar, as SVG.
 * @param {{ title?: string, artist?: string } | null} track
 * @param {(canvas: (round: boolean) => { context: object, width: number, height: number }) => boolean} drawWave
 * @returns {Promise<string>} the file's name
 */
export async function saveWave(track, drawWave) {
    const context = new SvgContext();
    let size = strip;
    const isDrawn = drawWave((round) => {
        size = round ? disc : strip;
        return { context, ...size };
    });
    if (!isDrawn) throw new Error("the waveform is not there yet");
    const title = [track?.artist, track?.title].filter(Boolean).join(" – ") || "Downbeat";
    const text = context.document(size.width, size.height, title, night);
    return saveFile(new Blob([text], { type: "image/svg+xml" }), pictureName(track, "svg"));
}

/** Title, artist and waveform on a dark gradient, so that they are readable on any picture. */
function sign(context, width, height, track, drawWave) {
    const unit = Math.max(Math.min(width, height) / 900, Math.max(width, height) / 1500); // a tall picture is for phones, which are seen from near
    const margin = 48 * unit;
    const tall = 64 * unit;
    const shade = context.createLinearGradient(0, height - 4.5 * tall, 0, height);
    shade.addColorStop(0, `${night}00`);
    shade.addColorStop(1, `${night}cc`);
    context.fillStyle = shade;
    context.fillRect(0, height - 4.5 * tall, width, 4.5 * tall);
    const words = (text, px, weight, colour, y) => {
        context.font = `${weight} ${px * unit}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;
        context.fillStyle = colour;
        context.fillText(fitting(context, text, width - 2 * margin), margin, y);
    };
    const atFoot = drawWave(context, { x: margin, y: height - margin - tall, width: width - 2 * margin, height: tall });
    const foot = height - margin - (atFoot ? tall + 24 * unit : 0);
    words(track.title ?? "", 30, 600, "#e4f6fc", foot - 32 * unit);
    words(track.artist ?? "", 20, 400, "#93afbf", foot);
}

/** Truncates text to a width. */
function fitting(context, text, room) {
    if (context.measureText(text).width <= room) return text;
    const letters = [...text];
    while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > room) letters.pop();
    return `${letters.join("").trimEnd()}…`;
}

/**
 * Copies an address that opens the page with these visuals elsewhere. The clipboard API needs a secure page; elsewhere the old copy command is
 * tried. If that fails too, the address is shown, to be copied by hand.
 * @param {Document} document
 * @param {string} base the page's address for others
 * @param {string} room
 * @param {import("../session/settings.js").Settings} settings
 * @param {(sentence: string) => void} notice
 */
export async function shareLook(document, base, room, settings, notice) {
    const address = lookAddress(base, room, settings);
    if (await copied(document, address)) notice("Link copied. It opens this room with this look.");
    else showAddress(document, address);
}

/** Copies a text. @returns {Promise<boolean>} whether the browser let it */
export async function copied(document, text) {
    try {
        if (navigator.clipboard) {
            await navigator.clipboard.writeText(text);
            return true;
        }
    } catch {
        // Refused: the old command may work.
    }
    const focused = document.activeElement;
    const field = make("textarea", { class: "status", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus();
    return done;
}

function showAddress(document, address) {
    const field = make("input", { type: "text", readonly: true, value: address, onfocus: () => field.select() });
    const sheet = make("dialog", { class: "sheet glass", "aria-labelledby": "address-title", onclose: () => sheet.remove() },
        make("form", { method: "dialog" }, make("h2", { id: "address-title" }, "Link to this look"),
            make("p", { class: "token-line" }, "This browser keeps its clipboard from pages without https. Copy the link by hand:"),
            make("label", { class: "field" }, "Address", field),
            make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button" }, "Close"))));
    document.body.append(sheet);
    sheet.showModal();
    field.focus();
}
