import { icon, iconButton, make, mark } from "../elements.js";
import { rowWords } from "../rowWords.js";
import { counted } from "../phrases.js";
import { clockTime } from "../words.js";
import { onPage } from "../turned.js";
import { ArtistCovers } from "./artistCovers.js";
import { menuButton, openMenuOf, putMenu } from "./menu.js";
import { starsOf } from "./stars.js";

const coverPixels = 96;
const cardPixels = 320;
const longPressMs = 500;
const pressSlackPx = 10;
const canDrag = matchMedia("(hover: hover)"); // under a finger a drag would be a scroll
/** What is dragged: ids of tracks, as JSON. */
export const dragged = "application/x-downbeat-tracks";

/** Makes the rows and cards of the library's views. */
export class Rows {
    #page;
    #deeds;
    #go;
    #waves;
    #artists;
    current = null;

    constructor(page, deeds, go, waves) {
        [this.#page, this.#deeds, this.#go, this.#waves] = [page, deeds, go, waves];
        this.#artists = new ArtistCovers(page.api);
    }

    /**
     * A track. `play` plays it among its neighbours, `selection` lets people choose several.
     * @param {object} track
     * @param {{ index: number, play: () => void, selection?: import("./selection.js").Selection, number?: boolean }} parts
     */
    track(track, { index, play, selection, number }) {
        const { isGuest } = this.#deeds;
        const act = isGuest ? () => this.#deeds.add({ track: track.id }) : play;
        const line = track.artist?.name ?? "Unknown artist";
        const length = track.duration ? clockTime(track.duration) : undefined;
        const picture = number ? make("span", { class: "row-number", "aria-hidden": "true" }, track.number ?? "–")
            : this.#cover(this.#page.api.trackArt(track.id, coverPixels));
        const main = make("button", {
            class: "row-main", type: "button", data: { part: "main" }, "aria-label": `${isGuest ? "Add" : "Play"} ${track.title}, ${line}${track.rating ? `, ${counted(track.rating, "star")}` : ""}`,
            onclick: (event) => {
                if (selection?.click(event, index, track)) return;
                act();
            },
        }, picture, rowWords(track.title, [line, starsOf(track)].filter(Boolean).join(" · "), this.#waves.row(track.id, track.analysis), length), ...columnsOf(track));
        const row = make("li", { class: "row columned", draggable: canDrag.matches ? "true" : undefined, data: { track: track.id } },
            selection?.box(track, index), main, this.#heart("track", track, track.title),
            menuButton(track.title, () => (selection?.has(track) && selection.count > 1 ? this.#deeds.severalMenu(selection.tracks) : this.#deeds.trackMenu(track, act))));
        row.addEventListener("dragstart", (event) => {
            const tracks = selection?.has(track) ? selection.tracks : [track];
            event.dataTransfer.setData(dragged, JSON.stringify(tracks.map(({ id }) => id)));
            event.dataTransfer.setData("text/plain", tracks.map(({ title }) => title).join("\n"));
            event.dataTransfer.effectAllowed = "copy";
        });
        if (selection?.has(track)) row.classList.add("selected");
        this.markCurrent(row);
        return row;
    }

    /** An album as a row or as a card with a large cover. */
    album(album, isCard = false) {
        const artist = album.artist?.name ?? "Various artists";
        const line = [artist, album.year].filter(Boolean).join(" · ");
        const open = () => this.#go({ view: "album", id: String(album.id) });
        const art = this.#page.api.albumArt(album.id, isCard ? cardPixels : coverPixels);
        const menu = menuButton(album.title, () => this.#deeds.albumMenu(album));
        const heart = this.#heart("album", album, album.title);
        const said = `${album.title}, ${line}`;
        if (!isCard) {
            return make("li", { class: "row", data: { album: album.id } },
                make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: open, "aria-label": said }, this.#cover(art),
                    rowWords(album.title, line, undefined, counted(album.tracks, "track"))), heart, menu);
        }
        return card({ data: { album: album.id } }, { open, said, cover: this.#cover(art, "card-cover"), title: album.title, line }, heart, menu, this.#play(album.title, { album: album.id }));
    }

    /** An artist as a row or as a card, with a picture of covers. */
    artist(artist, isCard = false) {
        const line = `${counted(artist.albums, "album")} · ${counted(artist.tracks, "track")}`;
        const open = () => this.#go({ view: "artist", id: String(artist.id) });
        const cover = this.#artists.picture(artist.id, isCard ? "card-cover" : "row-cover");
        if (isCard) return card({}, { open, said: `${artist.name}, ${line}`, cover, title: artist.name, line: counted(artist.albums, "album") }, this.#play(artist.name, { artist: artist.id }));
        return make("li", { class: "row" }, make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: open }, cover, rowWords(artist.name, line)));
    }

    /** A large picture of an artist. */
    picture(artist) {
        return this.#artists.picture(artist, "page-cover", true);
    }

    /** The button on a cover. */
    #play(name, choice) {
        const [shape, words, act] = this.#deeds.isGuest ? ["add", `Add ${name} to the queue`, () => this.#deeds.add(choice)] : ["play", `Play ${name}`, () => this.#deeds.play(choice)];
        return iconButton(shape, words, act, { class: "icon-button cover-play", data: { part: "play" } });
    }

    /** A row that leads to another view. */
    link(name, line, place) {
        return this.act(name, line, () => this.#go(place));
    }

    /** A row that does something. */
    act(name, line, act) {
        return make("li", { class: "row" }, make("button", { class: "row-main", type: "button", data: { part: "main" }, onclick: act }, rowWords(name, line)));
    }

    /** Marks the row of the track that plays. */
    markCurrent(row) {
        const isCurrent = row.dataset.track !== undefined && row.dataset.track === String(this.current);
        row.classList.toggle("current", isCurrent);
        if (isCurrent) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
    }

    /** Shows in a row whether its track or album is a favourite. */
    markHeart(row, favourite) {
        const heart = row.querySelector(".heart");
        if (!heart) return;
        mark(heart, "aria-pressed", favourite);
        heart.querySelector("use").setAttribute("href", favourite ? "#loved" : "#heart");
    }

    heart(kind, item, name) {
        return this.#heart(kind, item, name);
    }

    #heart(kind, item, name) {
        if (this.#deeds.isGuest) return undefined;
        return iconButton(item.favourite ? "loved" : "heart", `Favourite: ${name}`, () => this.#deeds.favourite(kind, item),
            { class: "icon-button heart", "aria-pressed": String(item.favourite), data: { part: "heart" }, title: "Favourite" });
    }

    #cover(art, name = "row-cover") {
        const cover = make("div", { class: `cover ${name}` }, icon("disc"));
        if (art) {
            const picture = make("img", { src: art, alt: "", loading: "lazy", decoding: "async", draggable: "false" });
            picture.addEventListener("error", () => picture.remove());
            cover.append(picture);
        }
        return cover;
    }
}

/** A large cover with its words, and the buttons on it. */
function card(traits, { open, said, cover, title, line }, ...acts) {
    return make("li", { class: "card", ...traits },
        make("button", { class: "card-main", type: "button", data: { part: "main" }, onclick: open, "aria-label": said }, cover,
            make("span", { class: "row-title", dir: "auto" }, title), make("span", { class: "row-line", dir: "auto" }, line)),
        make("div", { class: "card-acts" }, ...acts));
}

/** What a wide row has beside its words. */
function columnsOf({ album, year, profile }) {
    return [["album", album?.name], ["year", year], ["tempo", profile?.bpm > 0 ? `${Math.round(profile.bpm)} BPM` : undefined]]
        .map(([name, words]) => make("span", { class: `row-column ${name}`, dir: "auto" }, String(words ?? "")));
}

/** Opens the menu of a row also for the right button, the menu key, Shift+F10 and a long press. @param {HTMLElement} box that holds rows */
export function listenForMenus(box) {
    let timer = 0;
    let pressed;
    const show = (row, event) => {
        if (!openMenuOf(row)) return false;
        const menu = document.querySelector(".menu");
        if (menu && event.clientX) {
            const { x, y } = onPage(event);
            putMenu(menu, { left: x, top: y });
        }
        return true;
    };
    box.addEventListener("contextmenu", (event) => {
        clearTimeout(timer);
        const row = event.target.closest("li");
        if (document.querySelector(".menu") || show(row, event.pointerType ? event : {})) event.preventDefault();
    });
    box.addEventListener("pointerdown", (event) => {
        if (event.pointerType !== "touch" || event.target.closest(".icon-button, input")) return;
        pressed = { x: event.clientX, y: event.clientY };
        clearTimeout(timer);
        timer = setTimeout(() => {
            if (!document.querySelector(".menu") && show(event.target.closest("li"), event)) ignoreRelease();
        }, longPressMs);
    });
    box.addEventListener("pointermove", (event) => {
        if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > pressSlackPx) clearTimeout(timer);
    });
    for (const kind of ["pointerup", "pointercancel", "scroll"]) box.addEventListener(kind, () => clearTimeout(timer), { passive: true, capture: true });
}

/** The release of a long press is no tap, neither on the row nor on the menu that has come under the finger. */
function ignoreRelease() {
    const ignore = (event) => {
        event.stopPropagation();
        event.preventDefault();
    };
    document.addEventListener("click", ignore, { capture: true, once: true });
    document.addEventListener("pointerdown", () => document.removeEventListener("click", ignore, true), { capture: true, once: true });
}
