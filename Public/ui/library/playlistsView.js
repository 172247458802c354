import { make } from "../elements.js";

/** The playlists, which have a panel of their own; with an id the page of one of them. */
export function playlistsView({ page, place, rows, waves }) {
    let panel;
    const whole = make("div", { class: "playlists-whole" });
    return {
        whole,
        async load() {
            if (panel) return panel.load();
            const { PlaylistsPanel } = await import("../playlists/panel.js");
            panel = new PlaylistsPanel({ ...page, playing: () => rows.current }, waves);
            whole.replaceChildren(panel.element);
            await (place.id ? panel.enter({ id: Number(place.id) }) : panel.load());
        },
    };
}
