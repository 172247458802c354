import { besides } from "../session/lyrics.js";
import { mark, make } from "./elements.js";

const held = 1 / 3; // of the height: where the sung line stands
const ownMs = 4000; // how long somebody's own scrolling is left alone

/**
 * All lines of a song, which scroll so that the sung one stands at a third of the height. A press on a line goes there.
 * @param {{ seek: (atS: number) => unknown, maySeek: () => boolean }} page
 */
export function makeLyricsPage({ seek, maySeek }) {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const list = make("ol", { class: "lyrics-lines" });
    const element = make("div", { class: "lyrics-page", hidden: true, onwheel: hold, ontouchmove: hold, onkeydown: key }, list);
    let rows = []; // by the index of their line; those of one time share one
    let current;
    let wordsOf = () => [];
    let holdUntilMs = 0;
    new ResizeObserver(() => follow("instant")).observe(element);

    function hold() {
        holdUntilMs = performance.now() + ownMs;
    }

    function key(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const all = [...list.querySelectorAll("button")];
        const at = all.indexOf(document.activeElement);
        if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        hold();
        all[at + step]?.focus({ preventScroll: true });
        document.activeElement.scrollIntoView({ block: "nearest" });
    }

    function follow(behavior = reduced.matches ? "instant" : "smooth") {
        if (element.hidden || !current || performance.now() < holdUntilMs) return;
        element.scrollTo({ top: current.offsetTop - element.clientHeight * held, behavior });
    }

    function row(lines, index) {
        const { text, startS, leftwards } = lines[index];
        const words = [make("span", { class: "lyrics-text" }, text || "·"), ...besides(lines, index).map((other) => make("small", { dir: other.leftwards ? "rtl" : "ltr" }, other.text))];
        const inside = maySeek() ? make("button", { type: "button", tabindex: -1, onclick: () => {
            holdUntilMs = 0;
            seek(startS);
        } }, ...words) : make("p", {}, ...words);
        return make("li", { dir: leftwards ? "rtl" : "ltr" }, inside);
    }

    return {
        element,
        /** @param {import("../session/lyrics.js").Line[]} lines @param {(index: number) => Node[]} words the words of the line that is sung, which fill */
        show(lines, words) {
            [rows, current, wordsOf, holdUntilMs] = [[], undefined, words, 0];
            for (let index = 0; index < lines.length; index += 1) {
                if (index > 0 && lines[index].startS === lines[index - 1].startS) rows.push(rows[index - 1]);
                else rows.push(row(lines, index));
            }
            list.replaceChildren(...new Set(rows));
            element.scrollTop = 0;
            const first = list.querySelector("button");
            if (first) first.tabIndex = 0;
        },
        /** @param {number} index of the line that is sung, -1 before the first */
        sing(index, text) {
            const next = rows[index];
            if (current) {
                current.removeAttribute("aria-current");
                current.querySelector(".lyrics-text").textContent = current.dataset.text;
                if (next && current.firstChild !== document.activeElement) current.firstChild.tabIndex = -1;
            }
            for (const [at, one] of rows.entries()) one.classList.toggle("sung-line", at < index && one !== next);
            current = next;
            if (!next) return follow();
            next.dataset.text = text || "·";
            mark(next, "aria-current", "true");
            if (next.firstChild.matches("button")) next.firstChild.tabIndex = 0;
            const words = wordsOf(index);
            if (words.length > 0) next.querySelector(".lyrics-text").replaceChildren(...words);
            follow();
        },
        /** It has just been shown. */
        arrive() {
            follow("instant");
        },
    };
}
