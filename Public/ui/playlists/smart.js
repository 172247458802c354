const most = 200; // tracks of a list that the server makes

/** The lists that make themselves. `path` is where the API has their tracks; undefined while there is nothing to start from. */
export const smartLists = [
    { name: "Recently added", words: "What came last", path: () => "tracks", query: { sort: "added", order: "desc" } },
    { name: "Most played", words: "What is played most here", path: () => "tracks", query: { sort: "plays", order: "desc", played: true } },
    { name: "Never played", words: "Still to discover", path: () => "tracks", query: { sort: "added", order: "desc", played: false } },
    { name: "Favourites", words: "Tracks with a heart", path: () => "tracks", query: { sort: "title", favourite: true } },
    { name: "Flows on from what plays", words: "Near in tempo and loudness", path: (playing) => playing && `tracks/${playing}/flows-on` },
];

/** @param {string} name */
export const isSmart = (name) => smartLists.some((list) => list.name === name);

/** The command's choice of all that such a list shows; undefined for one that no command knows. @param {string} name */
export function smartChoice(name) {
    const { query } = smartLists.find((list) => list.name === name);
    return query && { smart: { ...query, limit: most } };
}

/**
 * The tracks of such a list. @param {object} api @param {string} name @param {number | null} playing the track that plays
 * @returns {Promise<Record<string, any>[]>}
 */
export async function smartTracks(api, name, playing) {
    const { path, query } = smartLists.find((list) => list.name === name);
    const from = path(playing);
    return from ? (await api.send("GET", from, undefined, { ...query, limit: most })).items : [];
}
