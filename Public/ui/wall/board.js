import { around } from "../../session/wallPlan.js";
import { make } from "../elements.js";
import { onPage } from "../turned.js";

const targetPx = 48; // least side of a rectangle
const mostZoom = 6; // to make the smallest rectangle that large
const spare = 1.3; // of the wall's size: room to drag to
const nothing = { x: 0, y: 0, width: 160, height: 90 };

/** The plane on which the wall is laid out, and which part of it is seen. */
export class Board {
    element = make("div", { class: "wall-board" });
    scroll = make("div", { class: "wall-scroll", role: "group", "aria-label": "The wall" }, this.element);
    /** The screen under a hand that drags. @type {number | undefined} */
    held;
    /** Pixels in a unit. */
    scale = 1;
    #left = 0;
    #top = 0;

    /** Makes the whole wall seen, but not under a hand that drags. @param {object[]} places of screens that are here @param {object[]} absent */
    fit(places, absent) {
        if (this.held !== undefined) return;
        const { clientWidth, clientHeight } = this.scroll;
        const all = around([...places, ...absent]) ?? nothing;
        const least = Math.min(...places.flatMap(({ width, height }) => [width, height]), Infinity);
        const whole = Math.min(clientWidth / (all.width * spare), clientHeight / (all.height * spare));
        this.scale = Math.min(mostZoom * whole, Math.max(whole, targetPx / least));
        const wide = Math.max(clientWidth, all.width * spare * this.scale);
        const tall = Math.max(clientHeight, all.height * spare * this.scale);
        this.#left = all.x + all.width / 2 - wide / 2 / this.scale;
        this.#top = all.y + all.height / 2 - tall / 2 / this.scale;
        this.element.style.width = `${Math.floor(wide)}px`;
        this.element.style.height = `${Math.floor(tall)}px`;
    }

    lay({ style }, { x, y, width, height }) {
        style.left = `${(x - this.#left) * this.scale}px`;
        style.top = `${(y - this.#top) * this.scale}px`;
        style.width = `${width * this.scale}px`;
        style.height = `${height * this.scale}px`;
    }

    /** Where a pointer is, in units. */
    at(event) {
        const { x, y } = onPage(event);
        return { x: (x + this.scroll.scrollLeft) / this.scale, y: (y + this.scroll.scrollTop) / this.scale };
    }

    /** Shows rectangles of screens that are not here. */
    showAbsent(absent) {
        for (const element of this.element.querySelectorAll(".absent")) element.remove();
        for (const { name, place } of absent) {
            const element = make("div", { class: "wall-screen absent" }, make("span", {}, name || "Absent"));
            this.lay(element, place);
            this.element.prepend(element);
        }
    }
}
