import { KeyedList, nthOf } from "../../kernel/list.js";
import { Owner } from "../../kernel/owner.js";
import { iconButton, icon, make, write } from "../elements.js";
import { makeReorder } from "../reorder.js";
import { rowWords } from "../rowWords.js";
import { offerUndo } from "../undo.js";
import { allSongs } from "./songBook.js";
import { songLine } from "./songsPanel.js";

const gone = { title: "A song that is gone", rhythm: { bpm: 120, groups: [4], unit: 4, polyrhythm: null } };

/**
 * One set list: its songs, moved by their handles, with the pointer or the arrow keys.
 * @param {object} page @param {() => void} back
 */
export function makeSetListPage(page, back) {
    const { api, notice } = page;
    let set;
    let songs = new Map();
    let chosen;
    let isBusy = Promise.resolve();
    const heading = make("h2", {});
    const owner = new Owner();
    const scroller = make("div", { class: "list" });
    const list = new KeyedList({ owner, scroller, label: "Songs of the set list", kind: "ol", key: ({ key }) => key, row, empty: "No songs yet. Add them below." });
    scroller.append(list.element);
    const found = make("select", { "aria-label": "Add a song", onchange: () => {
        if (found.value) keep([...set.songs, Number(found.value)]);
        found.value = "";
    } });
    const reorder = makeReorder(owner, list, {
        move: (from, to) => {
            const moved = [...set.songs];
            moved.splice(to, 0, ...moved.splice(from, 1));
            return keep(moved);
        },
        done: () => tell(),
    });
    const text = (word, act) => make("button", { class: "text-button for-hosts", type: "button", onclick: act }, word);
    const element = make("div", { class: "songs-main" },
        make("div", { class: "list-head" }, iconButton("back", "All set lists", back), heading),
        make("div", { class: "songs-foot" }, make("button", { class: "wide-button", type: "button", onclick: () => begin(0) }, "Start the set"), text("Rename", rename), text("Delete", remove)),
        scroller, make("label", { class: "field add-song for-hosts" }, found));

    async function load() {
        try {
            const [told, all] = await Promise.all([api.send("GET", `set-lists/${set.id}`), allSongs(api)]);
            set = told;
            songs = new Map(all.map((song) => [song.id, song]));
            found.replaceChildren(make("option", { value: "" }, "Add a song…"), ...all.map(({ id, title, artist }) => make("option", { value: id }, [title, artist].filter(Boolean).join(" · "))));
            tell();
        } catch (problem) {
            notice(problem.message, true);
        }
    }

    /** One change at a time: each sends the whole order. */
    function keep(order) {
        const before = set.songs;
        set = { ...set, songs: order };
        if (!reorder.isDragging) tell();
        isBusy = isBusy.then(async () => {
            try {
                await page.allowed(() => api.send("PATCH", `set-lists/${set.id}`, { songs: order }));
            } catch (problem) {
                set = { ...set, songs: before };
                tell();
                notice(problem.message, true);
            }
        });
        return isBusy;
    }

    function tell() {
        write(heading, set.title);
        const playing = chosen?.list?.id === set.id ? chosen.list.index : undefined;
        list.show(nthOf(set.songs, (id) => id).map(({ item, key }, at) => ({ song: songs.get(item), isChosen: at === playing, key })));
    }

    function row({ song = gone, isChosen }, at) {
        return make("li", { class: isChosen ? "row current" : "row" },
            make("button", { class: "icon-button grip for-hosts", type: "button", data: { part: "grip" }, "aria-label": `Move ${song.title}: arrow keys`, title: "Drag, or arrow keys" }, icon("grip")),
            make("span", { class: "row-number", "aria-hidden": "true" }, String(at + 1)),
            make("button", { class: "row-main", type: "button", data: { part: "main" }, "aria-current": isChosen, onclick: () => begin(at) }, rowWords(song.title, songLine(song))),
            iconButton("close", `Remove ${song.title} from the set list`, () => {
                const before = set.songs;
                keep(before.filter((_, other) => other !== at));
                offerUndo(`“${song.title}” removed.`, () => keep(before));
            }, { class: "icon-button for-hosts", data: { part: "remove" } }));
    }

    const begin = (index) => page.command({ do: "click.list", list: set.id, index });

    async function rename() {
        const { askName } = await import("../playlists/name.js");
        const made = await askName(page, { heading: "Rename the set list", value: set.title, button: "Rename" }, (title) => page.allowed(() => api.send("PATCH", `set-lists/${set.id}`, { title })));
        if (made) load();
    }

    async function remove() {
        const { title, songs: order } = set;
        try {
            await page.allowed(() => api.send("DELETE", `set-lists/${set.id}`));
            offerUndo(`“${title}” deleted.`, () => page.allowed(() => api.send("POST", "set-lists", { title, songs: order })).catch((problem) => notice(problem.message, true)));
            back();
        } catch (problem) {
            notice(problem.message, true);
        }
    }

    return {
        element,
        load,
        open(id) {
            set = { id, title: "", songs: [] };
            tell();
            load();
        },
        show(click) {
            const before = chosen?.list;
            chosen = click;
            if (!set || element.hidden || reorder.isDragging) return;
            if (before?.id !== click?.list?.id || before?.index !== click?.list?.index) tell();
        },
    };
}
