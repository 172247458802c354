import { boxOnPage, onPage } from "./turned.js";

const edgePx = 48; // at the edges of the list, a drag scrolls it
const mostPx = 14; // in a frame

/**
 * Lets the rows of a list be moved by their grips: by pointer, and by the arrow keys.
 * @param {import("../kernel/owner.js").Owner} owner
 * @param {import("../kernel/list.js").KeyedList} list
 * @param {object} parts
 * @param {(from: number, to: number) => unknown} parts.move
 * @param {() => void} parts.done called after a drag
 * @returns {{ readonly isDragging: boolean }}
 */
export function makeReorder(owner, list, { move, done }) {
    const { element, scroller } = list;
    let drag;
    const gripped = ({ target }) => (target.closest(".grip") ? list.indexOf(target) : -1);

    owner.listen(element, "pointerdown", (event) => {
        const from = gripped(event);
        if (from < 0 || event.button > 0) return;
        element.setPointerCapture(event.pointerId);
        const { y } = onPage(event);
        const end = scroller.scrollHeight - scroller.clientHeight; // later the dragged row may lie below the others
        drag = { from, to: from, y, at: y, top: scroller.scrollTop, end, row: list.shown.get(from) };
        list.hold(from);
        drag.row.classList.add("dragged");
        event.preventDefault();
        requestAnimationFrame(scroll);
    });
    owner.listen(element, "pointermove", (event) => {
        if (!drag) return;
        drag.at = onPage(event).y;
        place();
    });
    function place() {
        if (!drag) return;
        const { from, row } = drag;
        const way = drag.at - drag.y + scroller.scrollTop - drag.top;
        drag.to = Math.min(list.total - 1, Math.max(0, from + Math.round(way / list.rowPx)));
        row.style.translate = `0 ${way}px`;
        for (const [at, other] of list.shown) {
            if (other === row) continue;
            const step = at > from && at <= drag.to ? -1 : at < from && at >= drag.to ? 1 : 0;
            other.style.translate = step ? `0 ${step * list.rowPx}px` : "";
        }
    }
    list.rendered = place;
    function scroll() {
        if (!drag) return;
        const { top, bottom } = boxOnPage(scroller);
        const over = drag.at < top + edgePx ? drag.at - top - edgePx : Math.max(0, drag.at - bottom + edgePx);
        const before = scroller.scrollTop;
        scroller.scrollTop = Math.min(drag.end, before + Math.max(-mostPx, Math.min(mostPx, over / 3)));
        if (scroller.scrollTop !== before) place();
        requestAnimationFrame(scroll);
    }
    const end = async (isMeant) => {
        if (!drag) return;
        const { row, from, to } = drag;
        if (isMeant && to !== from) await move(from, to);
        drag = undefined;
        row.classList.remove("dragged");
        for (const other of list.shown.values()) other.style.translate = "";
        list.hold(undefined);
        done();
    };
    owner.listen(element, "pointerup", () => end(true));
    owner.listen(element, "pointercancel", () => end(false));
    // Before the list, whose arrows move the focus.
    owner.listen(element, "keydown", (event) => {
        const from = gripped(event);
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (from < 0 || !step) return;
        event.preventDefault();
        const to = from + step;
        if (to >= 0 && to < list.total) move(from, to);
    }, { capture: true });
    return { get isDragging() { return drag !== undefined; } };
}
