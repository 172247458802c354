import { entrance, isCode, redeem } from "../net/codes.js";
import { make } from "./elements.js";

const usualLine = "This server shows its music only to those who have its key. Open the link of its host, or enter the code or the key.";
const wrongLine = "That was not this server's key, or the server is not responding.";

/**
 * Asks for the viewers' key until it is right.
 * @param {Document} document
 * @param {(key: string) => Promise<boolean>} show tries a key
 * @param {() => void} opened called after the right one
 * @returns {() => void} shows the sheet
 */
export function makeKeySheet(document, show, opened) {
    const input = make("input", { class: "token-input", name: "key", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    const line = make("p", { class: "token-line", "aria-live": "polite" }, usualLine);
    const enter = async (event) => {
        event.preventDefault();
        const key = input.value.trim().replace(/^.*#(key|token)=/, ""); // a whole link is accepted too
        if (key === "") return;
        if (isCode(key)) {
            const made = await redeem(document.baseURI, key);
            if (made.problem) {
                line.textContent = made.problem;
                return;
            }
            history.replaceState(history.state, "", entrance(location.href, made));
            opened();
        } else if (await show(key)) opened();
        else line.textContent = wrongLine;
    };
    const sheet = make("dialog", { class: "sheet glass token-sheet", "aria-labelledby": "key-title" }, make("form", { method: "dialog", onsubmit: enter },
        make("h2", { id: "key-title" }, "A key is needed"), line, make("label", { class: "field" }, "Code, link or key ", input),
        make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button", value: "ok" }, "Open"))));
    document.body.append(sheet);
    return () => {
        if (sheet.open) return;
        sheet.showModal();
        input.focus();
    };
}
