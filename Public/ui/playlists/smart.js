const most = 200; // tracks of a list that the server makes

/** The lists that make themselves. `path` is where the API has their tracks; undefined while there is nothing to start from. */
export const smartLists = [
    { name: "Recently added", words: "What came last", path: () => "tracks", query: { sort: "added", order: "desc" } },
    { name: "Favourites", words: "Tracks with a heart", path: () => "tracks", query: { favourite: true, sort: "artist" } },
    { name: "Most played", words: "What is heard again and again", path: () => "tracks", query: { played: true, sort: "plays", order: "desc" } },
    { name: "Last played", words: "What was heard last", path: () => "tracks", query: { played: true, sort: "lastPlayed", order: "desc" } },
    { name: "Never played", words: "What nobody has heard yet", path: () => "tracks", query: { played: false, sort: "added", order: "desc" } },
    { name: "Flows on from what plays", words: "Near in tempo and loudness", path: (playing) => playing && `tracks/${playing}/flows-on` },
];

/**
 * The tracks of such a list. @param {object} api @param {string} name @param {number | null} playing the track that plays
 * @returns {Promise<Record<string, any>[]>}
 */
export async function smartTracks(api, name, playing) {
    const { path, query } = smartLists.find((list) => list.name === name);
    const from = path(playing);
    return from ? (await api.send("GET", from, undefined, { ...query, limit: most })).items : [];
}
