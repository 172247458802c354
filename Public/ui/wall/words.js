export function nameOf({ id, name }) {
    return name ? `Screen ${id}, ${name}` : `Screen ${id}`;
}

export function sizeWords({ x, y, width, height }) {
    const short = (number) => String(Math.round(number * 10) / 10);
    return `${short(width)} × ${short(height)}, ${short(x)} from the left, ${short(y)} from above`;
}
