import { iconButton, make, write } from "./elements.js";
import { saveFile } from "./saveFile.js";

const kinds = {
    corrections: "Beat corrections", lyrics: "Lyrics corrections", markers: "Markers", playlists: "Playlists", songs: "Songs", setLists: "Set lists", practice: "Practice", looks: "Looks", favourites: "Favourite tracks",
    favouriteAlbums: "Favourite albums", pinnedAlbums: "Kept albums", ratings: "Stars", plays: "Play counts", rooms: "Rooms", screens: "Screens", servers: "Music servers", sounds: "Metronome sounds",
};
const usualLine = "One file with everything that people entered here: corrections, markers, playlists, songs, practice, looks, favourites, rooms, screens and the sounds of the metronome. It contains no keys and no music.";

/** What becomes of the items of one kind. @param {Record<string, any>} kind */
export function outcomeWords({ added, changed, same, kept, left, waiting, problem }) {
    if (problem) return `Nothing: ${problem}`;
    const counts = [[added, "new"], [changed, "changed"], [same, "the same"], [kept, "kept as here"], [left, "left out"], [waiting, "waiting for their music"]];
    return counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`).join(", ");
}

/**
 * Writes what people entered into a file, and takes it over from one after showing what that would change.
 * @param {Document} document
 * @param {{ api: ReturnType<import("../net/api.js").makeApi>, allowed: (act: () => Promise<any>) => Promise<any> }} page
 * @returns {() => void} shows the sheet
 */
export function makeSettingsSheet(document, { api, allowed }) {
    const line = make("p", { class: "token-line", "aria-live": "polite" });
    const report = make("div", { class: "settings-report" });
    const picker = make("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => chosen(picker.files[0]) });
    const button = (words, act, traits = {}) => make("button", { class: "text-button", type: "button", onclick: act, ...traits }, words);
    const take = button("Import now", () => send(false), { class: "wide-button", hidden: true });
    const sheet = make("dialog", { class: "sheet glass exchange-sheet", "aria-labelledby": "settings-title" },
        make("div", { class: "sheet-head" }, make("h2", { id: "settings-title", tabindex: -1, autofocus: true }, "Export and import"), iconButton("close", "Close", () => sheet.close())),
        line, report, picker,
        make("div", { class: "sheet-buttons" }, button("Export", save), button("Import…", () => picker.click()), take));
    document.body.append(sheet);
    let file;

    async function save() {
        try {
            const answer = await allowed(() => api.file("settings/export"));
            write(line, `Saved as “${saveFile(await answer.blob(), "downbeat-settings.json")}”.`);
        } catch (problem) {
            write(line, problem.message);
        }
    }

    async function chosen(given) {
        picker.value = "";
        if (!given) return;
        file = new Blob([given], { type: "application/json" });
        await send(true);
    }

    async function send(dryRun) {
        take.disabled = true;
        try {
            const answer = await allowed(() => api.send("POST", "settings/import", file, { dryRun }));
            report.replaceChildren(...shown(answer.kinds));
            const isNew = answer.kinds.some(({ added, changed }) => added + changed > 0);
            if (!dryRun) write(line, "Imported.");
            else write(line, isNew ? "Nothing is changed yet. This is what an import would do; what is newer here stays as it is." : "All of this is here already: an import would change nothing.");
            take.hidden = !dryRun || !isNew;
        } catch (problem) {
            report.replaceChildren();
            take.hidden = true;
            write(line, problem.message);
        }
        take.disabled = false;
        if (!take.hidden) take.focus();
    }

    function shown(outcomes) {
        const there = outcomes.filter(({ total }) => total > 0);
        const notes = there.flatMap((outcome) => outcome.notes);
        return [make("dl", { class: "settings-kinds" }, ...there.map((outcome) => make("div", {}, make("dt", {}, kinds[outcome.kind] ?? outcome.kind), make("dd", {}, outcomeWords(outcome))))),
            ...(notes.length > 0 ? [make("details", { open: true }, make("summary", {}, "What stays as it is here"), make("ul", {}, ...notes.map((note) => make("li", { dir: "auto" }, note))))] : [])];
    }

    return () => {
        write(line, usualLine);
        report.replaceChildren();
        take.hidden = true;
        if (!sheet.open) sheet.showModal();
    };
}
