import { isSame, placed, resized, snapped } from "../../session/wallPlan.js";
import { make } from "../elements.js";

const keyRestMs = 250; // between the last key and the change
const snapPx = 10;
const steps = 16; // of an arrow key in the width of a screen

/**
 * The rectangle of a screen, which a hand drags and keys move.
 * @param {number} id
 * @param {object} wall
 * @param {import("./board.js").Board} wall.board
 * @param {(id: number) => object | null | undefined} wall.placeOf
 * @param {(id: number) => object[]} wall.othersOf the places of all other screens
 * @param {() => number} wall.gap between neighbours
 * @param {(id: number) => void} wall.press
 * @param {(id: number) => void} wall.choose
 * @param {(id: number, place: object | null) => void} wall.put shows and sends a place
 * @param {(id: number, place: object) => void} wall.show shows a place that is sent later
 * @param {() => void} wall.draw
 * @param {(place: object) => void} wall.say tells screen readers of a place
 */
export function makeTile(id, wall) {
    const element = make("button", { class: "wall-screen", type: "button", onclick: () => wall.press(id) }, make("b", {}), make("span", { dir: "auto" }));
    listenToHand(element, id, wall);
    listenToKeys(element, id, wall);
    element.addEventListener("focus", () => wall.choose(id));
    return element;
}

function listenToHand(element, id, { board, placeOf, othersOf, gap, choose, put, draw }) {
    let from;
    let to;
    let grip; // where the hand has taken it
    element.addEventListener("pointerdown", (event) => {
        const place = placeOf(id);
        if (!place || event.button !== 0) return;
        element.setPointerCapture(event.pointerId);
        board.held = id;
        from = to = place;
        grip = board.at(event);
        choose(id);
    });
    element.addEventListener("pointermove", (event) => {
        if (board.held !== id) return;
        const at = board.at(event);
        const moved = { ...from, x: from.x + at.x - grip.x, y: from.y + at.y - grip.y };
        to = event.altKey ? placed(moved) : snapped(moved, othersOf(id), snapPx / board.scale, gap());
        board.lay(element, to);
    });
    const drop = (isKept) => {
        if (board.held !== id) return;
        board.held = undefined;
        if (isKept && !isSame(from, to)) put(id, to);
        else draw();
    };
    element.addEventListener("pointerup", () => drop(true));
    element.addEventListener("pointercancel", () => drop(false));
}

function listenToKeys(element, id, { placeOf, put, show, say }) {
    let timer = 0;
    element.addEventListener("keydown", (event) => {
        const place = placeOf(id);
        if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
        const to = keyed(place, event);
        if (to === undefined) return;
        event.preventDefault();
        clearTimeout(timer);
        if (to === null) return put(id, null);
        show(id, to);
        timer = setTimeout(() => { // while a key is held, the screens wait
            say(to);
            put(id, to);
        }, keyRestMs);
    });
}

/** Where a key moves a place; null takes it away, undefined for other keys. */
function keyed(place, { key, shiftKey }) {
    if (key === "Delete" || key === "Backspace") return null;
    const step = (shiftKey ? 0.1 : 1) * (place.width / steps);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (way) return placed({ ...place, x: place.x + way[0] * step, y: place.y + way[1] * step });
    const grown = { "+": 1, "=": 1, "-": -1 }[key];
    return grown && resized(place, place.width + grown * step);
}
