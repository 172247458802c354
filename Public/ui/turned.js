// A page whose display hangs on its side is turned, but pointers and boxes are told in pixels of the window. The page's own pixels are
// those of its style sheets: from its left and top, as somebody before the display sees them.

/** @returns {0 | 90 | 180 | 270} degrees */
function turn() {
    return Number(document.documentElement.dataset.turn ?? 0);
}

export const isTurned = () => turn() !== 0;

/**
 * Where something in the window is on the page. @param {{ clientX: number, clientY: number }} place such as a pointer's
 * @returns {{ x: number, y: number }}
 */
export function onPage({ clientX: x, clientY: y }) {
    const { innerWidth: width, innerHeight: height } = window;
    switch (turn()) {
        case 90: return { x: y, y: width - x };
        case 180: return { x: width - x, y: height - y };
        case 270: return { x: height - y, y: x };
        default: return { x, y };
    }
}

/** The box of an element on the page. @param {Element} element */
export function boxOnPage(element) {
    const box = element.getBoundingClientRect();
    const [one, other] = [onPage({ clientX: box.left, clientY: box.top }), onPage({ clientX: box.right, clientY: box.bottom })];
    const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
    const [right, bottom] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
    return { left, top, right, bottom, width: right - left, height: bottom - top };
}

/** Puts an element of the top layer, which is turned around its own middle, to a place on the page. */
export function putOnPage(element, { left, top }) {
    const { offsetWidth: width, offsetHeight: height, style } = element;
    const { innerWidth, innerHeight } = window;
    const [x, y] = [left + width / 2, top + height / 2];
    const [inX, inY] = { 0: [x, y], 90: [innerWidth - y, x], 180: [innerWidth - x, innerHeight - y], 270: [y, innerHeight - x] }[turn()];
    style.left = `${inX - width / 2}px`;
    style.top = `${inY - height / 2}px`;
}
