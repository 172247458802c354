import { KeyedList } from "../../kernel/list.js";
import { icon, iconButton, make } from "../elements.js";
import { counted } from "../phrases.js";
import { keepGrid, wantsGrid } from "./gridChoice.js";
import { listQuery } from "./places.js";
import { makeRail } from "./rail.js";
import { gridShape } from "./shapes.js";
import { filterTools, sortTools, usualOrder } from "./tools.js";
import { makeTrackList } from "./trackList.js";

const trackSorts = [["title", "Title"], ["artist", "Artist"], ["album", "Album"], ["added", "Recently added"], ["year", "Year"], ["duration", "Duration"],
    ["tempo", "Tempo"], ["plays", "Most played"], ["lastPlayed", "Last played"]];
const albumSorts = [["title", "Title"], ["artist", "Artist"], ["added", "Recently added"], ["year", "Year"], ["duration", "Duration"], ["plays", "Most played"], ["lastPlayed", "Last played"]];
const columns = [["title", "Title"], ["artist", "Artist"], ["album", "Album"], ["year", "Year"], ["tempo", "Tempo"], ["duration", "Time"]];
const how = "Put music into the server's folder, and it appears here.";

/** All tracks that the filters let through. */
export function tracksView(lib) {
    const { place } = lib;
    const usual = place.query?.q ? "relevance" : "title";
    const fetch = (offset, limit) => lib.api.tracks({ ...sorted(place, usual), offset, limit });
    const { list, selection } = makeTrackList(lib, { label: "Tracks", fetch });
    const sorts = place.query?.q ? [["relevance", "Best match"], ...trackSorts] : trackSorts;
    return view(lib, list, sorts, usual, ["genre", "tempo", "year", "favourite", "played"], "track",
        [iconButton("choose", "Select several", () => selection.toggleMode())], { selection, head: columnsHead(lib, usual), nameOf: ({ title }) => title });
}

/** All albums, as a grid of covers or as rows. */
export function albumsView(lib) {
    const { place } = lib;
    const isGrid = wantsGrid(lib.scroller);
    const fetch = (offset, limit) => lib.api.albums({ ...sorted(place, "title"), offset, limit });
    const list = new KeyedList({ owner: lib.owner, scroller: lib.scroller, label: "Albums", fetch, key: ({ id }) => id, row: (album) => lib.rows.album(album, isGrid), shape: isGrid ? gridShape : undefined });
    if (isGrid) list.element.classList.add("cards");
    const change = iconButton(isGrid ? "lines" : "grid", isGrid ? "Show as a list" : "Show as a grid", () => {
        keepGrid(!isGrid);
        lib.replace(place);
    });
    return view(lib, list, albumSorts, "title", ["genre", "favourite"], "album", [change], { nameOf: ({ title }) => title });
}

/** All artists. */
export function artistsView(lib) {
    const fetch = (offset, limit) => lib.api.artists({ ...sorted(lib.place, "title", false), offset, limit });
    const list = new KeyedList({ owner: lib.owner, scroller: lib.scroller, label: "Artists", fetch, key: ({ id }) => id, row: (artist) => lib.rows.artist(artist, true), shape: gridShape });
    list.element.classList.add("cards");
    return view(lib, list, undefined, "title", [], "artist", [], { nameOf: ({ name }) => name });
}

function sorted(place, usual, names = true) {
    const { sort = usual, order, ...rest } = listQuery(place);
    const way = order ?? usualOrder(sort);
    return { ...rest, ...(names ? { sort } : {}), ...(way === "desc" ? { order: way } : {}) };
}

/** What stands above the columns of wide rows: a press sorts by it, or the other way round. */
function columnsHead(lib, usual) {
    const { place } = lib;
    const { sort = usual, order = usualOrder(sort) } = place.query ?? {};
    return make("div", { class: "columns-head", role: "group", "aria-label": "Sort by" }, ...columns.map(([name, words]) => {
        const isChosen = name === sort;
        const next = isChosen && order === usualOrder(name) ? (order === "asc" ? "desc" : "asc") : usualOrder(name);
        return make("button", { class: `text-button ${name}`, type: "button", "aria-pressed": String(isChosen), onclick: () => lib.replace({ ...place, query: { ...place.query, sort: name, order: next } }) },
            words, isChosen && make("span", { "aria-hidden": "true" }, order === "asc" ? " ↑" : " ↓"));
    }));
}

/** Plays what the list has, in any order; only where that can be said: albums and artists with filters are no tracks yet. */
function shuffleAll(lib, list, one) {
    const { sort, order, ...filters } = listQuery(lib.place);
    return !lib.deeds.isGuest && (one === "track" || Object.keys(filters).length === 0) && shuffleButton(() => lib.deeds.shuffleAll(filters));
}

/** @param {() => unknown} act */
export function shuffleButton(act) {
    return make("button", { class: "text-button shuffle-all", type: "button", "aria-label": "Shuffle all", title: "Shuffle all", onclick: act }, icon("shuffle"), make("span", {}, "Shuffle all"));
}

function view(lib, list, sorts, usual, kinds, one, more, { selection, head, nameOf }) {
    const { place } = lib;
    const filters = filterTools(lib, kinds);
    const count = make("span", { class: "list-count" });
    const empty = make("div", { class: "empty", hidden: true });
    if (place.query?.q) lib.title(`“${place.query.q}”`);
    const tools = [make("div", { class: "tool-line" }, count, shuffleAll(lib, list, one), ...(sorts ? sortTools(lib, sorts, usual) : []), kinds.length > 0 && filters.button, ...more),
        ...(filters.chips.length > 0 ? [make("div", { class: "chips", role: "group", "aria-label": "Filters" }, ...filters.chips)] : [])];
    const { sort = usual, order } = place.query ?? {};
    const rail = sort === "title" && !place.query?.q ? makeRail(lib.owner, list, { nameOf, isDown: order === "desc" }) : undefined;
    if (head) tools.push(head);
    return {
        tools, body: [list.element, empty], selection, rail: rail?.element,
        async load() {
            await list.load();
            count.textContent = counted(list.total, one);
            lib.say(`${counted(list.total, one)}.`);
            rail?.show();
            empty.hidden = list.total > 0;
            if (list.total > 0) return;
            const filtered = filters.chips.length > 0;
            empty.replaceChildren(make("p", {}, place.query?.q ? `No results for “${place.query.q}”.` : filtered ? `No ${one}s with these filters.` : `No ${one}s yet. ${how}`),
                filtered && make("button", { class: "wide-button", type: "button", onclick: () => lib.replace({ view: place.view }) }, "Remove all filters"));
        },
    };
}
