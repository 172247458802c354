import { mark, write } from "../elements.js";
import { makeTile } from "./tile.js";
import { nameOf, sizeWords } from "./words.js";

/** The rectangles of all screens: those of the wall on its board, the others in the tray. */
export class Tiles {
    #wall;
    #tray;
    #tiles = new Map(); // by the screens' ids

    /** @param {object} wall as `makeTile` wants it @param {HTMLElement} tray */
    constructor(wall, tray) {
        [this.#wall, this.#tray] = [wall, tray];
    }

    /** @param {object[]} screens @param {{ own: number, chosen: number | undefined }} ids */
    show(screens, ids) {
        const gone = new Set(this.#tiles.keys());
        for (const screen of screens) {
            if (!gone.delete(screen.id)) this.#tiles.set(screen.id, makeTile(screen.id, this.#wall));
            this.#tell(this.#tiles.get(screen.id), screen, ids);
        }
        for (const id of gone) {
            this.#tiles.get(id).remove();
            this.#tiles.delete(id);
        }
    }

    #tell(element, screen, { own, chosen }) {
        const { board } = this.#wall;
        const { id, nth, place, visible } = screen;
        const parent = place ? board.element : this.#tray;
        if (element.parentElement !== parent) {
            const focused = document.activeElement === element;
            parent.append(element);
            if (focused) element.focus();
        }
        write(element.firstChild, String(nth));
        write(element.lastChild, screen.name || (id === own ? "this screen" : ""));
        element.classList.toggle("hidden-screen", !visible);
        mark(element, "aria-label", place ? `${nameOf(screen)}, ${sizeWords(place)}` : `Add ${nameOf(screen)} to the wall`);
        if (place) {
            mark(element, "aria-pressed", id === chosen);
            if (board.held !== id) board.lay(element, place);
        } else {
            element.removeAttribute("aria-pressed");
            element.removeAttribute("style");
        }
    }
}
