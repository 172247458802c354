const minuteS = 20; // an error of half a minute comes from whole minutes
const roughS = 0.3; // a smaller error is not seen

/** Whose music is followed. @param {{ user: string, player: string | null }} one @returns {string} "anna · Phone" */
export function whoWords({ user, player }) {
    return player ? `${user} · ${player}` : user;
}

/** @param {number} seconds @returns {string} "30 s", "2.5 s", "12 ms" */
export function errorWords(seconds) {
    if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
    return `${seconds < 10 ? Math.round(10 * seconds) / 10 : Math.round(seconds)} s`;
}

/**
 * How exact the picture of a followed song is, in plain words.
 * @param {Record<string, any>} following as the room's state has it
 * @param {string | null} analysis of the song
 */
export function exactWords(following, analysis) {
    const { user, song, playing, speed, accuracy, placeError, beatError, taps, reports, trouble } = following;
    if (trouble) return trouble;
    if (!song) return `${user} plays nothing now.`;
    if (!song.known) return `“${song.title}”${song.artist ? ` by ${song.artist}` : ""} is not in this library, so there is no picture of it and no beat.`;
    if (!playing) return "Paused in the app.";
    if (analysis === "failed") return "This song cannot be analyzed, so its beats are not known.";
    if (analysis === "pending") return "The song is just being analyzed. Its beats come in a moment.";
    if (accuracy === "rough" && reports) return `The app plays at ${speed}× speed. Beats are shown at the usual speed only.`;
    if (accuracy === "rough") {
        const since = placeError >= minuteS ? "only to the minute" : `only to about ${errorWords(placeError)}`;
        return `The server knows ${since} when the song began, so nothing pulses. Tap the beat as you hear it.`;
    }
    const place = placeError >= roughS ? ` The place in the song may be off by ${errorWords(placeError)}.` : "";
    const unseen = reports ? "" : " A pause or a jump in the app is not seen here: tap again after one.";
    if (accuracy === "tapped") {
        return `The beats are as you tapped them${taps > 0 ? ` (${taps === 1 ? "1 tap" : `${taps} taps`})` : ""}, to about ${errorWords(beatError ?? 0.04)}.${place}${unseen}`;
    }
    return `The app reports its place, and this is known to ${errorWords(beatError)}. If the beats are early or late, tap along.`;
}

/** @param {{ title: string, artist: string | null, known: boolean, reports: boolean, playing: boolean }} one what somebody plays */
export function choiceWords({ title, artist, known, reports, playing }) {
    const about = [!playing && "paused", !known && "not in this library", reports && "reports its place"].filter(Boolean);
    return [[title, artist].filter(Boolean).join(" – "), ...about].join(" · ");
}
