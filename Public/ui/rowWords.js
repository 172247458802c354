import { make } from "./elements.js";

/** The words of a list's row: a title, and a line under it that may end in a picture and a figure. Names run the way their script does. */
export function rowWords(title, line, picture, figure) {
    return make("span", { class: "row-words" }, make("p", { class: "row-title", dir: "auto" }, title),
        make("span", { class: "row-second" }, make("p", { class: "row-line", dir: "auto" }, line), picture,
            figure && make("span", { class: "row-side" }, figure)));
}
