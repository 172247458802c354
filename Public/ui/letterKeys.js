import { makeKept } from "../net/token.js";
import { make } from "./elements.js";

const kept = makeKept(globalThis.localStorage, "downbeat.letterKeys");

/** Tells the keyboard shortcuts whether single letters count: screen readers and voice control may need them. @param {Document} document */
export function keepLetterKeys(document) {
    document.body.dataset.keys = kept.get() ?? "on";
}

/** The setting, for the sheet of shortcuts. @param {Document} document */
export function letterKeysField(document) {
    const input = make("input", { type: "checkbox", onchange: () => {
        kept.set(input.checked ? undefined : "off");
        keepLetterKeys(document);
    } });
    input.checked = kept.get() !== "off";
    return make("label", { class: "check-field" }, input, make("span", {}, "Single-letter shortcuts on this device"));
}
