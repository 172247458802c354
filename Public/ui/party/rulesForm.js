import { make } from "../elements.js";

const choices = {
    order: ["Who comes first", { turns: "Everybody in turn", votes: "Most votes", arrival: "First come" }],
    mix: ["Requests play", { before: "Before the list", between: "Between its songs" }],
};
const numbers = {
    repeatMinutes: ["No song twice within (minutes)", 0, 1440], longestMinutes: ["Longest song (minutes)", 0, 600], waiting: ["Songs waiting for each", 1, 20],
    boosts: ["Brought forward by each", 0, 10], addressPersons: ["People from one address", 1, 100], patienceMinutes: ["Votes count after (minutes)", 0, 120],
};

/**
 * The rules of a party, each sent as it is changed.
 * @param {(rules: Record<string, unknown>) => void} set
 * @returns {{ root: HTMLElement, show: (rules: Record<string, unknown>) => void }}
 */
export function makeRulesForm(set) {
    const fields = {};
    const labelled = (name, words, field, traits = {}) => {
        fields[name] = field;
        return make("label", traits, make("span", {}, words), field);
    };
    const rows = Object.entries(choices).map(([name, [words, options]]) => labelled(name, words, make("select", { onchange: ({ target }) => set({ [name]: target.value }) },
        ...Object.entries(options).map(([value, shown]) => make("option", { value }, shown)))));
    const whole = ({ target }, name) => target.value !== "" && target.reportValidity() && set({ [name]: Number(target.value) });
    rows.push(...Object.entries(numbers).map(([name, [words, min, max]]) => labelled(name, words, make("input", { type: "number", min, max, step: 1, required: true, onchange: (event) => whole(event, name) }))));
    rows.push(labelled("downVotes", "Votes against songs", make("input", { type: "checkbox", onchange: ({ target }) => set({ downVotes: target.checked }) })));
    rows.push(labelled("excludedGenres", "No songs of these genres", make("input", { placeholder: "Schlager, Techno", maxlength: 1600, onchange: ({ target }) => set({ excludedGenres: target.value }) }), { class: "party-genres" }));
    const root = make("div", { class: "party-rules" }, ...rows);
    return {
        root,
        show(rules) {
            for (const [name, field] of Object.entries(fields)) {
                if (field === document.activeElement) continue;
                if (field.type === "checkbox") field.checked = rules[name];
                else field.value = String(rules[name]);
            }
        },
    };
}
