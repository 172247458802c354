import { make } from "../elements.js";

/**
 * Asks for a name.
 * @param {object} page @param {{ heading: string, value: string, button: string, longest?: number, servers?: string[] }} words with music servers that could keep it, too
 * @param {(name: string, server?: string) => Promise<unknown>} take may throw a problem to be told: then the dialog stays
 * @returns {Promise<any>} what `take` gave; undefined if cancelled
 */
export function askName(page, { heading, value, button, longest = 200, servers = [] }, take) {
    return new Promise((resolve) => {
        let result;
        let isBusy = false;
        const name = make("input", { type: "text", maxlength: longest, value, required: true, autocomplete: "off" });
        const where = make("select", {}, make("option", { value: "" }, "Here"), ...servers.map((server) => make("option", { value: server }, `On ${server}`)));
        const sheet = make("dialog", { class: "sheet glass", "aria-labelledby": "name-title" }, make("form", { onsubmit: async (event) => {
            event.preventDefault();
            if (isBusy || !name.value.trim()) return;
            isBusy = true;
            try {
                result = await take(name.value.trim(), where.value || undefined);
                sheet.close();
            } catch (problem) {
                page.notice(problem.message, true);
            } finally {
                isBusy = false;
            }
        } },
        make("h2", { id: "name-title" }, heading), make("label", { class: "field" }, "Name", name),
        servers.length > 0 && make("label", { class: "field" }, "Kept", where),
        make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel"),
            make("button", { class: "wide-button", type: "submit" }, button))));
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(result);
        });
        document.body.append(sheet);
        sheet.showModal();
        name.select();
    });
}
