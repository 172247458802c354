/** How far a poster wanders, as a share of the screen's smaller side, and how long it takes in each direction. */
const wander = 0.02;
const [acrossS, upS] = [420, 660];

/**
 * Whether a screen shows the poster of its room's party: by its address, by its own setting, or by that of the room. On a wall one
 * screen does, in the lower left corner.
 * @param {import("../../session/room.js").Room} room
 * @param {{ poster: boolean, wall?: string, at?: string }} asked by the page's address
 */
export function wantsPoster(room, asked) {
    const wanted = asked.poster || (room.look?.poster ?? room.state?.look.poster) === true;
    return wanted && Boolean(room.state?.party) && (asked.wall ? isAddressedCorner(asked) : isCorner(room.place, room.wall));
}

function isAddressedCorner({ wall, at = "0,0" }) {
    const [rows, [column, row]] = [Number(wall.split("x")[1] ?? 1), at.split(",").map(Number)];
    return column === 0 && row === rows - 1;
}

function isCorner(place, wall) {
    if (!place || !wall) return true;
    return place.x <= wall.x + 1 && place.y + place.height >= wall.y + wall.height - 1;
}

/** Where the poster stands at a server time, so that no letter burns in. @returns {{ x: number, y: number }} shares of the smaller side */
export function placeAt(serverUs) {
    const turn = (periodS) => Math.sin((2 * Math.PI * ((serverUs / 1e6) % periodS)) / periodS);
    return { x: wander * turn(acrossS), y: wander * turn(upS) };
}

/**
 * The votes that have come since the last message: which song, and whose.
 * @param {any} before the party message before, if there was one
 * @param {any} party
 * @returns {{ title: string, person: number }[]}
 */
export function newVotes(before, party) {
    if (!before || before.number !== party.number) return [];
    const known = new Map(before.requests.map(({ entry, up }) => [entry, new Set(up)]));
    return party.requests.flatMap(({ entry, title, up }) => up.filter((person) => known.has(entry) && !known.get(entry).has(person)).map((person) => ({ title: title ?? "", person })));
}

/** An address as people type it: without what goes before and after. @param {string} address */
export function spoken(address) {
    const { host, pathname, search } = new URL(address);
    return `${host}${pathname.replace(/\/$/, "")}${search}`;
}
