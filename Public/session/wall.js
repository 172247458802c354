// Several screens make one picture, a wall: which part of it this screen shows.

const mostCells = 64; // of an address, each way
const mostPixels = 65_536; // of the whole picture, each way: more than any wall, and far below what positions on a canvas can be

/**
 * A rectangle on a wall, in any unit.
 * @typedef {{ x: number, y: number, width: number, height: number }} Place
 */

/**
 * The part of a wall by the page's address, else by the screen's place in the room.
 * @param {{ wall?: string, at?: string }} asked
 * @param {{ place?: Place | null, wall?: Place | null }} room
 * @returns {((scene: { width: number, height: number, view: Place }) => void) | undefined} makes the scene's view a part of the whole
 */
export function partOf(asked, room) {
    const [columns, rows] = pair(asked.wall, "x", 1);
    const [column, row] = pair(asked.at ?? "0,0", ",", 0);
    if (column < columns && row < rows) {
        return (scene) => {
            const tall = scene.view.height / scene.view.width; // all screens are taken to be alike
            widen(scene, { x: column, y: row * tall, width: 1, height: tall }, { x: 0, y: 0, width: columns, height: rows * tall });
        };
    }
    return room.place && room.wall ? (scene) => widen(scene, room.place, room.wall) : undefined;
}

/** Widens the picture to the whole wall, of which the view is the part at a place. */
export function widen(scene, place, wall) {
    const { view } = scene;
    const dense = Math.min(view.width / place.width, mostPixels / Math.max(wall.width, wall.height));
    scene.width = Math.max(1, Math.round(wall.width * dense));
    scene.height = Math.max(1, Math.round(wall.height * dense));
    // Whole pixels, so that neighbours draw on one grid. A window of another shape than its place shows the middle of it.
    view.x = Math.round((place.x - wall.x) * dense);
    view.y = Math.round((place.y + place.height / 2 - wall.y) * dense - view.height / 2);
}

/** Two whole numbers, each at least so large; NaN for others, which are less than nothing. */
function pair(text, between, least) {
    const numbers = (text ?? "").split(between).map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
    return numbers.length === 2 && numbers.every((number) => number >= least && number <= mostCells) ? numbers : [NaN, NaN];
}
