import { make } from "./elements.js";

/** The text of a list row: a title, and a line below it that may end with a picture and a number. Names keep the direction of their script. */
export function rowWords(title, line, picture, figure) {
    return make("span", { class: "row-words" }, make("p", { class: "row-title", dir: "auto" }, title),
        make("span", { class: "row-second" }, make("p", { class: "row-line", dir: "auto" }, line), picture,
            figure && make("span", { class: "row-side" }, figure)));
}
