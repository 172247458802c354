import { boxOnPage, onPage } from "./turned.js";

const edgePx = 48; // at the edges of the list, a drag scrolls it
const mostPx = 14; // in a frame

/**
 * Lets the rows of a list be moved by their grips: by pointer, and by the arrow keys. A row's `data-at` is its place.
 * @param {HTMLElement} list
 * @param {object} parts
 * @param {() => number} parts.count places in all, also those without a row
 * @param {(row: HTMLElement, to: number) => unknown} parts.move
 * @param {() => void} parts.done called after a drag
 * @returns {{ readonly isDragging: boolean }}
 */
export function makeReorder(list, { count, move, done }) {
    let drag;
    const gripped = (event) => event.target.closest(".grip")?.closest(".row");

    list.addEventListener("pointerdown", (event) => {
        const row = gripped(event);
        if (!row || event.button > 0) return;
        list.setPointerCapture(event.pointerId);
        const rows = [...list.querySelectorAll(".row")];
        const { y } = onPage(event);
        const scroller = scrollerOf(list);
        const end = scroller.scrollHeight - scroller.clientHeight; // later the dragged row may lie below the others
        drag = { row, rows, from: rows.indexOf(row), to: rows.indexOf(row), y, at: y, height: row.offsetHeight, scroller, end };
        row.classList.add("dragged");
        event.preventDefault();
        requestAnimationFrame(scroll);
    });
    list.addEventListener("pointermove", (event) => {
        if (!drag) return;
        drag.at = onPage(event).y;
        place();
    });
    function place() {
        const way = drag.at - drag.y;
        drag.to = Math.min(drag.rows.length - 1, Math.max(0, drag.from + Math.round(way / drag.height)));
        drag.row.style.translate = `0 ${way}px`;
        drag.rows.forEach((row, at) => {
            if (row === drag.row) return;
            const up = at > drag.from && at <= drag.to;
            const down = at < drag.from && at >= drag.to;
            row.style.translate = up ? `0 ${-drag.height}px` : down ? `0 ${drag.height}px` : "";
        });
    }
    function scroll() {
        if (!drag) return;
        const { top, bottom } = boxOnPage(drag.scroller);
        const over = drag.at < top + edgePx ? drag.at - top - edgePx : Math.max(0, drag.at - bottom + edgePx);
        const before = drag.scroller.scrollTop;
        drag.scroller.scrollTop = Math.min(drag.end, before + Math.max(-mostPx, Math.min(mostPx, over / 3)));
        if (drag.scroller.scrollTop !== before) {
            drag.y -= drag.scroller.scrollTop - before;
            place();
        }
        requestAnimationFrame(scroll);
    }
    const end = async (isMeant) => {
        if (!drag) return;
        const { row, rows, from, to } = drag;
        if (isMeant && to !== from) await move(row, Number(rows[to].dataset.at));
        drag = undefined;
        row.classList.remove("dragged");
        for (const other of rows) other.style.translate = "";
        done();
    };
    list.addEventListener("pointerup", () => end(true));
    list.addEventListener("pointercancel", () => end(false));
    list.addEventListener("keydown", (event) => {
        const row = gripped(event);
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!row || !step) return;
        event.preventDefault();
        const to = Number(row.dataset.at) + step;
        if (to >= 0 && to < count()) move(row, to);
    });
    return { get isDragging() { return drag !== undefined; } };
}

function scrollerOf(element) {
    while (element.parentElement && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement;
    return element;
}
