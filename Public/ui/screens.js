import { make, mark, withStyle, write } from "./elements.js";
import { later } from "./later.js";
import { counted, screenWords, shiftWords } from "./words.js";

const farthestMs = 2000; // largest offset that the server accepts
const stepMs = 5;

/** The screens of the room: sync state, name and delay of each. */
export class ScreensPanel {
    #page;
    #list;
    #count;
    #rows = new Map();
    #shown = false;
    #screens;
    #wall;
    #room;

    constructor(box, page) {
        this.#page = page;
        this.#count = make("p", { class: "note" });
        const links = make("button", { class: "text-button for-hosts", type: "button", data: { act: "links" } }, "Links…");
        this.#wall = later(async () => {
            const [{ makeWallView }] = await Promise.all([import("./wallView.js"), withStyle("wall.css")]);
            return makeWallView(document, page);
        }, page.notice);
        const wall = make("button", { class: "text-button for-hosts wall-open", type: "button", onclick: () => this.#openWall() }, "Wall…");
        this.#list = make("ul", { class: "list screens", "aria-label": "Screens of this room" });
        box.append(make("div", { class: "queue-head" }, this.#count, wall, links), this.#list);
    }

    async #openWall() {
        const view = await this.#wall.want();
        view?.show(this.#room);
        view?.open();
    }

    /** Whether to subscribe to the room's screens. */
    get shown() {
        return this.#shown;
    }

    show(room) {
        if (!this.#shown) {
            this.#shown = true;
            this.#page.watchScreens(true);
        }
        this.#room = room;
        this.#wall.here?.show(room);
        if (room.screens === this.#screens) return;
        this.#screens = room.screens;
        write(this.#count, counted(room.screens.length, "screen"));
        const gone = new Set(this.#rows.keys());
        for (const screen of room.screens) {
            if (!gone.delete(screen.id)) {
                this.#rows.set(screen.id, this.#row(screen.id));
                this.#list.append(this.#rows.get(screen.id).element);
            }
            this.#rows.get(screen.id).tell(screen, screen.id === room.id);
        }
        for (const id of gone) {
            this.#rows.get(id).element.remove();
            this.#rows.delete(id);
        }
    }

    /** Another panel is shown, so the subscription can end. */
    rest() {
        if (!this.#shown) return;
        this.#shown = false;
        this.#page.watchScreens(false);
    }

    #row(id) {
        const { command } = this.#page;
        const name = make("input", { class: "screen-name", type: "text", maxlength: 64, placeholder: "Unnamed screen", spellcheck: "false",
            onchange: () => command({ do: "screen.rename", screen: id, name: name.value.trim() }) });
        const line = make("p", { class: "row-line" });
        const output = make("output", {});
        const told = () => write(output, shiftWords(offset.valueAsNumber));
        const offset = make("input", { type: "range", min: -farthestMs, max: farthestMs, step: stepMs, oninput: told,
            onchange: () => command({ do: "screen.offset", screen: id, ms: offset.valueAsNumber }) });
        const identify = make("button", { class: "text-button", type: "button",
            onclick: () => command({ do: "screen.identify", screen: id }) }, "Identify");
        const calibrate = make("button", { class: "text-button", type: "button", hidden: true,
            onclick: () => this.#page.calibrate() }, "Calibrate audio delay");
        const element = make("li", { class: "screen" }, make("div", { class: "screen-head" }, name, identify), line,
            make("label", { class: "slider-field" }, "Delay", offset, output), calibrate);
        return {
            element,
            tell(screen, own) {
                if (document.activeElement !== name) name.value = screen.name;
                mark(name, "aria-label", `Name of ${screen.name || `screen ${id}`}`);
                mark(identify, "aria-label", `Identify ${screen.name || `screen ${id}`}`);
                write(line, screenWords(screen, own));
                calibrate.hidden = !own;
                if (document.activeElement !== offset || !offset.matches(":active")) offset.value = screen.offsetMs;
                told();
            },
        };
    }
}
