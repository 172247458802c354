import { make } from "./elements.js";
import { isTurned } from "./turned.js";

/** As long as a room remembers what was removed from its queue. */
const shownMs = 20_000;

const offers = []; // the newest last: Ctrl+Z undoes one after the other
let toast;
let timer = 0;

/**
 * Shows what was done beside a button that undoes it, for 20 s. Ctrl+Z (⌘Z) does the same.
 * @param {string} sentence such as "Queue cleared."
 * @param {() => unknown} undo
 */
export function offerUndo(sentence, undo) {
    offers.push({ sentence, undo, untilMs: performance.now() + shownMs });
    show();
}

function show() {
    clearTimeout(timer);
    const nowMs = performance.now();
    while (offers.length > 0 && offers.at(-1).untilMs <= nowMs) offers.pop();
    const offer = offers.at(-1);
    if (!offer) {
        document.removeEventListener("keydown", key, true);
        hide();
        return;
    }
    document.addEventListener("keydown", key, true);
    const hadFocus = toast?.contains(document.activeElement);
    toast?.remove();
    const button = make("button", { class: "text-button", type: "button", onclick: act }, "Undo");
    toast = make("div", { class: "toast undo-toast", popover: isTurned() ? undefined : "manual" }, make("span", {}, offer.sentence), button);
    document.querySelector(".toast").hidden = true; // of what happened before
    document.body.append(toast);
    if (!isTurned()) toast.showPopover?.(); // over an open dialog
    if (hadFocus) button.focus();
    document.querySelector(".status").textContent = `${offer.sentence} Undo with Control Z.`;
    timer = setTimeout(show, offer.untilMs - nowMs + 1);
}

function hide() {
    if (toast?.contains(document.activeElement)) document.querySelector(".drawer [aria-selected=true]")?.focus();
    toast?.remove();
    toast = undefined;
}

function act() {
    const { undo } = offers.pop();
    show();
    undo();
}

function key(event) {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
    // In a text field the keys undo typing.
    if (!isUndo || event.target.closest?.("input:not([type=range], [type=checkbox], [type=radio]), textarea")) return;
    event.preventDefault();
    event.stopPropagation();
    act();
}
