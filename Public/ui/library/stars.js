/** The stars of a track, such as "★★★★"; nothing for none. @param {{ rating?: number | null }} track @returns {string} */
export function starsOf({ rating }) {
    return "★".repeat(Math.max(0, Math.min(5, rating ?? 0)));
}
