import { counted } from "../phrases.js";

const perPage = 500; // the most that the server gives at once
const most = 10_000; // as many playlists as there can be, and entries of a queue

/**
 * All items of a list of the API.
 * @param {object} api @param {string} path @param {Record<string, unknown>} [query]
 * @returns {Promise<Record<string, any>[]>}
 */
export async function allOf(api, path, query = {}) {
    const items = [];
    for (;;) {
        const page = await api.send("GET", path, undefined, { ...query, limit: perPage, offset: items.length });
        items.push(...page.items);
        if (page.items.length === 0 || items.length >= Math.min(page.total, most)) return items;
    }
}

/** The size of a playlist. @param {{ entries: number, duration: number }} list @returns {string} "12 tracks · 48 min" */
export function named({ entries, duration }) {
    return entries ? `${counted(entries, "track")} · ${lengthWords(duration)}` : "Empty";
}

/** Where a playlist comes from; nothing for one that people made here. @param {{ file: string | null, server: string | null }} list */
export function originOf({ file, server }) {
    return server ? `on ${server}` : file ? `from ${file}` : "";
}

/** @param {number} seconds @returns {string} "48 min", "3 h 5 min" */
export function lengthWords(seconds) {
    const minutes = Math.max(1, Math.round(seconds / 60));
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`.replace(" 0 min", "");
}
