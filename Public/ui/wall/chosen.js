import { placed, resized } from "../../session/wallPlan.js";
import { make, write } from "../elements.js";
import { nameOf } from "./words.js";

/** A field for a number. `act` is called with what is written in it, unless it is out of its bounds. */
export function numberField(label, act, traits = {}) {
    const input = make("input", { type: "number", step: "any", ...traits, onchange: () => input.checkValidity() && act(input.valueAsNumber) });
    return { field: make("label", { class: "field" }, label, input), input };
}

/**
 * The place of the chosen screen in numbers.
 * @param {() => object | undefined} chosen
 * @param {(id: number, place: object | null) => void} put
 */
export function makeChosenPart(chosen, put) {
    const change = (next) => {
        const screen = chosen();
        if (screen) put(screen.id, next(screen.place));
    };
    const fields = {
        x: numberField("From the left", (x) => change((place) => placed({ ...place, x }))),
        y: numberField("From above", (y) => change((place) => placed({ ...place, y }))),
        width: numberField("Width", (width) => change((place) => resized(place, width)), { min: 1, max: 10_000 }),
    };
    const off = make("button", { class: "text-button", type: "button", onclick: () => change(() => null) }, "Take off the wall");
    const name = make("h3", {});
    return {
        element: make("section", {}, name, make("div", { class: "wall-fields" }, ...Object.values(fields).map(({ field }) => field), off)),
        tell() {
            const screen = chosen();
            write(name, screen ? nameOf(screen) : "Choose a screen of the wall");
            off.disabled = !screen;
            for (const [key, { input }] of Object.entries(fields)) {
                input.disabled = !screen;
                if (document.activeElement !== input) input.value = screen?.place[key] ?? "";
            }
        },
    };
}
