import { make } from "../elements.js";

const perPage = 100; // items of a request
const spare = 6; // rows beyond each edge of the window
const mostPages = 40; // kept; the farthest are forgotten first
const atOnce = 3; // requests
const fastLines = 1.5; // scrolled at once; then new rows have only their names until the list rests
const restMs = 90;

/**
 * A list that only has the rows in sight, and fetches items as they come into sight. Screen readers learn the size and the places of all.
 *
 * One row is in the order of the tab key; arrows, Home, End and the page keys move through the others.
 */
export class VirtualList {
    items = []; // by index, with holes
    total = 0;
    element;
    #scroller;
    #fetch;
    #makeRow;
    #shape;
    #moved;
    #rows = new Map(); // by index
    #pages = new Map(); // by number: "coming" or "here"
    #active = 0;
    #columns = 1;
    #rowPx = 60;
    #edition = 0;
    #top = 0;
    #isFast = false;
    #restTimer = 0;
    #listener = () => this.#scrolled();
    #observer = new ResizeObserver(() => this.#measure());

    /**
     * @param {object} parts
     * @param {HTMLElement} parts.scroller
     * @param {string} parts.label
     * @param {(offset: number, limit: number) => Promise<{ items: object[], total: number }>} parts.fetch
     * @param {(item: object, index: number) => HTMLElement} parts.row a list item whose first [data-main] takes the focus
     * @param {(width: number, rem: number) => { columns: number, rowPx: number }} [parts.shape]
     * @param {(from: number, to: number, event: KeyboardEvent) => void} [parts.moved] called when a key moves the focus
     */
    constructor({ scroller, label, fetch, row, shape = (_, rem) => ({ columns: 1, rowPx: 3.75 * rem }), moved = () => {} }) {
        this.#scroller = scroller;
        [this.#fetch, this.#makeRow, this.#shape, this.#moved] = [fetch, row, shape, moved];
        this.element = make("ul", { class: "rows", role: "list", "aria-label": label });
        this.element.addEventListener("keydown", (event) => this.#key(event));
        this.element.addEventListener("focusin", (event) => {
            const row = event.target.closest("li");
            if (row) this.#activate(Number(row.dataset.at));
        });
        scroller.addEventListener("scroll", this.#listener, { passive: true });
        this.#observer.observe(scroller);
    }

    /** Ends it. */
    end() {
        clearTimeout(this.#restTimer);
        this.#scroller.removeEventListener("scroll", this.#listener);
        this.#observer.disconnect();
        this.#edition += 1;
    }

    /** Fetches again; what is shown stays until the answer is there. Throws if that fails. */
    async load() {
        const edition = (this.#edition += 1);
        const first = await this.#fetch(0, perPage);
        if (edition !== this.#edition) return;
        this.items = [...first.items];
        this.items.length = first.total;
        this.total = first.total;
        this.#pages = new Map([[0, "here"]]);
        this.#active = Math.min(this.#active, Math.max(0, this.total - 1));
        for (const row of this.#rows.values()) row.remove();
        this.#rows.clear();
        this.#measure();
    }

    /** The rows in sight, by index. */
    get shown() {
        return this.#rows;
    }

    /** The items from an index to another, both included; fetches those that are missing. */
    async range(from, to) {
        for (let page = Math.floor(from / perPage); page <= Math.floor(to / perPage); page += 1) {
            if (this.items.slice(page * perPage, Math.min(this.total, (page + 1) * perPage)).includes(undefined)) await this.#get(page);
        }
        return this.items.slice(from, to + 1).filter(Boolean);
    }

    /** Makes the row of an item anew, after the item has changed. */
    renew(index) {
        const old = this.#rows.get(index);
        if (!old) return;
        const name = old.contains(document.activeElement) ? document.activeElement.dataset.part ?? "main" : undefined;
        const row = this.#place(index);
        old.replaceWith(row);
        this.#rows.set(index, row);
        if (name) row.querySelector(`[data-part="${name}"]`)?.focus();
    }

    #measure() {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        const { columns, rowPx } = this.#shape(this.element.clientWidth || this.#scroller.clientWidth, rem);
        [this.#columns, this.#rowPx] = [columns, rowPx];
        this.element.style.height = `${Math.ceil(this.total / columns) * rowPx}px`;
        for (const [index, row] of this.#rows) this.#put(row, index);
        this.render();
    }

    #scrolled() {
        const top = this.#scroller.scrollTop;
        this.#isFast = Math.abs(top - this.#top) > fastLines * this.#rowPx;
        this.#top = top;
        clearTimeout(this.#restTimer);
        this.#restTimer = setTimeout(() => this.#rest(), restMs);
        this.render();
    }

    #rest() {
        this.#isFast = false;
        for (const [index, row] of this.#rows) if (row.matches(".brief")) this.renew(index);
        this.render();
    }

    render() {
        if (this.total === 0) return;
        const top = this.#scroller.scrollTop - this.element.offsetTop;
        const firstLine = Math.max(0, Math.floor(top / this.#rowPx) - spare);
        const lastLine = Math.ceil((top + this.#scroller.clientHeight) / this.#rowPx) + spare;
        const [from, to] = [firstLine * this.#columns, Math.min(this.total, lastLine * this.#columns)];
        for (const [index, row] of this.#rows) {
            if ((index >= from && index < to) || row.contains(document.activeElement)) continue;
            row.remove();
            this.#rows.delete(index);
        }
        let cursor = this.element.firstElementChild;
        while (cursor && Number(cursor.dataset.at) < from) cursor = cursor.nextElementSibling;
        for (let index = from; index < to; index += 1) {
            const known = this.#rows.get(index);
            if (known && known === cursor) {
                cursor = cursor.nextElementSibling;
                continue;
            }
            const row = known ?? this.#place(index);
            this.#rows.set(index, row);
            this.element.insertBefore(row, cursor);
        }
        this.#want(from, to);
    }

    #place(index) {
        const item = this.items[index];
        const row = !item ? brief("…") : this.#isFast ? brief(item.title ?? item.name ?? "…") : this.#makeRow(item, index);
        row.dataset.at = index;
        row.setAttribute("aria-posinset", index + 1);
        row.setAttribute("aria-setsize", this.total);
        this.#put(row, index);
        if (index !== this.#active) for (const control of row.querySelectorAll("button, input")) control.tabIndex = -1;
        return row;
    }

    #put(row, index) {
        const column = index % this.#columns;
        row.style.width = `${100 / this.#columns}%`;
        row.style.left = `${(100 * column) / this.#columns}%`;
        row.style.top = `${Math.floor(index / this.#columns) * this.#rowPx}px`;
        row.style.height = `${this.#rowPx}px`;
    }

    #want(from, to) {
        for (let page = Math.floor(from / perPage); page * perPage < to; page += 1) {
            const coming = [...this.#pages.values()].filter((state) => state === "coming").length;
            if (coming >= atOnce) return;
            if (!this.#pages.has(page)) this.#get(page).catch(() => {}); // fetched again when it comes into sight again
        }
    }

    async #get(page) {
        const edition = this.#edition;
        this.#pages.set(page, "coming");
        try {
            const { items } = await this.#fetch(page * perPage, perPage);
            if (edition !== this.#edition) return;
            this.#pages.set(page, "here");
            items.forEach((item, at) => {
                const index = page * perPage + at;
                if (index >= this.total) return;
                this.items[index] = item;
                if (this.#rows.get(index)?.matches(".brief")) this.renew(index);
            });
            this.#forget(page);
            this.render();
        } catch (problem) {
            if (edition === this.#edition) this.#pages.delete(page);
            throw problem;
        }
    }

    #forget(near) {
        if (this.#pages.size <= mostPages) return;
        const far = [...this.#pages.keys()].reduce((one, other) => (Math.abs(other - near) > Math.abs(one - near) ? other : one));
        this.#pages.delete(far);
        for (let at = far * perPage; at < Math.min(this.total, (far + 1) * perPage); at += 1) if (!this.#rows.has(at)) this.items[at] = undefined;
    }

    #activate(index) {
        if (index === this.#active) return;
        for (const at of [this.#active, index]) {
            for (const control of this.#rows.get(at)?.querySelectorAll("button, input") ?? []) control.tabIndex = at === index ? 0 : -1;
        }
        this.#active = index;
    }

    #key(event) {
        const row = event.target.closest("li");
        if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
        const at = Number(row.dataset.at);
        const lines = Math.max(1, Math.floor(this.#scroller.clientHeight / this.#rowPx) - 1) * this.#columns;
        const steps = {
            ArrowDown: this.#columns, ArrowUp: -this.#columns, PageDown: lines, PageUp: -lines, Home: -at, End: this.total - 1 - at,
            ...(this.#columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
        };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const to = Math.min(this.total - 1, Math.max(0, at + step));
        if (to === at) return;
        this.focus(to, event.target.dataset.part);
        this.#moved(at, to, event);
    }

    /** Brings an item into sight and focuses it, or a part of its row. */
    focus(index, part = "main") {
        const top = Math.floor(index / this.#columns) * this.#rowPx + this.element.offsetTop;
        const { scrollTop, clientHeight } = this.#scroller;
        if (top < scrollTop) this.#scroller.scrollTop = top;
        else if (top + this.#rowPx > scrollTop + clientHeight) this.#scroller.scrollTop = top + this.#rowPx - clientHeight;
        this.#activate(index);
        [this.#top, this.#isFast] = [this.#scroller.scrollTop, false];
        this.render();
        const row = this.#rows.get(index);
        (row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector("button") ?? row)?.focus({ preventScroll: true });
    }
}

/** A row that has only a name yet. It can hold the focus until the rest is there. */
function brief(name) {
    return make("li", { class: "brief", dir: "auto", tabindex: -1 }, name);
}
