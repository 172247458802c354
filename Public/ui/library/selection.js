import { make } from "../elements.js";
import { counted } from "../phrases.js";

const most = 1000; // as many as one command may name

/** Several chosen rows of a list of tracks, with a bar of what can be done with them. */
export class Selection {
    bar;
    #deeds;
    #range;
    #changed;
    #notice;
    #chosen = new Map(); // tracks by id, in the order of choosing
    #anchor = 0;
    #isOn = false;
    #awaited; // the range that was chosen last, until its tracks are there or something else is chosen

    /**
     * @param {object} parts
     * @param {import("./deeds.js").Deeds} parts.deeds
     * @param {(from: number, to: number) => Promise<object[]>} parts.range the tracks between two rows
     * @param {() => void} parts.changed called when rows must be shown anew
     * @param {(sentence: string, trouble?: boolean) => void} parts.notice
     */
    constructor({ deeds, range, changed, notice }) {
        [this.#deeds, this.#range, this.#changed, this.#notice] = [deeds, range, changed, notice];
        this.bar = make("div", { class: "selection-bar", role: "group", "aria-label": "Selected tracks", hidden: true });
    }

    get isOn() {
        return this.#isOn;
    }

    get count() {
        return this.#chosen.size;
    }

    get tracks() {
        return [...this.#chosen.values()];
    }

    has(track) {
        return this.#chosen.has(track.id);
    }

    /** The check box of a row; undefined outside of the mode. */
    box(track, index) {
        if (!this.#isOn) return undefined;
        const input = make("input", {
            type: "checkbox", "aria-label": `Select ${track.title}`, data: { part: "box" },
            onclick: (event) => (event.shiftKey ? this.#extend(index) : this.#toggle(index, track)),
        });
        input.checked = this.has(track);
        return make("label", { class: "row-box" }, input);
    }

    /** Takes a click on a row. @returns {boolean} whether it was a choice */
    click(event, index, track) {
        if (event.shiftKey) this.#extend(index);
        else if (event.ctrlKey || event.metaKey || this.#isOn) this.#toggle(index, track);
        else {
            this.#anchor = index;
            return false;
        }
        return true;
    }

    /** The focus moved by a key; with Shift the rows between are chosen. */
    moved(from, to, event) {
        if (!event.shiftKey) {
            this.#anchor = to;
            return;
        }
        if (this.#chosen.size === 0 && !this.#awaited) this.#anchor = from;
        this.#extend(to);
    }

    /** Starts or ends the mode with check boxes. */
    toggleMode() {
        this.#isOn = !this.#isOn;
        this.#chosen.clear();
        this.#show();
    }

    clear() {
        if (!this.#isOn && this.#chosen.size === 0) return false;
        this.#isOn = false;
        this.#chosen.clear();
        this.#show();
        return true;
    }

    #toggle(index, track) {
        this.#anchor = index;
        this.#isOn = true;
        if (!this.#chosen.delete(track.id)) this.#chosen.set(track.id, track);
        this.#show();
    }

    async #extend(index) {
        this.#isOn = true;
        const [from, to] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
        const range = this.#range(from, Math.min(to, from + most - 1));
        this.#awaited = range;
        try {
            const tracks = await range;
            if (range !== this.#awaited) return;
            this.#chosen = new Map(tracks.map((track) => [track.id, track]));
            this.#show();
        } catch (problem) {
            if (range === this.#awaited) this.#awaited = undefined;
            this.#notice(problem.message, true);
        }
    }

    #show() {
        this.#awaited = undefined;
        this.bar.hidden = !this.#isOn;
        const isEmpty = this.#chosen.size === 0;
        const acts = this.#deeds.severalMenu(this.tracks).filter(Boolean).map(({ words, act }) => make("button", {
            class: "text-button", type: "button", disabled: isEmpty, onclick: async () => {
                await act();
                this.clear();
            },
        }, words));
        this.bar.replaceChildren(make("span", { class: "selection-count", role: "status" }, `${counted(this.#chosen.size, "track")} selected`), ...acts,
            make("button", { class: "text-button", type: "button", onclick: () => this.clear() }, "Done"));
        this.#changed();
    }
}
