import { icon, make } from "../elements.js";

/**
 * The cover of a playlist: four covers of its tracks, or one.
 * @param {object} api @param {number[]} covers tracks @param {number} size of the whole in pixels @param {string} [name] class of the box
 */
export function mosaic(api, covers, size, name = "row-cover") {
    const shown = covers.length >= 4 ? covers.slice(0, 4) : covers.slice(0, 1);
    const pictures = shown.map((track) => {
        const picture = make("img", { src: api.trackArt(track, shown.length > 1 ? size / 2 : size), alt: "", loading: "lazy", decoding: "async", draggable: "false" });
        picture.addEventListener("error", () => picture.remove());
        return picture;
    });
    return make("div", { class: `cover ${name} ${shown.length > 1 ? "mosaic" : ""}` }, shown.length > 1 ? null : icon("disc"), ...pictures);
}
