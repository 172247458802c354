import { make } from "../elements.js";
import { mosaic } from "../playlists/mosaic.js";
import { named } from "../playlists/words.js";
import { rowWords } from "../rowWords.js";
import { counted } from "../phrases.js";
import { menuButton } from "./menu.js";

const coverPixels = 96;

/** What a text finds, kind by kind. While somebody types, one request is under way at a time. */
export function searchView(lib) {
    const body = make("div", {});
    let wanted = lib.place.query?.q ?? "";
    let shown;
    let isAsking = false;

    async function ask() {
        if (isAsking) return;
        isAsking = true;
        try {
            while (wanted !== shown && !lib.owner.isOver) {
                const q = wanted;
                const found = q ? await lib.api.send("GET", "search", undefined, { q }) : undefined;
                shown = q;
                if (!lib.owner.isOver) show(q, found);
            }
        } finally {
            isAsking = false;
        }
    }

    function show(q, found) {
        const parts = found ? sections(lib, found.spelled ?? q, found) : [];
        const totals = found ? [[found.albums, "album"], [found.artists, "artist"], [found.tracks, "track"], [found.genres, "genre"], [found.playlists, "playlist"]]
            .filter(([{ total }]) => total > 0).map(([{ total }, one]) => counted(total, one)) : [];
        const none = `No results for “${q}”.`;
        const instead = found?.spelled && `Nothing is called “${q}”. These are for “${found.spelled}”.`;
        body.replaceChildren(...(instead ? [make("p", { class: "note search-instead" }, instead)] : []), ...(found && parts.length === 0 ? [make("p", { class: "empty" }, none)] : parts));
        if (found) lib.say([instead, totals.length > 0 ? `Found ${totals.join(", ")}.` : none].filter(Boolean).join(" "));
        for (const row of body.querySelectorAll("li[data-track]")) lib.rows.markCurrent(row);
    }

    return {
        body: [body],
        async load() {
            shown = undefined;
            await ask();
        },
        find(q) {
            wanted = q;
            ask().catch((problem) => lib.page.notice(problem.message, true));
        },
    };
}

function sections(lib, q, { albums, artists, tracks, genres, playlists }) {
    const section = (name, { items, total }, rows, all) => (items.length === 0 ? [] : [
        make("div", { class: "shelf-head" }, make("h3", {}, name),
            total > items.length && all && make("button", { class: "text-button", type: "button", "aria-label": `${name}: show all ${total}`, onclick: () => lib.go(all) }, `Show all ${total}`)),
        make("ul", { class: "plain", role: "list", "aria-label": name }, ...rows),
    ]);
    const ids = tracks.items.map(({ id }) => id);
    const playFrom = (index) => () => lib.deeds.play({ tracks: ids, start: index });
    return [
        ...section("Artists", artists, artists.items.map((artist) => lib.rows.artist(artist)), { view: "artists", query: { q } }),
        ...section("Albums", albums, albums.items.map((album) => lib.rows.album(album)), { view: "albums", query: { q } }),
        ...section("Tracks", tracks, tracks.items.map((track, index) => lib.rows.track(track, { index, play: playFrom(index) })), { view: "tracks", query: { q } }),
        ...section("Genres", genres, genres.items.map((genre) => lib.rows.link(genre.name, counted(genre.tracks, "track"), { view: "genre", id: genre.name }))),
        ...section("Playlists", playlists, playlists.items.map((list) => playlistRow(lib, list))),
    ];
}

function playlistRow({ api, deeds, go }, list) {
    const choice = { playlist: list.id };
    const more = menuButton(list.name, () => [
        { words: "Play", act: () => deeds.play(choice) }, { words: "Play next", act: () => deeds.add(choice, true) }, { words: "Add to queue", act: () => deeds.add(choice) },
    ]);
    return make("li", { class: "row" }, make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: () => go({ view: "playlists", id: String(list.id) }) },
        mosaic(list.covers ?? [], api.trackArt, coverPixels), rowWords(list.name, named(list))), !deeds.isGuest && more);
}
