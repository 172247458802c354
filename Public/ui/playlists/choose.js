import { make, withStyle } from "../elements.js";
import { counted } from "../phrases.js";
import { askName } from "./name.js";
import { allOf, named, originOf } from "./words.js";

let dressed; // its style sheet

/**
 * Asks for a playlist, or the name of a new one, and adds tracks to it.
 * @param {{ api: object, allowed: (act: () => Promise<any>) => Promise<any>, notice: (sentence: string, trouble?: boolean) => void }} page
 * @param {number[]} trackIds in the order in which they are added
 * @returns {Promise<Record<string, any> | undefined>} the playlist; undefined if cancelled
 */
export async function addToPlaylist(page, trackIds) {
    const what = counted(trackIds.length, "track");
    const adding = (list) => page.api.send("POST", `playlists/${list.id}/entries`, { tracks: trackIds });
    return ask(page, `Add ${what} to a playlist`, async (choice) => {
        const list = await page.allowed(() => (choice.id ? adding(choice) : page.api.send("POST", "playlists", { name: choice.name, tracks: trackIds })));
        page.notice(`Added ${what} to “${list.name}”.`);
        return list;
    });
}

/**
 * Asks for a name, and makes a playlist of tracks.
 * @param {object} page @param {number[]} trackIds
 */
export async function saveAsPlaylist(page, trackIds) {
    const day = new Date().toLocaleDateString([], { day: "numeric", month: "long" });
    return askName(page, { heading: "Save the queue as a playlist", value: `Queue of ${day}`, button: "Save" }, async (name) => {
        const list = await page.allowed(() => page.api.send("POST", "playlists", { name, tracks: trackIds }));
        page.notice(`Saved ${counted(trackIds.length, "track")} as “${list.name}”.`);
        return list;
    });
}

/** Shows the dialog. `take` is called with a playlist or with the name of a new one, and may throw a problem to be told. */
async function ask(page, heading, take) {
    dressed ??= withStyle("playlists.css").catch(() => { dressed = undefined; });
    const [lists] = await Promise.all([allOf(page.api, "playlists").catch((problem) => problem), dressed]);
    if (lists instanceof Error) return void page.notice(lists.message, true);
    const own = lists.filter((list) => !list.file);
    return new Promise((resolve) => {
        let result;
        let isBusy = false;
        const choose = async (choice) => {
            if (isBusy) return;
            isBusy = true;
            try {
                result = await take(choice);
                sheet.close();
            } catch (problem) {
                page.notice(problem.message, true);
            } finally {
                isBusy = false;
            }
        };
        const name = make("input", { type: "text", maxlength: 200, placeholder: "New playlist…", "aria-label": "Name of a new playlist", required: true, autocomplete: "off" });
        const form = make("form", { class: "choose-new", onsubmit: (event) => {
            event.preventDefault();
            if (name.value.trim()) choose({ name: name.value.trim() });
        } }, make("div", { class: "field" }, name), make("button", { class: "wide-button", type: "submit" }, "Create"));
        const rows = own.map((list) => make("li", {}, make("button", { class: "choose-row", type: "button", onclick: () => choose(list) },
            make("span", { class: "row-title", dir: "auto" }, list.name), make("span", { class: "row-side" }, [named(list), originOf(list)].filter(Boolean).join(" · ")))));
        const sheet = make("dialog", { class: "sheet glass choose-sheet", "aria-labelledby": "choose-title" },
            make("h2", { id: "choose-title", tabindex: -1, autofocus: true }, heading), form,
            make("ul", { class: "choose-list", "aria-label": "Playlists" }, ...rows),
            make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel")));
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(result);
        });
        document.body.append(sheet);
        sheet.showModal();
    });
}
