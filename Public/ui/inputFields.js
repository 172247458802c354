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
    let loads = 0;
    let tell = () => {};

    async function load(style) {
        const number = loads += 1;
        const made = [...canvasStyles, ...shaderStyles].some(({ id }) => id === style) ? {} : await import(`../renderers/${scriptOf(style)}`).catch(() => ({}));
        if (made.language !== "isf") return;
        const [{ read }, values, expression] = await Promise.all([import("../renderers/shading/isf/index.js"), import("../renderers/shading/isf/values.js"), import("../renderers/shading/expression.js")]);
        const inputs = read(made.shader).inputs?.filter(({ least }) => least) ?? [];
        if (number !== loads || inputs.length === 0) return; // another style is shown by now
        const set = (name, numbers) => {
            const text = values.wishOf(settings.inputs, style, name, numbers);
            if (text === undefined) tell(); // a room keeps no more
            else change({ inputs: text });
        };
        const problemOf = (text) => expression.expressionOf(text).problem;
        const tellers = inputs.map((input) => {
            const { fields, told } = fieldsOf(input, (numbers) => set(input.name, numbers), problemOf);
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

/**
 * The fields of an input.
 * @returns {{ fields: HTMLElement[], told: (parts: (number | string)[]) => void }}
 */
function fieldsOf(input, set, problemOf) {
    if (input.type === "bool") return checkOf(input, set);
    if (input.type === "vec4") return colourOf(input, set);
    if (input.choices?.length > 0) return choiceOf(input, set);
    return slidersOf(input, set, problemOf);
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

/** A slider for each number, and a field for an expression, which takes its place. */
function slidersOf({ label, type, numbers, least, most }, set, problemOf) {
    let parts = numbers;
    const told = [];
    const put = (at, part) => set(parts.map((other, to) => (to === at ? part : other)));
    const fields = numbers.map((_, at) => {
        const step = type === "int" ? 1 : (most[at] - least[at]) / steps;
        const name = numbers.length > 1 ? `${label}, ${axes[at]}` : label;
        const output = make("output", {});
        const tell = () => write(output, String(Number(slider.valueAsNumber.toPrecision(3))));
        const slider = make("input", { type: "range", min: least[at], max: most[at], step, oninput: tell, onchange: () => put(at, slider.valueAsNumber) });
        const text = make("input", { type: "text", maxlength: 80, placeholder: "0.5 + 0.2 * beat", "aria-label": `${name}, as an expression`, autocomplete: "off", spellcheck: "false" });
        text.addEventListener("change", () => {
            const problem = text.value.trim() ? problemOf(text.value) : "";
            text.setCustomValidity(problem);
            if (problem) text.reportValidity();
            else put(at, text.value.trim() === "" ? numbers[at] : Number.isFinite(Number(text.value)) ? Number(text.value) : text.value);
        });
        told.push((values) => {
            const isText = typeof values[at] === "string";
            slider.disabled = isText;
            if (!isText && document.activeElement !== slider) slider.value = values[at];
            if (document.activeElement !== text) text.value = isText ? values[at] : "";
            if (isText) write(output, "♪");
            else tell();
        });
        return make("div", { class: "input-field" }, make("label", { class: "slider-field" }, name, slider, output), text);
    });
    const tellAll = (values) => {
        parts = values;
        for (const tell of told) tell(values);
    };
    return { fields, told: tellAll };
}
