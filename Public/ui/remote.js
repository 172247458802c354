import { Owner } from "../kernel/owner.js";
import { isArrow, keeps, neighbour, seen } from "../kernel/spatial.js";

/** What keys do, by their names; some televisions give them numbers alone. */
const names = {
    GoBack: "out", BrowserBack: "out", XF86Back: "out", MediaPlayPause: "toggle", MediaPlay: "play", MediaPause: "pause", MediaStop: "pause", MediaTrackNext: "next",
    MediaTrackPrevious: "previous", MediaFastForward: "ahead", MediaRewind: "back",
};
const codes = {
    461: "out", 10_009: "out", 415: "play", 19: "pause", 413: "pause", 412: "back", 417: "ahead", 10_252: "toggle", 10_232: "previous", 10_233: "next",
};
const opened = "dialog[open], .menu, .drawer:not([hidden]), .lyrics-all:not([hidden]), .tooling"; // what Back closes, before it leaves the page
const firsts = ".lyrics-lines [aria-current] button, .play-button, .vote-button, .idle .wide-button"; // where the arrows begin

/**
 * Lets arrows, OK and Back do everything: a television's remote control has no other keys. It begins with an arrow up or down, on a television with any
 * arrow, and ends with a pointer.
 * @param {Document} document
 * @param {{ rest: () => void }} chrome
 * @param {(name: string, event: KeyboardEvent) => void} act
 * @returns {{ press: (event: KeyboardEvent) => void }} takes the arrow that began it
 */
export function makeRemote(document, chrome, act) {
    const { body } = document;
    const before = body.dataset.remote; // "tv" where there is no pointer
    let owner;
    let wasQuiet = false;
    new Owner().listen(window, "keydown", (event) => { // before the controls wake
        wasQuiet = body.classList.contains("quiet");
        const name = names[event.key] ?? codes[event.keyCode];
        if (!name || (name === "out" && wasQuiet && !document.querySelector(opened))) return; // the television leaves the page
        event.preventDefault();
        event.stopImmediatePropagation();
        if (name === "out") back();
        else if (!event.repeat) act(name, event);
    }, { capture: true });

    /** What the arrows move in: what lies over all else, or the page. */
    const scope = () => [...document.querySelectorAll("dialog[open], .menu")].at(-1) ?? body;

    function begin() {
        if (owner) return;
        owner = new Owner();
        body.dataset.remote = "on";
        owner.listen(document, "keydown", key);
        owner.listen(document, "focusout", ({ target }) => { delete target.dataset.held; });
        if (before !== "tv") owner.listen(document, "pointermove pointerdown", end);
    }

    function end() {
        owner.end();
        owner = undefined;
        delete body.dataset.remote;
    }

    function key(event) {
        if (event.key === "Enter") return enter(event);
        if (!isArrow(event) || event.target.dataset.held || (keeps(event.target, event.key) && !isStep(event.target))) return;
        event.preventDefault();
        move(event);
    }

    /** A slider of the bar lies between buttons: the arrows pass it until OK takes hold of it. */
    const isStep = (target) => target.closest(".bar") !== null && target.matches("[role=slider], [type=range]");

    function enter(event) {
        const { target } = event;
        if (event.defaultPrevented) return;
        if (isStep(target)) {
            if (target.dataset.held) delete target.dataset.held;
            else target.dataset.held = "yes";
        } else if (target.matches("[type=radio], [type=checkbox]")) target.click();
        else return;
        event.preventDefault();
    }

    function move({ target, key: arrow }) {
        const root = scope();
        const there = seen(root);
        const isLost = !there.includes(document.activeElement) || wasQuiet;
        const to = isLost ? there.find((one) => one.matches(firsts)) ?? there[0] : neighbour(root, target, arrow);
        to?.focus();
        to?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /** Closes what is open, and then hides the controls. */
    function back() {
        const target = document.activeElement ?? body;
        if (target.dataset.held) return delete target.dataset.held;
        if (!document.querySelector(opened)) return chrome.rest();
        const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
        if (sheet && !document.querySelector(".menu")) return sheet.dispatchEvent(new Event("cancel", { cancelable: true })) && sheet.close();
        target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    }

    return {
        press(event) {
            begin();
            wasQuiet = true;
            move(event);
        },
    };
}
