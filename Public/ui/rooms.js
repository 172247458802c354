import { Owner } from "../kernel/owner.js";
import { iconButton, make, withStyle, write } from "./elements.js";
import { later } from "./later.js";
import { counted } from "./phrases.js";
import { roomWords } from "./words.js";

const longestLabel = 48;
const newsMs = 2000; // how often the open list is read again
const followMs = 6000; // of what music servers are asked for

/** A room's name for its address: what the server allows in one, of what a person typed. */
export function roomNameOf(label) {
    const letters = label.normalize("NFC").replace(/[^\p{L}\p{Nd}\p{Mn}\p{Mc} ._-]/gu, " ").replace(/\s+/g, " ").replace(/^[^\p{L}\p{Nd}]+/u, "").trim();
    let name = "";
    for (const letter of letters) {
        if (new TextEncoder().encode(name + letter).length > 64) break;
        name += letter;
    }
    return name.trim();
}

/** The second line of a room. */
export function roomLine({ playing, title, artist, screens }) {
    const music = title ? `${playing ? "" : "Paused: "}${[title, artist].filter(Boolean).join(" – ")}` : "Nothing plays";
    return `${music} · ${screens === 0 ? "nobody here" : counted(screens, "screen")}`;
}

/**
 * The menu at the room's name: goes to another room, makes, renames and deletes rooms.
 * @param {Document} document
 * @param {object} page
 * @returns {Promise<() => void>} shows it
 */
export async function makeRooms(document, page) {
    const { api, allowed, command, room, notice, role } = page;
    await withStyle("invite.css");
    const list = make("ul", { class: "rooms", "aria-label": "Rooms" });
    const input = make("input", { type: "text", maxlength: longestLabel, placeholder: "Kitchen", autocomplete: "off", "aria-label": "Name of the new room" });
    const makeRoom = async (event) => {
        event.preventDefault();
        const label = input.value.trim();
        const name = roomNameOf(label);
        if (!name) return notice("A room needs a name with a letter or a digit.", true);
        // A room with a label stays; a viewer's is gone when everybody has left it.
        if (isHost() && !await trying(() => named(name, label))) return undefined;
        return go(name);
    };
    const sheet = make("dialog", { class: "sheet glass rooms-sheet", "aria-labelledby": "rooms-title", onclick: ({ target }) => { if (target === sheet) sheet.close(); } },
        make("div", { class: "rooms-head" }, make("h2", { id: "rooms-title", tabindex: -1, autofocus: true }, "Rooms"), iconButton("close", "Close", () => sheet.close())),
        make("p", { class: "token-line" }, "Every room plays its own music. This screen shows one of them."),
        list,
        make("form", { class: "rooms-new", onsubmit: makeRoom }, make("label", { class: "field" }, "New room…", input), make("button", { class: "wide-button", type: "submit" }, "Make")));
    document.body.append(sheet);
    const choice = later(async () => {
        const { makeFollowChoice } = await import("./following/choice.js");
        const made = await makeFollowChoice({ api, allowed, command, room, roomName: () => page.roomName, notice, done: () => sheet.close() });
        sheet.append(made.element);
        return made;
    }, notice);
    const offer = async () => isHost() && (await choice.want())?.load();
    let shown; // owns what runs while the sheet is open
    sheet.addEventListener("close", () => shown.end());

    const isHost = () => ["host", "owner"].includes(role());
    const named = (name, label) => allowed(() => api.send("POST", `rooms/${encodeURIComponent(name)}/commands`, { do: "set", label }));

    async function trying(act) {
        try {
            await act();
            return true;
        } catch (problem) {
            notice(problem.message, true);
            return false;
        }
    }

    function go(name) {
        sheet.close();
        page.goTo(name);
    }

    async function load() {
        const answer = await api.send("GET", "rooms").catch(() => undefined); // the label says that the server is gone
        if (answer) list.replaceChildren(...answer.rooms.map(row));
    }

    function row(room) {
        const { name } = room;
        const title = room.label ?? roomWords(name);
        const isHere = name === page.roomName;
        const line = make("small", {});
        write(line, roomLine(room));
        const item = make("li", {},
            make("button", { class: "room-row", type: "button", "aria-current": isHere && "true", onclick: () => go(name) },
                make("span", { dir: "auto" }, title, isHere && make("span", { class: "room-here" }, "This room")), line),
            isHost() && make("button", { class: "text-button", type: "button", "aria-label": `Rename ${title}`, onclick: () => rename(item, room, title) }, "Rename"),
            isHost() && name !== "main" && room.screens === 0
                && make("button", { class: "text-button", type: "button", "aria-label": `Delete ${title}`, onclick: () => remove(name, title) }, "Delete"));
        return item;
    }

    function rename(item, { name, label }, title) {
        const field = make("input", { type: "text", maxlength: longestLabel, value: label ?? title, "aria-label": `New name of ${title}` });
        const submit = async (event) => {
            event.preventDefault();
            if (await trying(() => named(name, field.value.trim()))) load();
        };
        item.replaceChildren(make("form", { class: "rooms-new", onsubmit: submit }, field, make("button", { class: "wide-button", type: "submit" }, "Rename")));
        field.select();
    }

    async function remove(name, title) {
        if (!await trying(() => allowed(() => api.send("DELETE", `rooms/${encodeURIComponent(name)}`)))) return;
        notice(`“${title}” is deleted.`);
        await load();
        list.querySelector("button")?.focus();
    }

    return () => {
        if (sheet.open) return;
        input.value = "";
        list.replaceChildren(); // it may be of another room
        sheet.showModal();
        load();
        offer();
        // Not under a hand: who has the focus in the list is about to press something, or types a name.
        shown = new Owner();
        shown.every(newsMs, () => list.contains(document.activeElement) || load());
        shown.every(followMs, () => choice.here?.element.contains(document.activeElement) || offer());
    };
}
