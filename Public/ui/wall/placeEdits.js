import { isSame } from "../../session/wallPlan.js";

const settleMs = 3000; // after a change the list of screens has it

/** Places that were changed here: they are shown at once, until the list of screens has them. */
export class PlaceEdits {
    #edits = new Map(); // by the screens' ids

    /** The screens with their places as they were changed. */
    in(screens) {
        return screens.map((screen) => ({ ...screen, place: this.#edits.has(screen.id) ? this.#edits.get(screen.id).place : screen.place }));
    }

    /** Shows a place that is not sent yet. */
    show(id, place) {
        this.#edits.set(id, { place, overMs: Infinity });
    }

    /** Shows places while `send` is under way, and a moment longer. @param {[number, object | null][]} places @returns {Promise<void>} */
    async during(places, send) {
        const edits = places.map(([id, place]) => [id, { place, overMs: Infinity }]);
        for (const [id, edit] of edits) this.#edits.set(id, edit);
        const answer = await send();
        for (const [id, edit] of edits) {
            edit.overMs = performance.now() + settleMs;
            if (answer.type === "error" && this.#edits.get(id) === edit) this.#edits.delete(id);
        }
    }

    /** Forgets what the list of screens has by now. */
    settle(screens) {
        const nowMs = performance.now();
        for (const [id, { place, overMs }] of this.#edits) {
            const screen = screens.find((one) => one.id === id);
            if (!screen || overMs < nowMs || (overMs < Infinity && isSame(screen.place, place))) this.#edits.delete(id);
        }
    }
}
