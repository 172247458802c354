import { make } from "../ui/elements.js";
import { colours } from "./colours.js";

/**
 * Asks for a song, and for a name and a colour if there is none yet.
 * @param {{ title: string, known: { name: string, colour: number } | undefined, needsName: boolean }} about
 * @returns {Promise<{ name: string, colour: number, dedication: string } | undefined>} undefined if it was closed
 */
export function askName({ title, known, needsName }) {
    const name = make("input", { name: "name", placeholder: "Your name", "aria-label": "Your name", autocomplete: "nickname", maxlength: 30, required: true, value: known?.name ?? "" });
    const chosen = known?.colour ?? Math.floor(Math.random() * colours.length);
    const palette = make("fieldset", { class: "colours", "aria-label": "Your colour" }, ...colours.map((colour, index) => {
        const input = make("input", { type: "radio", name: "colour", value: index, "aria-label": `Colour ${index + 1}` });
        input.checked = index === chosen;
        input.style.setProperty("--own", colour);
        return make("label", {}, input);
    }));
    const dedication = make("input", { name: "dedication", placeholder: "For whom? (optional)", "aria-label": "Dedication", autocomplete: "off", maxlength: 80 });
    const form = make("form", { method: "dialog" }, make("h2", {}, title), needsName && name, needsName && palette, dedication,
        make("div", { class: "buttons" }, make("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), make("button", { class: "main", value: "ask" }, "Ask for it")));
    const dialog = make("dialog", { class: "name-sheet", "aria-label": title }, form);
    document.body.append(dialog);
    dialog.showModal();
    (needsName && !name.value ? name : form.querySelector(".main")).focus();
    return new Promise((resolve) => dialog.addEventListener("close", () => {
        const given = { name: name.value.trim(), colour: Number(form.elements.colour?.value ?? chosen), dedication: dedication.value.trim() };
        dialog.remove();
        resolve(dialog.returnValue === "ask" ? given : undefined);
    }));
}
