/**
 * A view of the library: its name, what it shows, and how that is sorted and filtered.
 * @typedef {{ view: string, id?: string, query?: Record<string, string> }} Place
 */

/** @type {Place} */
export const home = { view: "home" };

const views = ["home", "albums", "album", "artists", "artist", "tracks", "playlists", "genres", "genre", "tempo", "favourites", "search", "broken", "servers", "uploads"];
const filterNames = ["q", "genre", "minBpm", "maxBpm", "minYear", "maxYear", "favourite", "played"];
const mark = "#library=";

/** @param {Place} place @returns {string} such as "#library=album/12" */
export function hashOf({ view, id, query = {} }) {
    const words = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined && value !== "")).toString();
    return mark + view + (id === undefined ? "" : `/${encodeURIComponent(id)}`) + (words && `?${words}`);
}

/** @param {string} hash as of an address @returns {Place | undefined} */
export function placeOf(hash) {
    if (!hash.startsWith(mark)) return undefined;
    const [path, words = ""] = hash.slice(mark.length).split("?", 2);
    const [view, id] = path.split("/", 2);
    if (!views.includes(view)) return undefined;
    try {
        return { view, ...(id ? { id: decodeURIComponent(id) } : {}), query: Object.fromEntries(new URLSearchParams(words)) };
    } catch {
        return undefined; // not a valid encoding
    }
}

/** What the API is asked for: all of a place's query, where an upside-down order is sent with its name. */
export function listQuery({ query = {} }) {
    const { sort, order, ...rest } = query;
    return { ...(sort ? { sort } : {}), ...(order ? { order } : {}), ...Object.fromEntries(Object.entries(rest).filter(([name]) => filterNames.includes(name))) };
}

/** Ranges of tempo, as people call them. */
export const tempos = [
    { name: "Under 70 BPM", query: { maxBpm: "69.999" } },
    ...[70, 90, 100, 110, 120, 130, 140, 160].map((from, at, all) => ({ name: `${from}–${(all[at + 1] ?? 180) - 1} BPM`, query: { minBpm: String(from), maxBpm: `${(all[at + 1] ?? 180) - 1}.999` } })),
    { name: "180 BPM and more", query: { minBpm: "180" } },
];

/** Decades that music was made in. @param {number} thisYear */
export function decades(thisYear) {
    return Array.from({ length: Math.floor((thisYear - 1950) / 10) + 1 }, (_, at) => 1950 + at * 10).reverse()
        .map((from) => ({ name: `${from}s`, query: { minYear: String(from), maxYear: String(from + 9) } }));
}

/**
 * The filters of a query, each with its words and the names of its parts.
 * @param {Record<string, string>} query
 * @returns {{ words: string, names: string[] }[]}
 */
export function filtersOf(query = {}) {
    const bounds = (low, high, unit) => {
        const [from, to] = [query[low], query[high]];
        if (from === undefined && to === undefined) return undefined;
        const least = from && Math.round(Number(from));
        const most = to && Math.floor(Number(to));
        const words = from === undefined ? `up to ${most}` : to === undefined ? `from ${least}` : least === most ? `${least}` : `${least}–${most}`;
        return { words: words + unit, names: [low, high] };
    };
    return [
        query.q && { words: `“${query.q}”`, names: ["q"] }, query.genre && { words: query.genre, names: ["genre"] }, bounds("minBpm", "maxBpm", " BPM"), bounds("minYear", "maxYear", ""),
        query.favourite === "true" && { words: "Favourites", names: ["favourite"] },
        query.played === "false" && { words: "Never played", names: ["played"] }, query.played === "true" && { words: "Played", names: ["played"] },
    ].filter(Boolean);
}
