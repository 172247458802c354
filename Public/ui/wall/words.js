/** The screens of a room, each with the number that it shows: from 1, in the order in which they came. @param {readonly Record<string, any>[]} screens */
export function numbered(screens) {
    const order = screens.filter(({ kind }) => kind === "screen").map(({ id }) => id).sort((one, other) => one - other);
    return screens.map((screen) => ({ ...screen, nth: order.indexOf(screen.id) + 1 }));
}

export function nameOf({ nth, name }) {
    return name ? `Screen ${nth}, ${name}` : `Screen ${nth}`;
}

export function sizeWords({ x, y, width, height }) {
    const short = (number) => String(Math.round(number * 10) / 10);
    return `${short(width)} × ${short(height)}, ${short(x)} from the left, ${short(y)} from above`;
}
