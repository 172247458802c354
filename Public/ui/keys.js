/** Whether a browser is a television's, whose only keys are those of a remote control. @param {string} agent */
export function isTelevision(agent) {
    return /\b(\w*-?tv|tizen|web[0o]s|bravia|vidaa|roku|crkey|aft[a-z]{1,3})\b/i.test(agent);
}

/**
 * The keyboard shortcuts of the page.
 * @param {import("../kernel/owner.js").Owner} owner
 * @param {Document} document
 * @param {(name: string, event: KeyboardEvent) => void} act
 */
export function listenToKeys(owner, document, act) {
    const names = {
        " ": "toggle", n: "next", p: "previous", f: "full", s: "style", c: "colour", l: "listen", d: "debug", h: "hide",
        m: "mute", k: "mark", g: "beats", e: "markers", t: "tap", w: "mini", r: "metronome", i: "title", y: "lyrics", "?": "help", escape: "close", enter: "enter", arrowleft: "back", arrowright: "ahead", q: "queue", b: "library", "/": "find",
        ",": "beatBack", ".": "beatAhead", "<": "panBack", ">": "panAhead", "[": "markerBack", "]": "markerAhead",
        "+": "closer", "=": "closer", "-": "wider", 0: "whole", arrowup: "remote", arrowdown: "remote",
    };
    function take(event) {
        const { target, ctrlKey, altKey } = event;
        const key = event.key.toLowerCase();
        const remote = document.body?.dataset.remote;
        const modified = /^arrow(left|right)$/.test(key) ? ctrlKey && altKey // alone, they seek by beats and bars
            : /[[\]]/.test(key) ? ctrlKey !== altKey // some keyboards type brackets with both
                : ctrlKey || altKey;
        if (modified || event.metaKey || event.defaultPrevented) return;
        if (target.closest?.("dialog") || document.querySelector("dialog[open]")) return;
        if (key.length === 1 && key !== " " && document.body?.dataset.keys === "off") return;
        if (key !== "escape" && target.closest?.("input:not([type=range]):not([type=checkbox]):not([type=radio])")) return;
        if (key === "enter" && target !== document.body) return; // it is for what has the focus
        const pressed = key === " " ? target.closest?.("button, [role=tab]") : null;
        if (pressed?.matches(":focus-visible")) return;
        pressed?.blur(); // the mouse left the focus there
        if (key.startsWith("arrow") && target.closest?.("input, select, [role=tab], [role=slider]:not(.seek-slider), .grip")) return;
        const isPlainArrow = key.startsWith("arrow") && !event.shiftKey && !ctrlKey && !altKey;
        if (isPlainArrow && remote === "on") return; // it moves the focus
        const name = (isPlainArrow && remote && "remote") || (event.shiftKey && { p: "picture", b: "whole" }[key]) || names[key];
        if (!name) return;
        event.preventDefault();
        if (!event.repeat || /^arrow|[-+=,.<>]/.test(key)) act(name, event); // other keys do not repeat
    }
    owner.listen(document, "keydown", take);
}
