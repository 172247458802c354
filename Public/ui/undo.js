import { make } from "./elements.js";

/** As long as a room remembers what was removed from its queue. */
const shownMs = 20_000;

let shown; // the offer on the page; a new one takes its place

/**
 * Shows what was done beside a button that undoes it, for 20 s. Ctrl+Z (⌘Z) does the same.
 * @param {string} sentence such as "Queue cleared."
 * @param {() => Promise<unknown> | unknown} undo
 */
export function offerUndo(sentence, undo) {
    shown?.();
    const button = make("button", { class: "text-button", type: "button", onclick: () => act() }, "Undo");
    const toast = make("div", { class: "toast undo-toast", popover: "manual" }, make("span", {}, sentence), button);
    document.querySelector(".toast").hidden = true; // of what happened before
    document.body.append(toast);
    toast.showPopover?.(); // over an open dialog
    document.querySelector(".status").textContent = `${sentence} Undo with Control Z.`;
    const timer = setTimeout(close, shownMs);
    document.addEventListener("keydown", key, true);

    function close() {
        clearTimeout(timer);
        document.removeEventListener("keydown", key, true);
        if (toast.contains(document.activeElement)) document.querySelector(".drawer [aria-selected=true]")?.focus();
        toast.remove();
        if (shown === close) shown = undefined;
    }

    function act() {
        close();
        undo();
    }

    function key(event) {
        const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
        // In a text field the keys undo typing.
        if (!isUndo || event.target.closest("input:not([type=range], [type=checkbox], [type=radio]), textarea")) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    }

    shown = close;
}
