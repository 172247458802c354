import { make } from "./elements.js";

/**
 * Asks whether something shall be done that cannot be undone.
 * @param {{ heading: string, words: string, button: string }} question
 * @returns {Promise<boolean>}
 */
export function askSure({ heading, words, button }) {
    return new Promise((resolve) => {
        let isSure = false;
        const sheet = make("dialog", { class: "sheet glass sure-sheet", "aria-labelledby": "sure-title" }, make("form", { method: "dialog", onsubmit: () => { isSure = true; } },
            make("h2", { id: "sure-title", tabindex: -1, autofocus: true }, heading), make("p", {}, words),
            make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel"),
                make("button", { class: "wide-button", type: "submit" }, button))));
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(isSure);
        }, { once: true });
        document.body.append(sheet);
        sheet.showModal();
    });
}
