import { make, write } from "../elements.js";

let names = 0;

/** Choices of which one is chosen. @param {string} legend @param {{ value: any, word: string, title?: string }[]} options @param {(value: any) => void} choose */
export function choices(legend, options, choose, traits = {}) {
    const name = `metronome-${(names += 1)}`;
    const inputs = options.map(({ value }) => make("input", { type: "radio", name, value, onchange: () => choose(value) }));
    const box = make("div", { class: "choices" }, ...inputs.map((input, at) => make("label", { class: "choice", title: options[at].title }, input, make("span", {}, options[at].word))));
    return {
        element: make("fieldset", traits, make("legend", {}, legend), box),
        box,
        show(value) {
            for (const input of inputs) input.checked = input.value === String(value);
        },
    };
}

/** @param {string} word @param {(isOn: boolean) => void} set */
export function check(word, set) {
    const input = make("input", { type: "checkbox", onchange: () => set(input.checked) });
    return { element: make("label", { class: "check-field" }, input, make("span", {}, word)), input, show: (isOn) => { input.checked = isOn; } };
}

/** A slider that tells its value in words, and sends it when it is let go. */
export function slider(word, { min, max, step = 1, words }, set) {
    const output = make("output", {});
    const input = make("input", { type: "range", min, max, step, oninput: () => write(output, words(input.valueAsNumber)), onchange: () => set(input.valueAsNumber) });
    return {
        element: make("label", { class: "slider-field" }, word, input, output),
        input,
        show(value) {
            if (document.activeElement !== input) input.value = value;
            write(output, words(input.valueAsNumber));
        },
    };
}

/** A number between two buttons. @param {string} word @param {{ min: number, max: number }} range @param {(value: number) => void} set */
export function stepper(word, { min, max, words = String }, set) {
    const output = make("output", {});
    let value = min;
    const button = (sign, by, label) => make("button", { class: "tool", type: "button", "aria-label": `${word}: ${label}`, onclick: () => {
        const next = Math.min(max, Math.max(min, value + by));
        if (next !== value) set(next);
    } }, sign);
    const fewer = button("−", -1, "less");
    const more = button("+", 1, "more");
    return {
        element: make("div", { class: "stepper", role: "group", "aria-label": word }, make("span", { class: "stepper-word" }, word), fewer, output, more),
        show(now) {
            value = now;
            write(output, words(now));
            fewer.disabled = now <= min;
            more.disabled = now >= max;
        },
    };
}

/** @param {string} word @param {{ value: any, word: string }[]} options @param {(value: string) => void} choose */
export function selection(word, options, choose) {
    const select = make("select", { onchange: () => choose(select.value) }, ...options.map((option) => make("option", { value: option.value }, option.word)));
    return {
        element: make("label", { class: "field" }, word, select),
        select,
        show: (value) => { select.value = String(value); },
    };
}
