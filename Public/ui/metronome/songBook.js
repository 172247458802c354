const perPage = 500; // the most that the server gives at once
const most = 10_000;

/** All songs, by title. @param {object} api @param {string} [text] to search for @returns {Promise<Record<string, any>[]>} */
export async function allSongs(api, text = "") {
    const items = [];
    for (;;) {
        const page = await api.send("GET", "songs", undefined, { q: text, limit: perPage, after: items.at(-1)?.id });
        items.push(...page.items);
        if (page.items.length === 0 || items.length >= Math.min(page.total, most)) return items;
    }
}

/** All set lists, by title. @param {object} api @returns {Promise<{ id: number, title: string, songs: number[] }[]>} */
export async function allSetLists(api) {
    const items = [];
    for (;;) {
        const page = await api.send("GET", "set-lists", undefined, { limit: perPage, offset: items.length });
        items.push(...page.items);
        if (page.items.length === 0 || items.length >= Math.min(page.total, most)) return items;
    }
}
