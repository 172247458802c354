import { iconButton } from "../elements.js";
import { openMenu } from "./menu.js";

const notThere = ["Play", "Play next", "Add to queue"]; // it plays already

/** A menu for the track that plays, beside its name in the bar; also by a right click there. */
export function makeNowMenu(document, page, deeds) {
    let track; // with all that the API knows of it
    let asked = null; // the id of the one that plays
    const show = () => {
        if (track) openMenu(more, deeds.trackMenu(track, () => {}).filter((item) => item && !notThere.includes(item.words)), track.title, more);
    };
    const more = iconButton("more", "More for this track", show, { class: "icon-button more", "aria-haspopup": "menu", "aria-expanded": "false", title: "More" });
    const box = document.querySelector(".now");
    box.append(more);
    box.addEventListener("contextmenu", (event) => {
        if (!track) return;
        event.preventDefault();
        show();
    });
    more.hidden = true;

    async function load() {
        const id = asked;
        try {
            const loaded = id === null ? undefined : await page.api.track(id);
            if (id === asked) track = loaded;
        } catch {
            if (id === asked) track = undefined; // the button comes back with the next track
        }
        more.hidden = !track;
    }

    return {
        show(playing) {
            const id = playing?.id ?? null;
            if (id === asked) return;
            asked = id;
            load();
        },
        favourite(kind, id, favourite) {
            if (kind === "track" && track?.id === id) track.favourite = favourite;
        },
        refresh(change) {
            if (change === "favourite" && asked !== null) load();
        },
    };
}
