/**
 * What a guest is shown of a party message.
 * @typedef {{ entry: number, title: string | null, artist: string | null, track: number | null, turn: number | null, person: number | null,
 *   dedication: string | null, up: number[], down: number[], pinned: boolean, boosted: boolean, trouble: string | null }} Coming
 */

/** Who asked, by number. @param {any} party */
export const personsOf = (party) => new Map((party?.persons ?? []).map((person) => [person.id, person]));

/**
 * The rows of the list: all requests in their order, and what comes of the room's own list among the next ones.
 * @param {any} party @returns {Coming[]}
 */
export function rowsOf(party) {
    const rows = new Map([...(party?.next ?? []), ...(party?.requests ?? [])].map((one) => [one.entry, one]));
    return [...rows.values()].sort((one, other) => (one.turn ?? Infinity) - (other.turn ?? Infinity));
}

/** When a song comes, in words. @param {number | null} turn the songs that come before it */
export function turnWords(turn) {
    if (turn === null || turn === undefined) return "";
    return turn === 0 ? "next" : turn === 1 ? "after the next song" : `in ${turn} songs`;
}

/** Which of a person's songs comes first, as a sentence. @param {any} party @param {number | null} me */
export function ownTurn(party, me) {
    const first = rowsOf(party).find(({ person, turn }) => person === me && turn !== null);
    if (me === null || !first) return "";
    return first.turn === 0 ? "Your song is next" : `Your turn in ${first.turn} ${first.turn === 1 ? "song" : "songs"}`;
}

/** Where a song stands that was found: whether it waits already. @param {any} party @param {number} track */
export const waitingOf = (party, track) => (party?.requests ?? []).find((one) => one.track === track);

/** What a person may do with a song that waits. @param {any} party @param {Coming} row @param {number | null} me */
export function actsOf(party, row, me) {
    if (row.person === null || me === null) return { up: row.person !== null, down: false, boost: false, withdraw: false };
    const person = personsOf(party).get(me);
    const own = row.person === me;
    return {
        up: !own, down: !own && party.rules.downVotes, withdraw: own,
        boost: own && !row.pinned && !row.boosted && row.turn > 0 && person !== undefined && person.boostsUsed < party.rules.boosts,
    };
}

/** "3", "+2" or nothing. @param {Coming} row */
export const scoreWords = ({ up, down }) => (up.length || down.length ? `${up.length - down.length}` : "");
