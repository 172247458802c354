/** After so long the health of servers is shown anew. */
export const againMs = 5000;

const staleS = 3600; // four lists missed
const lacking = {
    tokens: "it cannot check tokens, and is sent the password itself", lyrics: "it sends no lyrics", playlists: "it has no playlists",
    favourites: "it keeps no favourites", ratings: "it keeps no stars", plays: "it does not count plays",
    bookmarks: "it keeps no place in long songs", scans: "it cannot be asked to scan its folders",
};

/**
 * How a music server does.
 * @param {{ scannedAt: number | null, found?: number | null, health: { trouble: string | null, software: string | null } | null }} server
 * @param {number} nowMs
 * @returns {{ state: "well" | "new" | "trouble", word: string, trouble: string | undefined, synced: string }}
 */
export function healthOf({ scannedAt, health, found }, nowMs) {
    const ageS = scannedAt === null ? undefined : Math.max(0, nowMs / 1000 - scannedAt);
    const trouble = health?.trouble ? `${health.trouble[0].toUpperCase()}${health.trouble.slice(1)}.`.replace(/^Http/, "http") : undefined;
    const isReading = typeof found === "number";
    const state = trouble ? "trouble" : isReading || ageS === undefined || ageS > staleS ? "new" : "well";
    return { state, word: { well: "Works", new: "Reading its list", trouble: "Trouble" }[state], trouble, synced: isReading ? "being read now" : ago(ageS) };
}

/**
 * How many songs of a music server are listed, and where those are that it lists itself.
 * @param {{ songs: number, elsewhere: number, found: number | null }} server
 * @returns {string}
 */
export function songsOf({ songs, elsewhere, found }) {
    if (found !== null) return `${Math.max(songs, found).toLocaleString("en")} so far`;
    const more = elsewhere === 0 ? "" : `; ${elsewhere.toLocaleString("en")} more ${elsewhere === 1 ? "is" : "are"} listed in your folders or on another server`;
    return songs.toLocaleString("en") + more;
}

/** What a music server has sent because another one with the same songs did not; empty if nothing. */
export function insteadOf({ sentInstead }) {
    return sentInstead > 0 ? `${sentInstead.toLocaleString("en")} ${sentInstead === 1 ? "song" : "songs"} that another server did not send` : "";
}

/** @param {number | undefined} seconds @returns {string} "just now", "5 minutes ago" */
export function ago(seconds) {
    if (seconds === undefined) return "not yet";
    if (seconds < 60) return "just now";
    const [count, unit] = seconds < 3600 ? [Math.floor(seconds / 60), "minute"] : seconds < 86_400 ? [Math.floor(seconds / 3600), "hour"] : [Math.floor(seconds / 86_400), "day"];
    return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/**
 * Whether another server was told of files that were changed here.
 * @param {{ waiting: boolean, toldAt: number | null, trouble: string | null }} rescan
 * @param {number} nowMs
 * @returns {{ told: string, trouble: string }} each empty if there is nothing to say
 */
export function toldOf({ waiting, toldAt, trouble }, nowMs) {
    const told = toldAt === null ? "" : ago(Math.max(0, nowMs / 1000 - toldAt));
    if (trouble) return { told, trouble: `It was not told of the last changes: ${trouble}.` };
    return { told: waiting ? "in a moment" : told, trouble: "" };
}

/** What a server cannot do, in one sentence; nothing if it can do everything. */
export function lacksOf({ health }) {
    const words = (health?.lacks ?? []).map((lack) => lacking[lack]).filter(Boolean);
    return words.length ? `What it cannot do: ${words.join("; ")}.` : "";
}

/**
 * What the form sends: all of a new server, and only what differs of a known one.
 * @param {object | undefined} server as it is
 * @param {{ name: string, addresses: string, user: string, kind: "password" | "token" | "key", secret: string, salt: string, plain: boolean }} form
 * @returns {object}
 */
export function wishOf(server, { name, addresses, user, kind, secret, salt, plain }) {
    const lines = addresses.split(/[\s,]+/).filter(Boolean);
    const all = { addresses: lines, user: user.trim(), ...(secret ? { [kind]: secret, ...(kind === "token" ? { salt } : {}) } : {}), allowsPlainPassword: plain };
    if (!server) return { name: name.trim().toLowerCase(), ...all };
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    return Object.fromEntries(Object.entries(all).filter(([key, value]) => !same(value, server[key])));
}

/** Whether the secret must be given: for a new server, another kind of secret, or an address to which it was not sent before. */
export function needsSecret(server, { addresses, kind }) {
    return !server || server.secret !== kind || addresses.split(/[\s,]+/).filter(Boolean).some((address) => !server.addresses.includes(address));
}
