import { KeyedList } from "../../kernel/list.js";
import { make } from "../elements.js";
import { counted } from "../phrases.js";
import { tempos } from "./places.js";
import { rowsShape } from "./shapes.js";

/** All genres by name. */
export function genresView(lib) {
    const list = new KeyedList({
        owner: lib.owner, scroller: lib.scroller, label: "Genres", shape: rowsShape, key: ({ name }) => name, fetch: (offset, limit) => lib.api.send("GET", "genres", undefined, { offset, limit }),
        row: ({ name, tracks, albums }) => lib.rows.link(name, [albums > 0 && counted(albums, "album"), counted(tracks, "track")].filter(Boolean).join(" · "), { view: "genre", id: name }),
    });
    const empty = make("p", { class: "empty", hidden: true }, "No genres yet. They come from the tags of the files.");
    return {
        body: [list.element, empty],
        async load() {
            await list.load();
            empty.hidden = list.total > 0;
        },
    };
}

/** Ranges of tempo, each with the number of its tracks. */
export function tempoView(lib) {
    const list = make("ul", { class: "plain", role: "list", "aria-label": "Tempo" });
    lib.title("Tempo");
    return {
        body: [list],
        async load() {
            const totals = await Promise.all(tempos.map(async ({ query }) => (await lib.api.tracks({ ...query, limit: 1 })).total));
            list.replaceChildren(...tempos.map(({ name, query }, at) => lib.rows.link(name, counted(totals[at], "track"), { view: "tracks", query: { ...query, sort: "tempo" } })));
        },
    };
}
