import { mosaic } from "../playlists/mosaic.js";

const atOnce = 4; // requests
const kept = 1000; // artists whose albums are known
const most = 4; // covers of a picture
const pixels = 320;

/** Pictures of artists, made of the covers of their albums. Only those on the page are asked for, a few at a time. */
export class ArtistCovers {
    #api;
    #albums = new Map(); // by artist
    #wanted = [];
    #coming = 0;

    /** @param {ReturnType<import("../../net/api.js").makeApi>} api */
    constructor(api) {
        this.#api = api;
    }

    /** @param {number} artist @param {string} name class of the box @param {boolean} [surely] also if it is not on the page yet */
    picture(artist, name, surely = false) {
        const made = (albums) => mosaic(albums, this.#api.albumArt, pixels, `round ${name}`);
        const known = this.#albums.get(artist);
        if (known) return made(known);
        const box = made([]);
        this.#wanted.push({ artist, box, surely, put: (albums) => {
            const { className, childNodes } = made(albums);
            box.className = className;
            box.replaceChildren(...childNodes);
        } });
        queueMicrotask(() => this.#ask()); // then it is on the page
        return box;
    }

    async #ask() {
        if (this.#coming >= atOnce) return;
        const next = this.#wanted.shift();
        if (!next) return;
        if (!next.surely && !next.box.isConnected) return this.#ask();
        this.#coming += 1;
        try {
            const { items } = await this.#api.albums({ artist: next.artist, sort: "plays", order: "desc", limit: most });
            const albums = items.map(({ id }) => id);
            this.#albums.set(next.artist, albums);
            if (this.#albums.size > kept) this.#albums.delete(this.#albums.keys().next().value);
            next.put(albums);
        } catch {
            // It stays a disc.
        } finally {
            this.#coming -= 1;
            this.#ask();
        }
    }
}
