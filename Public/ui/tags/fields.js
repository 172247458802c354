/**
 * The fields of the tag editor, without the page.
 * @typedef {{ fields: Record<string, string[]>, cover: { type: string, bytes: number } | null }} Tags
 */

/** The fields in the order of the sheet. `several`: whether they are offered for several tracks at once. */
export const fields = [
    { name: "title", words: "Title" },
    { name: "artist", words: "Artist", several: true },
    { name: "album", words: "Album", several: true },
    { name: "albumArtist", words: "Album artist", several: true },
    { name: "track", words: "Track", number: true },
    { name: "trackCount", words: "Tracks", number: true, several: true },
    { name: "disc", words: "Disc", number: true, several: true },
    { name: "discCount", words: "Discs", number: true, several: true },
    { name: "year", words: "Year", pattern: "[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?", several: true },
    { name: "genre", words: "Genre", several: true },
    { name: "composer", words: "Composer", several: true },
    { name: "comment", words: "Comment", long: true, several: true },
    { name: "lyrics", words: "Lyrics", long: true },
];

/** How a field is called in lists of changes. */
export function fieldWords(name) {
    const others = { compilation: "Compilation", cover: "Cover" };
    return others[name] ?? fields.find((field) => field.name === name)?.words ?? name;
}

/** Several values of a field in one line. */
const joined = (values = []) => values.join("; ");

/**
 * What all tracks have in a field.
 * @param {Tags[]} tags
 * @param {string} name
 * @returns {{ value: string, isMixed: boolean }} the value that they share, or none
 */
export function shared(tags, name) {
    const all = new Set(tags.map((one) => joined(one.fields[name])));
    return all.size === 1 ? { value: [...all][0], isMixed: false } : { value: "", isMixed: all.size > 1 };
}

/** The value that most tracks have; an empty one does not count. @param {Tags[]} tags */
export function commonest(tags, name) {
    const counts = new Map();
    for (const one of tags) {
        const value = joined(one.fields[name]);
        if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * What is sent: the fields that somebody touched and that are not as they were.
 * @param {Tags[]} tags
 * @param {Record<string, string>} touched
 * @returns {Record<string, string | boolean | null>}
 */
export function changesOf(tags, touched) {
    const changes = {};
    for (const [name, value] of Object.entries(touched)) {
        const before = shared(tags, name);
        if (name === "cover") changes.cover = value || null;
        else if (name === "compilation") changes.compilation = value === "1";
        else if (before.isMixed || before.value !== value.trim()) changes[name] = value.trim() || null;
    }
    return changes;
}

/** One change of a preview. @param {{ field: string, before: string[], after: string[] }} change @returns {{ name: string, before: string, after: string }} */
export function changeWords({ field, before, after }) {
    const words = (values) => (field === "compilation" ? (values[0] === "1" ? "yes" : "no") : joined(values).replaceAll("\n", " ⏎ ") || "nothing");
    return { name: fieldWords(field), before: words(before), after: words(after) };
}

/** How an edit went. @param {{ results: { state: string }[], total: number }} job */
export function reportWords(job) {
    const count = (state) => job.results.filter((result) => result.state === state).length;
    const tracks = (number) => `${number} ${number === 1 ? "track" : "tracks"}`;
    const [done, unchanged, failed] = ["done", "unchanged", "failed"].map(count);
    const left = job.total - job.results.length;
    return [
        `${tracks(done)} saved`, unchanged > 0 && `${unchanged} had these tags already`, failed > 0 && `${failed} not saved`, left > 0 && `${left} not begun`,
    ].filter(Boolean).join(", ") + ".";
}
