/** The colours of persons, all readable on the dark page. */
export const colours = ["#2ce6ff", "#ff6bd6", "#ffb347", "#7dff8a", "#b79bff", "#ff7f6b", "#ffe45c", "#5cc8ff", "#ff9ac1", "#4ff0c8", "#d6e96b", "#e0b8ff"];

/** @param {number} number one of a person */
export const colourOf = (number) => colours[number] ?? colours[0];
