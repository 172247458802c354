import { make } from "./elements.js";

const miniSize = { width: 380, height: 340 };

/**
 * Opens the mini view in an always-on-top window, if the browser supports it and the page is secure.
 * @param {URL} address
 * @returns {Promise<boolean>} whether it was opened
 */
export async function floats(address) {
    const floating = globalThis.documentPictureInPicture;
    if (!floating) return false;
    try {
        const { document } = await floating.requestWindow(miniSize);
        document.body.style.margin = "0";
        const frame = make("iframe", { src: address, title: "Small view", allow: "autoplay" });
        Object.assign(frame.style, { display: "block", width: "100vw", height: "100vh", border: "0" }); // the Content-Security-Policy forbids styles in markup
        document.body.append(frame);
        return true;
    } catch {
        return false; // refused without a click; a plain window may be allowed
    }
}
