const perPage = 100; // items of a request
const mostPages = 40; // kept; the farthest are forgotten first
const atOnce = 3; // requests

/** The items of a long list, which are fetched in pages when they are wanted. */
export class Pages {
    total = 0;
    /** Called when items between two indices have come. @type {(from: number, to: number) => void} */
    came = () => {};
    #fetch;
    #items = []; // by index, with holes
    #pages = new Map(); // by number: "coming" or "here"
    #edition = 0;

    /** @param {(offset: number, limit: number) => Promise<{ items: object[], total: number }>} fetch */
    constructor(fetch) {
        this.#fetch = fetch;
    }

    /** Fetches again; what was there stays until the answer has come. @returns {Promise<boolean>} false if another load or the end came first */
    async load() {
        const edition = (this.#edition += 1);
        const { items, total } = await this.#fetch(0, perPage);
        if (edition !== this.#edition) return false;
        this.#items = [...items];
        this.#items.length = total;
        this.total = total;
        this.#pages = new Map([[0, "here"]]);
        return true;
    }

    /** Nothing that is still coming is taken. */
    end() {
        this.#edition += 1;
    }

    /** @returns {object | undefined} undefined while it is not here */
    at(index) {
        return this.#items[index];
    }

    /** Where an item is, among those that are here; -1 for nowhere. @param {(item: object) => boolean} is */
    find(is) {
        return this.#items.findIndex((item) => item !== undefined && is(item));
    }

    /** One item by itself, which is not kept. */
    async one(index) {
        return (await this.#fetch(index, 1)).items[0];
    }

    /** Asks for the items between two indices, the last not included. What fails is asked for when it is wanted again. */
    want(from, to) {
        for (let page = Math.floor(from / perPage); page * perPage < to; page += 1) {
            if ([...this.#pages.values()].filter((state) => state === "coming").length >= atOnce) return;
            if (!this.#pages.has(page)) this.#get(page).catch(() => {});
        }
    }

    /** The items from an index to another, both included; fetches those that are missing. */
    async range(from, to) {
        for (let page = Math.floor(from / perPage); page <= Math.floor(to / perPage); page += 1) {
            if (this.#items.slice(page * perPage, Math.min(this.total, (page + 1) * perPage)).includes(undefined)) await this.#get(page);
        }
        return this.#items.slice(from, to + 1).filter(Boolean);
    }

    async #get(page) {
        const edition = this.#edition;
        this.#pages.set(page, "coming");
        try {
            const { items } = await this.#fetch(page * perPage, perPage);
            if (edition !== this.#edition) return;
            this.#pages.set(page, "here");
            const from = page * perPage;
            const to = Math.min(this.total, from + items.length);
            for (let at = from; at < to; at += 1) this.#items[at] = items[at - from];
            this.#forget(page);
            this.came(from, to);
        } catch (problem) {
            if (edition === this.#edition) this.#pages.delete(page);
            throw problem;
        }
    }

    #forget(near) {
        if (this.#pages.size <= mostPages) return;
        const far = [...this.#pages.keys()].reduce((one, other) => (Math.abs(other - near) > Math.abs(one - near) ? other : one));
        this.#pages.delete(far);
        for (let at = far * perPage; at < Math.min(this.total, (far + 1) * perPage); at += 1) this.#items[at] = undefined;
    }
}

/** Items that are all here, as a list shows them. @param {readonly object[]} items */
export function allHere(items) {
    return {
        total: items.length, at: (index) => items[index], find: (is) => items.findIndex(is), want() {}, came() {}, end() {},
        range: async (from, to) => items.slice(from, to + 1),
    };
}
