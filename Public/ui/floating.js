import { make } from "./elements.js";

const miniSize = { width: 380, height: 340 };

/**
 * Opens the small view in a window that stays over all others, where the browser has such and the page is secure.
 * @param {URL} address
 * @returns {Promise<boolean>} whether it is there
 */
export async function floats(address) {
    const floating = globalThis.documentPictureInPicture;
    if (!floating) return false;
    try {
        const { document } = await floating.requestWindow(miniSize);
        document.body.style.margin = "0";
        const frame = make("iframe", { src: address, title: "Small view", allow: "autoplay" });
        Object.assign(frame.style, { display: "block", width: "100vw", height: "100vh", border: "0" }); // the policy lets no style stand in markup
        document.body.append(frame);
        return true;
    } catch {
        return false; // refused, for lack of a click: a plain window may be let through
    }
}
