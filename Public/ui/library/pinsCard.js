import { make, write } from "../elements.js";
import { bytesWords } from "./batchWords.js";

/** The albums that are kept on this machine, beside the music servers that they come from, and what they take. */
export function makePinsCard({ page, api, trying, go }) {
    const line = make("p", { class: "batch-line" });
    const list = make("ul", { class: "plain pins", role: "list", "aria-labelledby": "pins-head" });
    const element = make("section", { class: "batch", "aria-labelledby": "pins-head" }, make("div", { class: "server-head" }, make("h3", { id: "pins-head" }, "Kept here")), line, list);

    function row({ id, title, artist, bytes, fetched }) {
        const name = make("button", { class: "text-button pin-name", type: "button", dir: "auto", onclick: () => go({ view: "album", id: String(id) }) }, [title, artist].filter(Boolean).join(", "));
        const size = make("span", { class: "pin-size" }, fetched < bytes ? `${bytesWords(fetched)} of ${bytesWords(bytes)}` : bytesWords(bytes));
        const remove = make("button", { class: "text-button", type: "button", "aria-label": `Stop keeping ${title} here`, onclick: () => trying(() => page.allowed(() => api.send("DELETE", `albums/${id}/pin`)), `“${title}” is not kept here any more.`) }, "Stop");
        return make("li", {}, name, size, remove);
    }

    return {
        element,
        async load() {
            const { albums, bytes, room } = await api.send("GET", "pins");
            write(line, albums.length ? `${bytesWords(bytes)} of ${bytesWords(room)}.` : "An album that is kept here plays without its music server. Choose “Keep it here” in the album’s menu.");
            list.replaceChildren(...albums.map(row));
        },
    };
}
