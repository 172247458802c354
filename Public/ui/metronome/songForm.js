import { metreWords, tempoWords, typedBpm } from "../../session/rhythm.js";
import { make, write } from "../elements.js";
import { kitWords } from "./chips.js";

const foundAtOnce = 6;
const searchMs = 250;

/** In lists of tracks an artist has an id, too. */
const artistOf = ({ artist }) => artist?.name ?? artist ?? "";

/**
 * A dialog that makes or changes a song.
 * @param {object} page @param {Record<string, any> | undefined} song undefined for a new one, with the rhythm that is set now
 * @returns {Promise<boolean>} whether something has changed
 */
export function editSong(page, song) {
    const { api, notice } = page;
    const now = page.room().state.click;
    let { rhythm, kit } = song ?? now;
    let track = song?.track ?? null;
    let takesTrack = song?.followsTrack ?? false;
    let isLinked = false; // anew, here
    return new Promise((resolve) => {
        let isChanged = false;
        const title = make("input", { type: "text", maxlength: 200, required: true, value: song?.title ?? "", autocomplete: "off" });
        const artist = make("input", { type: "text", maxlength: 200, value: song?.artist ?? "", autocomplete: "off" });
        const tempo = make("input", { type: "text", inputmode: "decimal", maxlength: 6, value: tempoWords(rhythm.bpm), autocomplete: "off" });
        const notes = make("textarea", { maxlength: 4000, rows: 4 });
        notes.value = song?.notes ?? "";
        const words = make("p", { class: "note" });
        const tell = () => write(words, takesTrack ? "Tempo and time signature come from the linked track." : `${metreWords(rhythm)}, ${kitWords(kit)}`);
        const linked = make("p", { class: "note" });
        const unlink = make("button", { class: "text-button", type: "button", onclick: () => relink(null) }, "Unlink");
        const results = make("div", { class: "link-results" });
        let timer;
        const find = make("input", { type: "search", placeholder: "Search the library", "aria-label": "Link to a track of the library", autocomplete: "off", oninput: () => {
            clearTimeout(timer);
            timer = setTimeout(search, searchMs);
        } });

        async function search() {
            const { items } = find.value.trim() ? await api.tracks({ q: find.value, limit: foundAtOnce }).catch(() => ({ items: [] })) : { items: [] };
            results.replaceChildren(...items.map((one) => make("button", { class: "text-button", type: "button", onclick: () => relink(one.id, one) }, [one.title, artistOf(one)].filter(Boolean).join(" · "))));
        }

        function relink(id, found) {
            isLinked = true;
            takesTrack = found !== undefined;
            link(id, found);
        }

        async function link(id, found) {
            track = id;
            results.replaceChildren();
            find.value = "";
            unlink.hidden = id === null && !(song?.piece && !isLinked);
            tempo.disabled = takesTrack;
            tempo.value = takesTrack ? "" : tempo.value || tempoWords(rhythm.bpm);
            tell();
            const known = found ?? (id === null ? undefined : await api.track(id).catch(() => undefined));
            write(linked, id === null ? (song?.piece && !isLinked ? "Linked to a track that is not here now." : "Not linked to a track.") : `Linked to ${known?.title ?? "a track"}.`);
            if (found && !title.value) title.value = found.title;
            if (found && !artist.value) artist.value = artistOf(found);
        }

        async function save(event) {
            event.preventDefault();
            const bpm = typedBpm(tempo.value);
            if (!takesTrack && bpm === undefined) return notice("A tempo is from 30 to 240 quarters a minute.", true);
            const body = { title: title.value.trim(), artist: artist.value.trim(), notes: notes.value, kit, ...(isLinked ? { track } : {}), followsTrack: takesTrack, rhythm: takesTrack ? null : { ...rhythm, bpm } };
            await change(() => (song ? api.send("PATCH", `songs/${song.id}`, body) : api.send("POST", "songs", body)));
        }

        async function change(ask) {
            try {
                await page.allowed(ask);
                isChanged = true;
                sheet.close();
            } catch (problem) {
                notice(problem.message, true);
            }
        }

        const sheet = make("dialog", { class: "sheet glass song-sheet", "aria-labelledby": "song-title" }, make("form", { onsubmit: save },
            make("h2", { id: "song-title" }, song ? "Edit song" : "New song"),
            make("label", { class: "field" }, "Title", title), make("label", { class: "field" }, "Artist", artist),
            make("div", { class: "field-line" }, make("label", { class: "field" }, "Tempo", tempo), make("button", { class: "tool", type: "button", onclick: () => {
                ({ rhythm, kit } = page.room().state.click);
                takesTrack = tempo.disabled = false;
                tempo.value = tempoWords(rhythm.bpm);
                tell();
            } }, "Take what is set now")), words,
            make("label", { class: "field" }, "Notes", notes),
            make("div", { class: "field" }, "Track of the library", make("div", { class: "field-line" }, linked, unlink), find, results),
            make("div", { class: "sheet-buttons" },
                song && make("button", { class: "text-button", type: "button", onclick: () => change(() => api.send("DELETE", `songs/${song.id}`)) }, "Delete"),
                make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Cancel"),
                make("button", { class: "wide-button", type: "submit" }, song ? "Save" : "Create"))));
        sheet.addEventListener("close", () => {
            sheet.remove();
            resolve(isChanged);
        });
        document.body.append(sheet);
        link(track);
        sheet.showModal();
        title.focus();
    });
}
