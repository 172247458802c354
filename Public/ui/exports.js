import { make } from "./elements.js";
import { saveFile } from "./saveFile.js";

const formats = [["rekordbox", "rekordbox XML"], ["audacity", "Audacity labels"], ["csv", "CSV"], ["json", "JSON"]];

/** The formats in which beats and markers can be saved for other programs. @param {import("./tools.js").ToolsPage} page */
export function makeExports(page) {
    const save = async (format) => {
        box.open = false;
        try {
            const answer = await page.api.file(`tracks/${page.seekbar.source}/export`, { format });
            page.notice(`Saved as “${saveFile(await answer.blob(), fileName(answer.headers.get("content-disposition"), format))}”.`);
        } catch (problem) {
            page.notice(problem.message, true);
        }
    };
    const box = make("details", { class: "export", onkeydown: (event) => {
        if (event.key !== "Escape" || !box.open) return;
        event.preventDefault();
        event.stopPropagation();
        box.open = false;
        box.firstElementChild.focus();
    } },
    make("summary", { class: "tool" }, "Export…"),
    make("div", { class: "export-list glass", role: "group", "aria-label": "Export beats and markers" }, ...formats.map(([format, words]) =>
        make("button", { class: "tool", type: "button", onclick: () => save(format) }, words))));
    return box;
}

/** The name that the server gives a file. @param {string | null} disposition @param {string} format */
export function fileName(disposition, format) {
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? "")?.[1];
    try {
        return encoded ? decodeURIComponent(encoded) : `beats.${format}`;
    } catch {
        return `beats.${format}`;
    }
}
