import { usual } from "./settings.js";

const unfit = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu; // forbidden in file names on some system
const longest = 120; // with room for the extension; also in bytes for most scripts

/**
 * The page's address with the visuals in its query, so that it shows the same elsewhere.
 * @param {string} base the page's base address
 * @param {string} room
 * @param {import("./settings.js").Settings} settings
 * @returns {string} without the token, even if the base has it
 */
export function lookAddress(base, room, settings) {
    const address = new URL(base);
    address.hash = "";
    address.search = "";
    const query = address.searchParams;
    if (room !== "main") query.set("room", room);
    query.set("style", settings.style);
    query.set("color", settings.colour === "custom" ? settings.custom.slice(1) : settings.colour);
    query.set("points", String(settings.points));
    if (settings.background !== usual.background) query.set("bg", settings.background);
    if (settings.seed !== usual.seed) query.set("seed", String(settings.seed));
    if (settings.calm) query.set("calm", "1");
    if (settings.titles !== usual.titles) query.set("titles", settings.titles);
    if (settings.party !== usual.party) query.set("party", settings.party);
    if (settings.party !== usual.party && settings.partyStyles) query.set("styles", settings.partyStyles.replaceAll(" ", ","));
    if (settings.party !== usual.party && settings.partyColours) query.set("partycolors", "1");
    if (settings.inputs.startsWith(`${settings.style} `)) query.set("inputs", settings.inputs);
    return address.href;
}

/**
 * The file name for a picture of a track.
 * @param {{ title?: string | null, artist?: string | null } | null | undefined} track
 * @param {string} [extension]
 * @returns {string} "Artist – Title.png"
 */
export function pictureName(track, extension = "png") {
    const words = [track?.artist, track?.title].filter(Boolean).join(" – ").replace(unfit, " ").replace(/\s+/g, " ").replace(/^[. ]+/, "");
    return `${[...words].slice(0, longest).join("").trim() || "Downbeat"}.${extension}`;
}
