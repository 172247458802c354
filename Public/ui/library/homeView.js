import { make } from "../elements.js";
import { counted } from "../phrases.js";
import { shuffleButton } from "./listView.js";
import { liveInputs } from "./liveInputs.js";
import { gridShape } from "./shapes.js";

const lines = 3; // of covers on a phone; where many are beside each other, one, and two of what was added last
const how = "Put music into the server's folder, and it appears here.";

/** The start: what was played last, what was added last, what is played most, and where else to look. */
export function homeView(lib) {
    const body = make("div", { class: "home" });
    let live;
    return {
        tools: lib.deeds.isGuest ? [] : [make("div", { class: "tool-line" }, make("span", { class: "list-count" }), shuffleButton(() => lib.deeds.shuffleAll()))],
        body: [body],
        async load() {
            const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
            const { columns } = gridShape(body.clientWidth, rem, lib.scroller.clientHeight);
            const [few, many] = columns > 2 * lines ? [columns, 2 * columns] : [lines * columns, lines * columns];
            const albums = (query, limit = few) => lib.api.albums({ ...query, order: "desc", limit });
            const [last, added, played, loved, library, { inputs }] = await Promise.all([
                albums({ sort: "lastPlayed" }), albums({ sort: "added" }, many), albums({ sort: "plays" }), albums({ sort: "added", favourite: true }), lib.api.library(), lib.api.send("GET", "inputs"),
            ]);
            const heard = ({ plays }) => plays > 0;
            const links = [
                ["Favourites", "Tracks and albums with a heart", { view: "favourites" }],
                ["Recently added tracks", undefined, { view: "tracks", query: { sort: "added" } }],
                ["Most played tracks", undefined, { view: "tracks", query: { sort: "plays", played: "true" } }],
                ["Last played tracks", undefined, { view: "tracks", query: { sort: "lastPlayed", played: "true" } }],
                ["Tempo", "From slow to fast", { view: "tempo" }],
                lib.deeds.isHost && ["Files with problems", library.rejected ? `${counted(library.rejected, "file")} could not be read` : undefined, { view: "broken" }],
                lib.page.role() === "owner" && library.uploads && ["Add music", "Send files from this device to the server", { view: "uploads" }],
                lib.page.role() === "owner" && ["Music servers", "Navidrome and other Subsonic servers", { view: "servers" }],
            ].filter(Boolean);
            live?.end();
            live = lib.deeds.isHost ? liveInputs(lib, inputs, lib.page.role() === "owner" && library.uploads) : undefined;
            body.replaceChildren(
                ...(library.tracks === 0 ? [make("p", { class: "empty" }, `No music yet. ${how}`)] : []),
                ...shelf(lib, "Recently played", last.items.filter(heard), { view: "albums", query: { sort: "lastPlayed" } }),
                ...shelf(lib, "Recently added", added.items, { view: "albums", query: { sort: "added" } }),
                ...shelf(lib, "Most played", played.items.filter(heard), { view: "albums", query: { sort: "plays" } }),
                ...shelf(lib, "Favourite albums", loved.items, { view: "albums", query: { favourite: "true" } }),
                ...live?.elements ?? [],
                make("h3", { class: "shelf-head" }, "Browse"), make("ul", { class: "plain", role: "list", "aria-label": "Browse" }, ...links.map(([name, line, place]) => lib.rows.link(name, line, place))),
                make("p", { class: "note home-note" }, `${counted(library.tracks, "track")} · ${counted(library.albums, "album")} · ${counted(library.artists, "artist")}`));
        },
    };
}

/** A heading over a grid of albums; nothing without albums. @param {import("./places.js").Place} [all] where the rest is */
export function shelf(lib, name, albums, all) {
    if (albums.length === 0) return [];
    return [
        make("div", { class: "shelf-head" }, make("h3", {}, name),
            all && make("button", { class: "text-button", type: "button", "aria-label": `${name}: show all`, onclick: () => lib.go(all) }, "Show all")),
        make("ul", { class: "cards plain", role: "list", "aria-label": name }, ...albums.map((album) => lib.rows.album(album, true))),
    ];
}
