import { iconButton, make } from "../elements.js";
import { counted } from "../phrases.js";
import { playActs } from "./albumView.js";
import { shelf } from "./homeView.js";
import { makeTrackList } from "./trackList.js";

const shownAlbums = 12;
const mostQueued = 10_000;

/** One artist: the albums, then all tracks. */
export function artistView(lib) {
    const artist = Number(lib.place.id);
    return collection(lib, { artist }, "album", async () => {
        const { name, albums, tracks } = await lib.api.send("GET", `artists/${artist}`);
        return { name, line: `${counted(albums, "album")} · ${counted(tracks, "track")}`, choice: { artist }, picture: lib.rows.picture(artist) };
    });
}

/** One genre. */
export function genreView(lib) {
    const genre = lib.place.id;
    return collection(lib, { genre }, "artist", async () => ({ name: genre, all: { view: "albums", query: { genre } } }));
}

/** Everything with a heart. */
export function favouritesView(lib) {
    return collection(lib, { favourite: true }, "title", async () => ({ name: "Favourites", all: { view: "albums", query: { favourite: "true" } },
        nothing: "No favourites yet. The heart beside a track or an album adds it." }));
}

/** Albums and tracks that a query finds. `describe` says what to call them, and how all of them are played at once. */
function collection(lib, query, sort, describe) {
    const { api, deeds } = lib;
    const head = make("div", {});
    const tracksHead = make("div", { class: "shelf-head" });
    const empty = make("p", { class: "empty", hidden: true });
    const { list, selection } = makeTrackList(lib, { label: "Tracks", fetch: (offset, limit) => api.tracks({ ...query, sort, offset, limit }) });
    return {
        body: [head, tracksHead, empty, list.element], selection,
        async load() {
            const [about, albums] = await Promise.all([describe(), api.albums({ ...query, sort: "year", order: "desc", limit: shownAlbums })]);
            lib.title(about.name);
            const choice = about.choice ?? { smart: { ...query, sort } };
            await list.load();
            const { total } = list;
            head.replaceChildren(make("div", { class: "page-head" }, about.picture ?? "", make("div", { class: "page-facts" },
                make("p", { class: "page-title", dir: "auto" }, about.name), about.line && make("p", { class: "row-line" }, about.line),
                total > 0 && make("div", { class: "page-acts" }, ...playActs(deeds, about.name, choice, Math.min(total, mostQueued))))),
                ...shelf(lib, "Albums", albums.items, albums.total > albums.items.length ? about.all ?? undefined : undefined));
            empty.hidden = total > 0 || albums.total > 0;
            empty.textContent = about.nothing ?? "Nothing here.";
            tracksHead.hidden = total === 0;
            tracksHead.replaceChildren(make("h3", {}, counted(total, "track")),
                iconButton("choose", "Select several", () => selection.toggleMode()));
            list.render();
        },
    };
}
