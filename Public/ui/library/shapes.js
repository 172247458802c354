// How lists fill their width.

/** As many columns as covers of a good size fit: three on a phone, smaller ones in a low window, and on a large screen rather more than larger ones. */
export function gridShape(width, rem, height) {
    const least = width < 30 * rem || height < 20 * rem ? 7 * rem : 5 * rem + 66;
    const columns = Math.max(2, Math.floor(width / least));
    return { columns, rowPx: Math.round(width / columns) + 2.75 * rem };
}

/** Rows beside each other, where they would be too wide. */
export function rowsShape(width, rem) {
    return { columns: Math.max(1, Math.floor(width / (22 * rem))), rowPx: 3.75 * rem };
}
