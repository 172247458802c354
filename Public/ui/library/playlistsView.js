import { make } from "../elements.js";
import { isSmart } from "../playlists/smart.js";

/** The playlists, which have a panel of their own; with an id the page of one of them. */
export function playlistsView({ owner, page, place, rows, waves, go, back }) {
    let panel;
    const whole = make("div", { class: "playlists-whole" });
    return {
        whole,
        async load() {
            if (panel) return panel.load();
            const { PlaylistsPanel } = await import("../playlists/panel.js");
            const open = ({ id, smart }) => go({ view: "playlists", id: String(id ?? smart) });
            panel = new PlaylistsPanel(owner, { ...page, playing: () => rows.current }, waves, { open, back });
            whole.replaceChildren(panel.element);
            await (place.id ? panel.show(isSmart(place.id) ? { smart: place.id } : { id: Number(place.id) }) : panel.load());
        },
    };
}
