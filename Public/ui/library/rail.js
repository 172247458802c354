import { make, mark, write } from "../elements.js";
import { boxOnPage, onPage } from "../turned.js";
import { firstWith, letterOf, letters } from "./letters.js";

const fewest = 60; // items: fewer are seen at a glance

/**
 * The letters beside a list that is sorted by name: a finger, the mouse or the arrows lead to where one begins.
 * @param {import("../../kernel/owner.js").Owner} owner
 * @param {import("../../kernel/list.js").KeyedList} list
 * @param {{ nameOf: (item: object) => string, isDown: boolean }} how the list is sorted
 */
export function makeRail(owner, list, { nameOf, isDown }) {
    const shown = isDown ? letters.toReversed() : letters;
    const bubble = make("span", { class: "rail-bubble", "aria-hidden": "true", hidden: true });
    const marks = shown.map((letter) => make("span", { "aria-hidden": "true" }, letter));
    const element = make("div", {
        class: "rail", role: "slider", tabindex: 0, hidden: true, "aria-orientation": "vertical", "aria-label": "Jump to a letter", "aria-valuemin": 0, "aria-valuemax": shown.length - 1,
    }, ...marks, bubble);
    let at = 0;
    let wanted = 0;
    tell();

    function tell() {
        mark(element, "aria-valuenow", at);
        mark(element, "aria-valuetext", shown[at]);
        write(bubble, shown[at]);
        marks.forEach((one, index) => one.classList.toggle("chosen", index === at));
    }

    async function jump(to) {
        at = Math.max(0, Math.min(shown.length - 1, to));
        tell();
        const asked = (wanted += 1);
        const letter = letters.indexOf(shown[at]);
        try {
            const index = await firstWith(list.total, letter, async (middle) => {
                if (asked !== wanted) return letter; // another letter is wanted by now
                return letterOf(nameOf(await list.item(middle)));
            }, isDown);
            if (asked === wanted) list.jump(Math.min(index, list.total - 1));
        } catch {
            // The list says when the server is away.
        }
    }

    /** The letter under a pointer. */
    function under(event) {
        const { top, height } = boxOnPage(element);
        return Math.floor(((onPage(event).y - top) / height) * shown.length);
    }

    owner.listen(element, "pointerdown", (event) => {
        element.setPointerCapture(event.pointerId);
        bubble.hidden = false;
        event.preventDefault();
        jump(under(event));
    });
    owner.listen(element, "pointermove", (event) => {
        if (!bubble.hidden && Math.max(0, Math.min(shown.length - 1, under(event))) !== at) jump(under(event));
    });
    owner.listen(element, "pointerup pointercancel", () => { bubble.hidden = true; });
    owner.listen(element, "keydown", (event) => {
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key] ?? (event.key.length === 1 ? shown.indexOf(event.key.toUpperCase()) : -1);
        if (event.key === "Enter") list.focus(list.firstSeen);
        else if (to >= 0) jump(to);
        else if (event.key !== "ArrowUp") return;
        event.preventDefault();
        event.stopPropagation();
    });
    return { element, /** The list has been loaded. */ show: () => { element.hidden = list.total < fewest; } };
}
