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

/**
 * Lets the arrows move the focus between all controls of a box, where nothing else has taken them.
 * @param {import("./owner.js").Owner} owner
 * @param {HTMLElement} root
 * @param {() => boolean} isWanted
 */
export function moveByArrows(owner, root, isWanted) {
    owner.listen(root, "keydown", (event) => {
        const { target, key } = event;
        if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !/^Arrow/.test(key) || !isWanted() || keeps(target, key)) return;
        const there = [...root.querySelectorAll("button, input, select, [tabindex]")].filter((one) => one !== target && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
        const at = beside(target.getBoundingClientRect(), there.map((one) => one.getBoundingClientRect()), key);
        event.preventDefault(); // the page would seek
        there[at]?.focus();
    });
}

/** Whether an arrow is for the control itself. */
function keeps(target, key) {
    if (target.matches("[role=slider], input[type=range]")) return (target.ariaOrientation === "vertical" ? /Up|Down/ : /Left|Right/).test(key);
    if (target.matches("select")) return /Up|Down/.test(key);
    return target.matches("input:not([type=checkbox], [type=radio])") && /Left|Right/.test(key) && target.value !== "";
}
