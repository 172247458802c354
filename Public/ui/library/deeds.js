import { addToQueue } from "../adding.js";
import { make } from "../elements.js";
import { addToPlaylist } from "../playlists/choose.js";
import { counted } from "../phrases.js";
import { openMenu } from "./menu.js";
import { starsOf } from "./stars.js";

const mostAtOnce = 500; // as many as the server lists at once
const mostQueued = 10_000; // of larger libraries, tracks from here and there
const samples = 10;
const sampled = 100;

/** What people do with tracks, albums, artists and genres. */
export class Deeds {
    #page;
    #go;
    #changed;
    #isEditing = false; // whether the server edits tags
    /** The track that the room plays; null if none. */
    playing = null;

    /**
     * @param {object} page
     * @param {(place: import("./places.js").Place) => void} go
     * @param {(kind: "track" | "album", id: number, favourite: boolean) => void} changed called when a favourite was set or taken away
     */
    constructor(page, go, changed) {
        [this.#page, this.#go, this.#changed] = [page, go, changed];
        page.api.library().then(({ editsTags }) => {
            this.#isEditing = editsTags;
        }, () => {}); // then nothing to edit is offered
    }

    get isGuest() {
        return this.#page.role() === "guest";
    }

    get isHost() {
        return ["host", "owner"].includes(this.#page.role());
    }

    get isOwner() {
        return this.#page.role() === "owner";
    }

    get canEditTags() {
        return this.#isEditing && this.isOwner;
    }

    /** @param {object[]} tracks @param {File} [picture] a new cover */
    async editTags(tracks, picture) {
        const { editTags } = await import("../tags/editor.js");
        await editTags(this.#page, tracks, picture);
    }

    async play(choice) {
        const answer = await this.#page.command({ do: "play", ...choice });
        if (answer.type === "result" && this.isHost) import("../goOn.js").then(({ offerPlace }) => offerPlace(this.#page, () => this.playing)).catch(() => {}); // it plays all the same
        return answer;
    }

    async shuffle(choice, count) {
        this.#page.sounds();
        const answer = await this.#page.command({ do: "shuffle", on: true });
        if (answer.type === "result") await this.play({ ...choice, start: Math.floor(Math.random() * count) });
    }

    /** Plays all tracks that filters let through, or as many of them as a queue takes, in any order. */
    async shuffleAll(filters = {}) {
        this.#page.sounds();
        await this.#trying(async () => {
            const { total } = await this.#page.api.tracks({ ...filters, limit: 1 });
            if (total === 0) return "There is nothing to play yet.";
            if (total <= mostQueued) return void await this.shuffle(Object.keys(filters).length > 0 ? { smart: filters } : { library: true }, total);
            const starts = Array.from({ length: samples }, () => Math.floor(Math.random() * (total - sampled)));
            const pages = await Promise.all(starts.map((offset) => this.#page.api.tracks({ ...filters, offset, limit: sampled })));
            const tracks = [...new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))];
            await this.shuffle({ tracks }, tracks.length);
        });
    }

    /** Does something, and tells what it returns, or the problem. @param {() => Promise<string | void>} act */
    async #trying(act) {
        try {
            const said = await act();
            if (said) this.#page.notice(said);
        } catch (problem) {
            this.#page.notice(problem.message, true);
        }
    }

    /** Asks the API for what may need a token. */
    #send(method, path, body) {
        return this.#page.allowed(() => this.#page.api.send(method, path, body));
    }

    add(choice, next = false) {
        return addToQueue(this.#page, choice, next);
    }

    async favourite(kind, item, favourite = !item.favourite) {
        await this.#trying(async () => {
            await this.#send(favourite ? "PUT" : "DELETE", `${kind}s/${item.id}/favourite`);
            item.favourite = favourite;
            this.#changed(kind, item.id, favourite);
            return favourite ? "Added to favourites." : "Removed from favourites.";
        });
    }

    /** @param {object[]} tracks */
    playlist(tracks) {
        return addToPlaylist(this.#page, tracks.map(({ id }) => id));
    }

    /** All tracks of a query, up to 500. */
    async tracksOf(query) {
        return (await this.#page.api.tracks({ sort: "album", ...query, limit: mostAtOnce })).items;
    }

    /** Calls `act` with the tracks of a query, and tells a problem. */
    withTracks(query, act) {
        return this.#trying(async () => {
            const tracks = await this.tracksOf(query);
            if (tracks.length > 0) await act(tracks);
        });
    }

    /** The menu of a track. `play` plays it among its neighbours. */
    trackMenu(track, play) {
        const choice = { track: track.id };
        return [
            !this.isGuest && { words: "Play", act: play },
            !this.isGuest && { words: "Play next", act: () => this.add(choice, true) },
            { words: "Add to queue", act: () => this.add(choice) },
            !this.isGuest && { words: "Add to playlist…", act: () => this.playlist([track]) },
            track.album && { words: "Go to album", act: () => this.#go({ view: "album", id: String(track.album.id) }) },
            track.artist && { words: "Go to artist", act: () => this.#go({ view: "artist", id: String(track.artist.id) }) },
            !this.isGuest && { words: track.favourite ? "Remove from favourites" : "Add to favourites", act: () => this.favourite("track", track) },
            !this.isGuest && { words: track.rating ? `Stars: ${starsOf(track)}` : "Give it stars…", act: () => this.#askStars(track) },
            !this.isGuest && { words: "Edit beats", act: () => this.#editBeats(track) },
            this.isHost && { words: "Show file", act: () => this.#showFile(track) },
            this.canEditTags && { words: "Edit tags…", act: () => this.editTags([track]) },
        ];
    }

    // A second menu where the first one was.
    #askStars(track) {
        openMenu(document.activeElement, [5, 4, 3, 2, 1, null].map((rating) => ({
            words: rating ? counted(rating, "star") : "No stars", checked: rating === (track.rating ?? null), act: () => this.rate(track, rating),
        })), `Stars of ${track.title}`);
    }

    /** @param {object} track @param {number | null} rating 1 to 5 stars, or none */
    async rate(track, rating) {
        await this.#trying(async () => {
            await this.#send(rating ? "PUT" : "DELETE", `tracks/${track.id}/rating`, rating ? { rating } : undefined);
            track.rating = rating;
            return rating ? `${track.title} has ${counted(rating, "star")}.` : `${track.title} has no stars.`;
        });
    }

    albumMenu(album) {
        const choice = { album: album.id };
        return [
            !this.isGuest && { words: "Play", act: () => this.play(choice) },
            !this.isGuest && { words: "Shuffle", act: () => this.shuffle(choice, album.tracks) },
            !this.isGuest && { words: "Play next", act: () => this.add(choice, true) },
            { words: "Add to queue", act: () => this.add(choice) },
            !this.isGuest && { words: "Add to playlist…", act: () => this.withTracks(choice, (tracks) => this.playlist(tracks)) },
            { words: "Go to album", act: () => this.#go({ view: "album", id: String(album.id) }) },
            album.artist && { words: "Go to artist", act: () => this.#go({ view: "artist", id: String(album.artist.id) }) },
            !this.isGuest && { words: album.favourite ? "Remove from favourites" : "Add to favourites", act: () => this.favourite("album", album) },
            this.isHost && typeof album.pinned === "boolean" && { words: album.pinned ? "Stop keeping it here" : "Keep it here", act: () => this.#pin(album) },
            this.canEditTags && { words: "Edit tags…", act: () => this.withTracks(choice, (tracks) => this.editTags(tracks)) },
        ];
    }

    // Of an album whose songs lie on a music server.
    async #pin(album) {
        const pinned = !album.pinned;
        await this.#trying(async () => {
            await this.#send(pinned ? "PUT" : "DELETE", `albums/${album.id}/pin`);
            album.pinned = pinned;
            return pinned ? `“${album.title}” is fetched from its music server, and kept here.` : `“${album.title}” is not kept here any more.`;
        });
    }

    /** The menu of several tracks at once. */
    severalMenu(tracks) {
        const choice = { tracks: tracks.map(({ id }) => id) };
        return [
            !this.isGuest && { words: "Play", act: () => this.play(choice) },
            !this.isGuest && { words: "Play next", act: () => this.add(choice, true) },
            { words: "Add to queue", act: () => this.add(choice) },
            !this.isGuest && { words: "Add to playlist…", act: () => this.playlist(tracks) },
            !this.isGuest && { words: "Add to favourites", act: () => this.favourites(tracks) },
            this.canEditTags && { words: "Edit tags…", act: () => this.editTags(tracks) },
        ];
    }

    async favourites(tracks) {
        await this.#trying(async () => {
            for (const track of tracks.filter(({ favourite }) => !favourite)) {
                await this.#send("PUT", `tracks/${track.id}/favourite`);
                track.favourite = true;
                this.#changed("track", track.id, true);
            }
            return `Added ${counted(tracks.length, "track")} to favourites.`;
        });
    }

    async #editBeats(track) {
        const answer = await this.play({ track: track.id });
        if (answer.type !== "result") return;
        if (!document.body.classList.contains("tooling")) this.#page.act("beats");
    }

    async #showFile(track) {
        await this.#trying(async () => {
            const { path } = await this.#send("GET", `tracks/${track.id}`);
            if (path) showPath(path, this.#page.notice);
            else this.#page.notice("Only hosts of all rooms see where files are.", true);
        });
    }
}

function showPath(path, notice) {
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(path);
            notice("Copied.");
        } catch {
            notice("The browser does not let the page copy. Select the path instead.", true);
        }
    };
    const sheet = make("dialog", { class: "sheet glass", "aria-labelledby": "file-title" }, make("form", { method: "dialog" },
        make("h2", { id: "file-title", tabindex: -1, autofocus: true }, "File"), make("p", { class: "file-path" }, path),
        make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: copy }, "Copy"),
            make("button", { class: "wide-button", value: "ok" }, "Close"))));
    sheet.addEventListener("close", () => sheet.remove());
    document.body.append(sheet);
    sheet.showModal();
}
