import { canvasStyles, scriptOf, shaderStyles } from "../renderers/index.js";
import { make, write } from "./elements.js";

const steps = 200; // of a slider
const axes = ["across", "up"];

/**
 * What may be set of a style that has inputs of its own: an ISF file's.
 * @param {(change: Record<string, unknown>) => void} change
 * @returns {{ element: HTMLElement, show: (settings: import("../session/settings.js").Settings) => void }}
 */
export function makeInputFields(change) {
    const element = make("fieldset", { class: "input-fields", hidden: true });
    let settings;
    let shown;
    let tell = () => {};

    async function load(style) {
        const made = [...canvasStyles, ...shaderStyles].some(({ id }) => id === style) ? {} : await import(`../renderers/${scriptOf(style)}`).catch(() => ({}));
        if (made.language !== "isf") return;
        const [{ read }, values] = await Promise.all([import("../renderers/shading/isf/index.js"), import("../renderers/shading/isf/values.js")]);
        const inputs = read(made.shader).inputs?.filter(({ least }) => least) ?? [];
        if (shown !== style || inputs.length === 0) return;
        const set = (name, numbers) => {
            const text = values.wishOf(settings.inputs, style, name, numbers);
            if (text === undefined) tell(); // a room keeps no more
            else change({ inputs: text });
        };
        const tellers = inputs.map((input) => {
            const { fields, told } = fieldsOf(input, (numbers) => set(input.name, numbers));
            element.append(...fields);
            return (now) => told(now.get(input.name));
        });
        element.prepend(make("legend", {}, `Inputs of ${style}`));
        element.append(make("button", { class: "choice", type: "button", onclick: () => change({ inputs: "" }) }, "As in the file"));
        tell = () => {
            const now = values.valuesOf(settings.inputs, style, inputs);
            for (const teller of tellers) teller(now);
        };
        tell();
        element.hidden = false;
    }

    return {
        element,
        show(now) {
            settings = now;
            if (now.style === shown) return tell();
            shown = now.style;
            tell = () => {};
            element.hidden = true;
            element.replaceChildren();
            load(shown);
        },
    };
}

/** The fields of an input. @returns {{ fields: HTMLElement[], told: (numbers: number[]) => void }} */
function fieldsOf(input, set) {
    if (input.type === "bool") return checkOf(input, set);
    if (input.type === "vec4") return colourOf(input, set);
    if (input.choices?.length > 0) return choiceOf(input, set);
    return slidersOf(input, set);
}

function checkOf({ label }, set) {
    const input = make("input", { type: "checkbox", onchange: () => set([input.checked ? 1 : 0]) });
    return { fields: [make("label", { class: "check-field" }, input, make("span", {}, label))], told: ([on]) => { input.checked = on === 1; } };
}

/** Its opacity stays as it is. */
function colourOf({ label }, set) {
    let opacity = 1;
    const input = make("input", { type: "color", onchange: () => set([...[1, 3, 5].map((at) => Number.parseInt(input.value.slice(at, at + 2), 16) / 255), opacity]) });
    const told = (numbers) => {
        opacity = numbers[3];
        input.value = `#${numbers.slice(0, 3).map((part) => Math.round(255 * part).toString(16).padStart(2, "0")).join("")}`;
    };
    return { fields: [make("label", { class: "colour-field" }, label, input)], told };
}

function choiceOf({ label, choices }, set) {
    const select = make("select", { onchange: () => set([Number(select.value)]) }, ...choices.map((choice) => make("option", { value: choice.value }, choice.label)));
    return { fields: [make("label", { class: "slider-field" }, label, select)], told: ([value]) => { select.value = String(value); } };
}

function slidersOf({ label, type, numbers, least, most }, set) {
    const told = [];
    const inputs = numbers.map((_, at) => {
        const step = type === "int" ? 1 : (most[at] - least[at]) / steps;
        return make("input", { type: "range", min: least[at], max: most[at], step, onchange: () => set(inputs.map((input) => input.valueAsNumber)) });
    });
    const fields = inputs.map((input, at) => {
        const output = make("output", {});
        const tell = () => write(output, String(Number(input.valueAsNumber.toPrecision(3))));
        input.addEventListener("input", tell);
        told.push((values) => {
            if (document.activeElement !== input) input.value = values[at];
            tell();
        });
        return make("label", { class: "slider-field" }, numbers.length > 1 ? `${label}, ${axes[at]}` : label, input, output);
    });
    return { fields, told: (values) => told.forEach((tell) => tell(values)) };
}
