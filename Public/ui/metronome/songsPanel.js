import { KeyedList } from "../../kernel/list.js";
import { Owner } from "../../kernel/owner.js";
import { whenChanged } from "../../kernel/store.js";
import { bpmWords, metreWords } from "../../session/rhythm.js";
import { iconButton, make, mark, write } from "../elements.js";
import { rowWords } from "../rowWords.js";
import { saveFile } from "../saveFile.js";
import { counted } from "../phrases.js";
import { allSetLists, allSongs } from "./songBook.js";
import { editSong } from "./songForm.js";
import { makeSetListPage } from "./setListPage.js";

const searchMs = 250; // after the last letter

/** @param {{ artist?: string, rhythm: object }} song @returns {string} "Artist · 120 BPM · 4/4" */
export function songLine({ artist, rhythm }) {
    return [artist, bpmWords(rhythm), metreWords(rhythm)].filter(Boolean).join(" · ");
}

/** Songs and set lists. @param {HTMLElement} box @param {object} page */
export function makeSongsPanel(box, page) {
    const { api, notice } = page;
    let kind = "songs";
    let chosen;
    let timer;
    let asked;
    const kinds = { songs: "Songs", lists: "Set lists" };
    const buttons = Object.entries(kinds).map(([name, word]) => make("button", { class: "kind", type: "button", data: { kind: name }, onclick: () => choose(name) }, word));
    const search = make("input", { type: "search", placeholder: "Search songs", "aria-label": "Search songs", autocomplete: "off", oninput: () => {
        clearTimeout(timer);
        timer = setTimeout(load, searchMs);
    } });
    const add = make("button", { class: "text-button for-hosts", type: "button", onclick: () => addOne() }, "New song");
    const more = exportsAndImport();
    const scroller = make("div", { class: "list" });
    const list = new KeyedList({ owner: new Owner(), scroller, label: "Songs", key: ({ song, list: one }) => (song ? `song ${song.id}` : `list ${one.id}`), row: (item) => (item.song ? songRow(item) : listRow(item.list)) });
    let items = [];
    const main = make("div", { class: "songs-main" },
        make("div", { class: "queue-head" }, make("div", { class: "kinds kinds-head", role: "group", "aria-label": "Songs or set lists" }, ...buttons), add),
        make("div", { class: "search songs-search" }, search), scroller, more);
    const setList = makeSetListPage(page, () => {
        setList.element.hidden = true;
        main.hidden = false;
        load();
    });
    setList.element.hidden = true;
    box.append(main, setList.element);

    function choose(name) {
        kind = name;
        for (const button of buttons) mark(button, "aria-pressed", button.dataset.kind === kind);
        write(add, kind === "songs" ? "New song" : "New set list");
        search.parentElement.hidden = kind !== "songs";
        mark(list.element, "aria-label", kinds[kind]);
        load();
    }

    async function load() {
        const asking = asked = {};
        if (!setList.element.hidden) return setList.load();
        try {
            const found = kind === "songs" ? (await allSongs(api, search.value)).map((song) => ({ song })) : (await allSetLists(api)).map((one) => ({ list: one }));
            if (asking !== asked) return;
            items = found;
            scroller.replaceChildren(items.length > 0 ? list.element : make("p", { class: "empty" }, emptyWords()));
            tell();
        } catch (problem) {
            if (asking !== asked) return;
            scroller.replaceChildren(make("div", { class: "empty" }, make("p", {}, problem.message), make("button", { class: "wide-button", type: "button", onclick: load }, "Try again")));
        }
    }

    function emptyWords() {
        if (kind === "lists") return "No set lists yet. A set list is the songs of a concert in their order.";
        return search.value ? `No results for “${search.value}”` : "No songs yet. Set a tempo and a rhythm, then keep them as a song.";
    }

    function tell() {
        list.show(items.map((item) => ({ ...item, isChosen: item.song !== undefined && item.song.id === chosen })));
    }

    function songRow({ song, isChosen }) {
        return make("li", { class: isChosen ? "row current" : "row", data: { song: song.id } },
            make("button", { class: "row-main", type: "button", data: { part: "main" }, "aria-current": isChosen, onclick: () => page.command({ do: "click.song", song: song.id }) }, rowWords(song.title, songLine(song))),
            iconButton("style", `Edit ${song.title}`, async () => { if (await editSong(page, song)) load(); }, { class: "icon-button for-hosts", data: { part: "edit" } }));
    }

    function listRow(one) {
        return make("li", { class: "row", data: { list: one.id } },
            make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: () => openList(one.id) }, rowWords(one.title, counted(one.songs.length, "song"))),
            iconButton("play", `Begin ${one.title}`, () => page.command({ do: "click.list", list: one.id, index: 0 }), { data: { part: "play" } }));
    }

    function openList(id) {
        main.hidden = true;
        setList.element.hidden = false;
        setList.open(id);
    }

    async function addOne() {
        if (kind === "songs") {
            if (await editSong(page, undefined)) load();
            return;
        }
        const { askName } = await import("../playlists/name.js");
        const made = await askName(page, { heading: "New set list", value: "", button: "Create" }, (title) => page.allowed(() => api.send("POST", "set-lists", { title, songs: [] })));
        if (made) openList(made.id);
    }

    function exportsAndImport() {
        const file = make("input", { type: "file", accept: ".json,.csv,application/json,text/csv", hidden: true, onchange: async () => {
            const [given] = file.files;
            file.value = "";
            if (!given) return;
            const isTable = /\.csv$/i.test(given.name) || given.type === "text/csv";
            try {
                const answer = await page.allowed(() => api.send("POST", "songs/import", new Blob([given], { type: isTable ? "text/csv" : "application/json" })));
                notice(importWords(answer));
                load();
            } catch (problem) {
                notice(problem.message, true);
            }
        } });
        const save = async (format) => {
            try {
                saveFile(await (await api.file("songs/export", { format })).blob(), `songs.${format}`);
            } catch (problem) {
                notice(problem.message, true);
            }
        };
        const button = (word, act, traits = {}) => make("button", { class: "text-button", type: "button", onclick: act, ...traits }, word);
        return make("div", { class: "songs-foot" }, button("Import…", () => file.click(), { class: "text-button for-hosts" }), button("Export JSON", () => save("json")), button("Export CSV", () => save("csv")), file);
    }

    const follow = whenChanged(({ state }) => state?.click?.song?.id, (id) => {
        chosen = id;
        tell();
    });

    choose("songs");
    return {
        opened: load,
        show(room) {
            follow(room);
            setList.show(room.state?.click);
        },
    };
}

/** What an import brought. @param {Record<string, any>} answer */
function importWords(answer) {
    const lists = answer.setLists ? ` and ${counted(answer.setLists, "set list")}` : "";
    return `Imported ${counted(answer.songs ?? 0, "song")}${lists}.`;
}
