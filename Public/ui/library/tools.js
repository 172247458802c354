import { iconButton, make } from "../elements.js";
import { openMenu } from "./menu.js";
import { decades, filtersOf, tempos } from "./places.js";

const downFirst = ["added", "plays", "lastPlayed"]; // whose greatest come first unless asked otherwise

/** The order that a sort has by itself. @param {string} sort @returns {"asc" | "desc"} */
export function usualOrder(sort) {
    return downFirst.includes(sort) ? "desc" : "asc";
}

/** A choice of the order, and a button that turns it round. @param {[string, string][]} sorts names and words @param {string} usual */
export function sortTools(lib, sorts, usual) {
    const { place } = lib;
    const sort = place.query?.sort ?? usual;
    const order = place.query?.order ?? usualOrder(sort);
    const choose = (query) => lib.replace({ ...place, query: { ...place.query, ...query } });
    const select = make("select", { class: "sort-select", "aria-label": "Sort by", onchange: () => choose({ sort: select.value, order: usualOrder(select.value) }) },
        ...sorts.map(([name, words]) => make("option", { value: name, selected: name === sort }, words)));
    const isDown = order === "desc";
    return [select, iconButton(isDown ? "downward" : "upward", isDown ? "Descending. Sort ascending" : "Ascending. Sort descending", () => choose({ sort, order: isDown ? "asc" : "desc" }))];
}

/** A menu of filters, and each that is in force as a button that takes it away. @param {string[]} kinds of filters to offer */
export function filterTools(lib, kinds) {
    const { place } = lib;
    const put = (query) => lib.replace({ ...place, query: { ...place.query, ...query } });
    const chips = filtersOf(place.query).map(({ words, names }) => make("button", {
        class: "chip-filter", type: "button", "aria-label": `Remove the filter ${words}`,
        onclick: () => lib.replace({ ...place, query: Object.fromEntries(Object.entries(place.query).filter(([name]) => !names.includes(name))) }),
    }, make("span", { dir: "auto" }, words), " ×"));
    const ranges = (list, label) => openMenu(button, list.map(({ name, query }) => ({ words: name, act: () => put(query) })), label, button);
    const genres = async () => {
        try {
            const { items } = await lib.api.send("GET", "genres", undefined, { limit: 500 });
            openMenu(button, items.map(({ name }) => ({ words: name, act: () => put({ genre: name }) })), "Genre", button);
        } catch (problem) {
            lib.page.notice(problem.message, true);
        }
    };
    const offers = {
        favourite: { words: "Favourites only", act: () => put({ favourite: "true" }) }, played: { words: "Never played", act: () => put({ played: "false" }) },
        genre: { words: "Genre…", act: genres }, tempo: { words: "Tempo…", act: () => ranges(tempos, "Tempo") },
        year: { words: "Decade…", act: () => ranges(decades(new Date().getFullYear()), "Decade") },
    };
    const button = iconButton("filter", "Filter", () => openMenu(button, kinds.map((kind) => offers[kind]), "Filter", button),
        { "aria-haspopup": "menu", "aria-expanded": "false" });
    return { button, chips };
}
