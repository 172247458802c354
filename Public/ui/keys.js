const seekShare = 0.05;

/**
 * The keyboard shortcuts of the page.
 * @param {Document} document
 * @param {(name: string, event: KeyboardEvent) => void} act
 * @returns {() => void} removes the listener
 */
export function listenToKeys(document, act) {
    const names = {
        " ": "toggle", k: "toggle", n: "next", p: "previous", f: "full", s: "style", c: "colour", l: "listen", d: "debug", h: "hide",
        m: "mark", g: "beats", e: "markers", t: "tap", w: "mini", "?": "help", escape: "close", arrowleft: "back", arrowright: "ahead", q: "queue", b: "library", "/": "find",
        "+": "closer", "=": "closer", "-": "wider", 0: "whole",
    };
    function take(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        const { target } = event;
        const key = event.key.toLowerCase();
        if (target.closest?.("dialog") || document.querySelector("dialog[open]")) return;
        const writing = target.closest?.("input:not([type=range]):not([type=checkbox]):not([type=radio])");
        if (writing && key !== "escape") return;
        if (key === " " && target.closest?.("button, [role=tab]")) return;
        if (key.startsWith("arrow") && target.closest?.("input, select, [role=tab], [role=slider], .grip")) return;
        const name = key === "p" && event.shiftKey ? "picture" : names[key];
        if (!name) return;
        event.preventDefault();
        if (!event.repeat || /^arrow|[-+=]/.test(key)) act(name, event); // other keys do not repeat
    }
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
}

/** How far an arrow key seeks. @param {number} durationS */
export function arrowStepS(durationS) {
    return durationS * seekShare;
}
