import { make, write } from "../elements.js";
import { orderOf } from "./batchWords.js";

/**
 * Asks what to analyze ahead, and what it may cost. What is wrong is said in the sheet, which stays.
 * @param {{ name: string }[]} servers
 * @param {string} chosen the name of one of them, or nothing for the whole library
 * @param {(order: object) => Promise<object>} send
 * @returns {Promise<object | undefined>} the batch; undefined if cancelled
 */
export function makeBatchSheet(servers, chosen, send) {
    let begun;
    let isBusy = false;
    const field = (label, input, hint) => make("label", { class: "field" }, label, input, hint && make("small", {}, hint));
    const choice = (name, options, selected) => make("select", { name }, ...options.map(([value, words]) => make("option", { value, selected: value === selected }, words)));
    const hour = (name, label) => {
        const select = choice(name, Array.from({ length: 24 }, (_, number) => [String(number), `${number}:00`]), "0");
        select.setAttribute("aria-label", label);
        return select;
    };
    const server = choice("server", [["", "The whole library"], ...servers.map(({ name }) => [name, name])], chosen);
    const which = choice("which", [["missing", "What is missing"], ["all", "Also what failed before"]], "missing");
    const rate = make("input", { type: "text", name: "rate", inputmode: "decimal", maxlength: 8, pattern: "[0-9]*[.,]?[0-9]*", placeholder: "no limit", autocomplete: "off" });
    const [from, to] = [hour("from", "From"), hour("to", "To")];
    const line = make("p", { class: "server-trouble", role: "alert" });
    const button = make("button", { class: "wide-button", type: "submit" }, "Analyze");
    const form = make("form", { class: "server-form", onsubmit: submit },
        field("Music", server), field("Tracks", which),
        field("Megabytes a second", rate, "Of all songs that are fetched from music servers. What plays is not held back."),
        make("fieldset", { class: "batch-hours" }, make("legend", {}, "Fetch only"), make("span", {}, "from"), from, make("span", {}, "to"), to, make("small", {}, "The same hour twice means always.")),
        line, make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel"), button));
    const sheet = make("dialog", { class: "sheet glass batch-sheet", "aria-labelledby": "batch-title" },
        make("h2", { id: "batch-title", tabindex: -1, autofocus: true }, "Analyze ahead"), form);

    async function submit(event) {
        event.preventDefault();
        if (isBusy) return;
        isBusy = button.disabled = true;
        write(line, "");
        try {
            begun = await send(orderOf({ server: server.value, which: which.value, rate: rate.value, from: from.value, to: to.value }));
            sheet.close();
        } catch (problem) {
            write(line, problem.message);
        } finally {
            isBusy = button.disabled = false;
        }
    }

    return new Promise((resolve) => {
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(begun);
        }, { once: true });
        document.body.append(sheet);
        sheet.showModal();
    });
}
