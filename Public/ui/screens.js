import { make, withStyle, write } from "./elements.js";
import { later } from "./later.js";
import { ScreenFaces } from "./screenFace.js";
import { makeScreenRow } from "./screenRow.js";
import { counted } from "./phrases.js";

/** The screens of the room: what each shows and how it sounds, and everything that can be set for them. */
export class ScreensPanel {
    #page;
    #list;
    #count;
    #selection;
    #away;
    #groups;
    #rows = new Map();
    #faces;
    #shown = false;
    #screens;
    #absent;
    #ask; // for who has no control
    #pair;
    #hosts;
    #field;
    #wall;
    #room;

    constructor(box, page) {
        this.#page = page;
        this.#faces = new ScreenFaces(page);
        this.#count = make("p", { class: "note" });
        const links = make("button", { class: "text-button for-hosts", type: "button", data: { act: "invite" } }, "Invite…");
        this.#wall = later(async () => {
            const [{ makeWallView }] = await Promise.all([import("./wall/view.js"), withStyle("wall.css")]);
            return makeWallView(document, page);
        }, page.notice);
        const wall = make("button", { class: "text-button for-hosts wall-open", type: "button", onclick: () => this.#openWall() }, "Wall…");
        const chosen = make("p", { class: "note", "aria-live": "polite" });
        const none = make("button", { class: "text-button", type: "button", onclick: () => this.#select([]) }, "Select none");
        const all = make("button", { class: "text-button", type: "button", onclick: () => this.#select([...this.#rows.keys()]) }, "Select all");
        const group = make("button", { class: "text-button for-hosts", type: "button", onclick: () => this.#group() }, "Group…");
        this.#selection = { box: make("div", { class: "queue-head screen-selection", hidden: true }, chosen, group, all, none), chosen };
        this.#groups = later(async () => {
            const { ScreenGroups } = await import("./screenGroups.js");
            const groups = new ScreenGroups({ ...page, select: (ids) => this.#select(ids) });
            this.#list.before(groups.element);
            groups.show(this.#room.groups ?? [], this.#screens);
            return groups;
        }, page.notice);
        this.#list = make("ul", { class: "list screens", "aria-label": "Screens of this room" });
        this.#away = { list: make("ul", { class: "list" }) };
        this.#away.box = make("section", { class: "screens-away", hidden: true }, make("div", { class: "queue-head" }, make("h2", { class: "note" }, "Not here"),
            make("button", { class: "text-button for-hosts", type: "button", onclick: () => this.#forgetAll() }, "Forget all absent")), this.#away.list);
        const offer = (role, words) => make("button", { class: "text-button", type: "button", data: { act: "offer", roleOffered: role } }, words);
        this.#ask = make("button", { class: "text-button", type: "button", data: { act: "ask" } }, "Let this screen in");
        this.#pair = make("details", { class: "screens-pairing for-hosts", ontoggle: () => this.#openPairing() }, make("summary", { class: "text-button" }, "Codes for a television…"),
            make("div", { class: "queue-head" }, make("span", { class: "note" }, "Show a code here"), offer("guest", "for a guest"), this.#hosts = offer("host", "for control")));
        box.append(make("div", { class: "queue-head" }, this.#count, wall, links, this.#ask), this.#pair, this.#selection.box, this.#list, this.#away.box);
        withStyle("screens.css").catch(() => {}); // the list can be used without it
    }

    async #openPairing() {
        const pairing = this.#pair.open && !this.#field && await this.#page.act("pairing");
        if (pairing) {
            this.#field = pairing.field();
            this.#pair.append(this.#field.element);
        }
        this.#field?.show();
    }

    async #openWall() {
        const view = await this.#wall.want();
        view?.show(this.#room);
        view?.open();
    }

    /** Whether to subscribe to the room's screens. */
    get shown() {
        return this.#shown;
    }

    show(room) {
        if (!this.#shown) {
            this.#shown = true;
            this.#page.watchScreens(true);
        }
        this.#room = room;
        this.#ask.hidden = ["host", "owner"].includes(room.role);
        this.#hosts.hidden = room.role !== "owner";
        this.#faces.run(room);
        this.#wall.here?.show(room);
        if (room.absent !== this.#absent) this.#showAway(room.absent ?? []);
        this.#absent = room.absent;
        if (room.screens === this.#screens) return;
        this.#screens = room.screens;
        write(this.#count, counted(room.screens.length, "screen"));
        const gone = new Set(this.#rows.keys());
        const tellsRole = new Set(room.screens.map(({ role }) => role)).size > 1; // where all may do the same it goes without saying
        for (const screen of room.screens) {
            if (!gone.delete(screen.id)) this.#add(screen.id);
            this.#rows.get(screen.id).tell(screen, screen.id === room.id, tellsRole);
        }
        for (const id of gone) {
            this.#rows.get(id).leave();
            this.#rows.delete(id);
        }
        this.#tellSelection();
        if (this.#groups.here) this.#groups.here.show(room.groups ?? [], room.screens);
        else if (room.groups?.length > 0) this.#groups.want();
    }

    /** Another panel is shown, so the subscription can end. */
    rest() {
        if (!this.#shown) return;
        this.#shown = false;
        this.#faces.rest();
        this.#page.watchScreens(false);
    }

    #add(id) {
        const row = makeScreenRow(id, {
            ...this.#page, faces: this.#faces, room: () => this.#room, selected: () => this.#tellSelection(),
            targets: (own) => (this.#rows.get(own)?.selected ? this.#selected() : [own]),
        });
        this.#rows.set(id, row);
        this.#list.append(row.element);
    }

    async #group() {
        const ids = this.#selected();
        await (await this.#groups.want())?.name(ids);
    }

    #selected() {
        return [...this.#rows].filter(([, row]) => row.selected).map(([id]) => id);
    }

    #select(ids) {
        for (const [id, row] of this.#rows) row.selected = ids.includes(id);
        this.#tellSelection();
    }

    #tellSelection() {
        const { length } = this.#selected();
        this.#selection.box.hidden = length === 0;
        write(this.#selection.chosen, length > 1 ? `${length} selected: a change to one changes all` : "1 selected");
    }

    async #forgetAll() {
        for (const { number } of this.#absent) await this.#page.command({ do: "screen.forget", absent: number });
    }

    #showAway(absent) {
        this.#away.box.hidden = absent.length === 0;
        this.#away.list.replaceChildren(...absent.map(({ number, name, place }) => {
            const title = name || "Unnamed screen";
            return make("li", { class: "screen screen-head" }, make("span", { class: "screen-title" }, place ? `${title}, on the wall` : title),
                make("button", { class: "text-button", type: "button", "aria-label": `Forget ${title}`,
                    onclick: () => this.#page.command({ do: "screen.forget", absent: number }) }, "Forget"));
        }));
    }
}
