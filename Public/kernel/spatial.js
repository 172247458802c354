// Where an arrow leads from one control to another, by their boxes: for remote controls, and for hands that stay on the arrows.

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

const sideways = 3; // how many times as far a step to the side counts
const slackPx = 2;

/**
 * The nearest box in a direction.
 * @param {Box} from
 * @param {readonly Box[]} boxes
 * @param {"ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | string} key
 * @returns {number} its index, -1 if there is none
 */
export function beside(from, boxes, key) {
    const ways = {
        ArrowUp: (box) => [from.top - box.bottom, apart(from.left, from.right, box.left, box.right)],
        ArrowDown: (box) => [box.top - from.bottom, apart(from.left, from.right, box.left, box.right)],
        ArrowLeft: (box) => [from.left - box.right, apart(from.top, from.bottom, box.top, box.bottom)],
        ArrowRight: (box) => [box.left - from.right, apart(from.top, from.bottom, box.top, box.bottom)],
    };
    const way = Object.hasOwn(ways, key) ? ways[key] : undefined;
    let [nearest, least] = [-1, Infinity];
    if (way) {
        boxes.forEach((box, at) => {
            const [ahead, aside] = way(box);
            const far = Math.max(0, ahead) + sideways * aside;
            if (ahead >= -slackPx && far < least) [nearest, least] = [at, far];
        });
    }
    return nearest;
}

/** The gap between two spans; 0 if they overlap. */
const apart = (from, to, otherFrom, otherTo) => Math.max(0, otherFrom - to, from - otherTo);

const controls = "button, a[href], input, select, textarea, summary, [tabindex]:not(h1, h2)";

/**
 * Lets the arrows move the focus between all controls of a box, where nothing else has taken them.
 * @param {import("./owner.js").Owner} owner
 * @param {HTMLElement} root
 * @param {() => boolean} isWanted
 */
export function moveByArrows(owner, root, isWanted) {
    owner.listen(root, "keydown", (event) => {
        if (!isArrow(event) || !isWanted() || keeps(event.target, event.key)) return;
        event.preventDefault(); // the page would seek
        neighbour(root, event.target, event.key)?.focus();
    });
}

/** Whether an event is a plain arrow that nothing has taken. */
export function isArrow({ defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, key }) {
    return !(defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) && /^Arrow/.test(key);
}

/** The controls of a box that are seen. @param {ParentNode} root @returns {HTMLElement[]} */
export function seen(root) {
    return [...root.querySelectorAll(controls)].filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }));
}

/** The control of a box to which an arrow leads from another. @param {ParentNode} root @param {HTMLElement} from @param {string} key */
export function neighbour(root, from, key) {
    const there = seen(root).filter((one) => one !== from);
    return there[beside(boxOf(from), there.map(boxOf), key)];
}

/** A small box that is ticked is as large as its label. */
const boxOf = (one) => (one.matches("[type=radio], [type=checkbox]") && one.closest("label") || one).getBoundingClientRect();

/** Whether an arrow is for the control itself. */
export function keeps(target, key) {
    if (target.matches("[role=slider], input[type=range]")) return (target.ariaOrientation === "vertical" ? /Up|Down/ : /Left|Right/).test(key);
    if (target.matches("select")) return /Up|Down/.test(key);
    return target.matches("input:not([type=checkbox], [type=radio])") && /Left|Right/.test(key) && target.value !== "";
}
