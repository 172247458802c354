import { icon, make } from "../elements.js";

/**
 * A picture of four covers, or one.
 * @param {number[]} ids @param {(id: number, size: number) => string} artOf the address of the cover of one
 * @param {number} size of the whole in pixels @param {string} [name] class of the box
 */
export function mosaic(ids, artOf, size, name = "row-cover") {
    const shown = ids.length >= 4 ? ids.slice(0, 4) : ids.slice(0, 1);
    const pictures = shown.map((id) => {
        const picture = make("img", { src: artOf(id, shown.length > 1 ? size / 2 : size), alt: "", loading: "lazy", decoding: "async", draggable: "false" });
        picture.addEventListener("error", () => picture.remove());
        return picture;
    });
    return make("div", { class: `cover ${name} ${shown.length > 1 ? "mosaic" : ""}` }, shown.length > 1 ? null : icon("disc"), ...pictures);
}
