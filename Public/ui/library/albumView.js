import { iconButton, icon, make } from "../elements.js";
import { counted } from "../phrases.js";
import { menuButton } from "./menu.js";
import { Selection } from "./selection.js";
import { makeTrackList } from "./trackList.js";
import { lengthWords } from "../playlists/words.js";

const coverPixels = 640;
const mostTracks = 500; // of an album, as many as the server lists at once

/** One album: its cover, what is known of it, and its tracks, disc by disc. */
export function albumView(lib) {
    const { api, deeds, place, rows } = lib;
    const id = Number(place.id);
    const head = make("div", { class: "page-head" });
    const discs = make("div", {});
    let owner = lib.owner.child(); // of the lists
    let lists = [];
    let tracks = [];
    let shown = "";
    const range = async (from, to) => tracks.slice(from, to + 1);
    const selection = new Selection({ deeds, range, changed: () => lists.forEach((list) => list.renewAll()), notice: lib.page.notice });
    const makeLists = (parts) => {
        owner.end();
        owner = lib.owner.child();
        discs.replaceChildren();
        let first = 0;
        lists = parts.map(({ disc, items }) => {
            const label = parts.length > 1 ? `Disc ${disc}` : "Tracks";
            const { list } = makeTrackList(lib, { label, owner, number: true, whole: { selection, first, range, total: () => tracks.length } });
            if (parts.length > 1) discs.append(make("h3", { class: "shelf-head" }, label));
            discs.append(list.element);
            first += items.length;
            return list;
        });
    };
    return {
        body: [head, discs], selection,
        async load() {
            const [album, found] = await Promise.all([api.send("GET", `albums/${id}`), api.tracks({ album: id, sort: "album", limit: mostTracks })]);
            tracks = found.items;
            lib.title(album.title);
            head.replaceChildren(...headOf(lib, album, tracks, selection));
            const parts = byDisc(tracks);
            const sizes = parts.map(({ disc, items }) => `${disc}: ${items.length}`).join();
            if (sizes !== shown) {
                shown = sizes;
                makeLists(parts);
            }
            parts.forEach(({ items }, at) => lists[at].show(items));
            for (const row of lib.scroller.querySelectorAll("li[data-track]")) rows.markCurrent(row);
        },
    };
}

function headOf(lib, album, tracks, selection) {
    const { api, deeds, rows } = lib;
    const picture = make("img", { src: api.albumArt(album.id, coverPixels), alt: "", decoding: "async", onerror: () => picture.remove() });
    const drop = deeds.canEditTags && {
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
            event.preventDefault();
            const file = event.dataTransfer.files[0];
            if (file) deeds.editTags(tracks, file);
        },
    };
    const cover = make("div", { class: "cover page-cover", ...drop }, icon("disc"), picture);
    const artist = album.artist
        ? make("button", { class: "text-button page-artist", type: "button", dir: "auto", onclick: () => lib.go({ view: "artist", id: String(album.artist.id) }) }, album.artist.name)
        : make("p", { class: "page-artist" }, "Various artists");
    const facts = [album.year, counted(album.tracks, "track"), lengthWords(album.duration), tempoWords(tracks)].filter(Boolean).join(" · ");
    const genre = album.genre && make("button", { class: "chip-filter", type: "button", dir: "auto", onclick: () => lib.go({ view: "genre", id: album.genre }) }, album.genre);
    const choice = { album: album.id };
    const more = menuButton(album.title, () => deeds.albumMenu(album).filter((item) => item && item.words !== "Go to album"), { class: "icon-button" });
    const acts = make("div", { class: "page-acts" },
        ...playActs(deeds, album.title, choice, album.tracks), rows.heart("album", album, album.title),
        iconButton("choose", "Select several", () => selection.toggleMode()), more);
    const box = make("div", { class: "page-facts", data: { album: album.id } }, make("p", { class: "page-title", dir: "auto" }, album.title), artist,
        make("p", { class: "row-line" }, facts), genre ?? "", acts);
    return [cover, box];
}

/**
 * The buttons that play all of a page, the first of which is its main one.
 * @param {import("./deeds.js").Deeds} deeds @param {string} name @param {object} choice @param {number} count of tracks
 */
export function playActs(deeds, name, choice, count) {
    return [
        ...(deeds.isGuest ? [] : [
            make("button", { class: "wide-button page-play", type: "button", "aria-label": `Play ${name}`, onclick: () => deeds.play(choice) }, icon("play"), "Play"),
            iconButton("shuffle", `Shuffle ${name}`, () => deeds.shuffle(choice, count)),
        ]),
        iconButton("add", `Add ${name} to the queue`, () => deeds.add(choice)),
    ];
}

/** The tracks by disc; those without a number belong to the first. */
export function byDisc(tracks) {
    const discs = new Map();
    for (const track of tracks) {
        const disc = track.disc ?? 1;
        discs.set(disc, [...(discs.get(disc) ?? []), track]);
    }
    return [...discs].sort(([one], [other]) => one - other).map(([disc, items]) => ({ disc, items }));
}

/** The span of the tempos. @returns {string | undefined} "92–174 BPM"; undefined if none is known */
export function tempoWords(tracks) {
    const tempos = tracks.map(({ profile }) => profile?.bpm).filter((bpm) => bpm > 0).map(Math.round);
    if (tempos.length === 0) return undefined;
    const [least, most] = [Math.min(...tempos), Math.max(...tempos)];
    return least === most ? `${least} BPM` : `${least}–${most} BPM`;
}
