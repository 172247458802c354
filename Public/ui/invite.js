import { joining } from "../net/joining.js";
import { make, withStyle, write } from "./elements.js";

const choices = [
    ["viewer", "Watch", "sees the picture and can play the sound"],
    ["guest", "Guest", "adds songs and votes to skip"],
    ["cohost", "Co-host", "also orders and refuses what guests ask for"],
    ["host", "Control", "decides what plays and how it looks"],
];
const ends = [["12", "In 12 hours"], ["3", "In 3 hours"], ["24", "In a day"], ["168", "In a week"], ["", "Never"]];
const uses = { viewer: 10, guest: 10, cohost: 1, host: 1 }; // of a code: at a table, or by one person

/**
 * Invites people: makes links, with a QR code and a short code to type, and revokes them.
 * @param {Document} document
 * @param {object} page
 * @param {ReturnType<import("../net/api.js").makeApi>} page.api
 * @param {(act: () => Promise<any>) => Promise<any>} page.allowed
 * @param {(sentence: string, trouble?: boolean) => void} page.notice
 * @param {string} page.roomName
 * @param {() => string} page.role
 * @returns {Promise<(wanted?: string) => void>} shows the sheet, with a choice made
 */
export async function makeInvite(document, page) {
    const { api, allowed, notice, role: ownRole } = page;
    await withStyle("invite.css");
    const choice = (label, options) => {
        const select = make("select", {}, ...options.map(([value, words]) => make("option", { value }, words)));
        return [make("label", { class: "field" }, label, select), select];
    };
    const radios = choices.map(([value, name, what]) => {
        const input = make("input", { type: "radio", name: "role", value, onchange: () => chosen() });
        return make("label", { class: "invite-choice" }, input, make("span", {}, name), make("small", {}, what));
    });
    const radio = (value) => radios[choices.findIndex(([id]) => id === value)].firstElementChild;
    const [roomField, room] = choice("In", [["here", "This room"], ["all", "All rooms"]]);
    const [endField, end] = choice("Ends", ends);
    const name = make("input", { type: "text", maxlength: 60, placeholder: "Party on Friday", spellcheck: "false" });
    const nameField = make("label", { class: "field" }, "Name, to tell links apart", name);
    const list = make("ul", { class: "links", "aria-label": "Links in force" });
    const current = make("details", { class: "invite-current", hidden: true }, make("summary", {}, "Links in force"), list);
    const shown = make("div", { class: "link-shown" });
    const line = make("p", { class: "token-line", "aria-live": "polite" });
    const button = make("button", { class: "wide-button", type: "submit" }, "Show the link");
    const form = make("form", { class: "link-form", onsubmit: submit },
        make("fieldset", { class: "invite-choices" }, make("legend", {}, "What may they do?"), ...radios), line, roomField, endField, nameField,
        make("div", { class: "sheet-buttons" },
            make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Close"), button));
    const sheet = make("dialog", { class: "sheet glass links-sheet", "aria-labelledby": "links-title" },
        make("h2", { id: "links-title", tabindex: -1, autofocus: true }, "Invite"), form, shown, current);
    sheet.addEventListener("close", () => shown.replaceChildren());
    document.body.append(sheet);
    let isOpenToAll = true;

    const isHost = () => ["host", "owner"].includes(ownRole());
    const wanted = () => form.elements.role.value;
    /** To watch without a key, the address is enough. */
    const isPlain = () => wanted() === "viewer" && (isOpenToAll || !isHost());

    function chosen() {
        shown.replaceChildren();
        for (const field of [roomField, endField, nameField]) field.hidden = isPlain();
        write(line, isPlain() ? `Anybody who can reach the server may watch.${isHost() ? "" : " Hosts can also invite guests, who add songs."}` : "Whoever opens the link may do this until it ends or is revoked.");
        if (wanted() === "host" && ownRole() !== "owner") write(line, "Only the owner of this server can invite others to control.");
        button.disabled = (wanted() === "host" && ownRole() !== "owner") || (!isPlain() && !isHost());
        write(button, isPlain() ? "Show the address" : "Make a link");
    }

    async function submit(event) {
        event.preventDefault();
        if (isPlain()) {
            const found = await trying(() => joining(api, page.roomName));
            if (!found) return;
            const { addresses } = found;
            show(addresses[0] ?? document.baseURI.replace(/#.*/, ""), { image: new URL(`api/v1/join.svg?room=${encodeURIComponent(page.roomName)}`, document.baseURI).href });
            return;
        }
        const role = wanted();
        const wish = { role, name: name.value.trim(), ...(room.value === "here" ? { room: page.roomName } : {}), ...(end.value ? { hours: Number(end.value) } : {}) };
        const made = await trying(() => allowed(() => api.send("POST", "links", wish)));
        if (!made) return;
        const code = await trying(() => allowed(() => api.send("POST", "codes", { ...wish, uses: uses[role] })));
        name.value = "";
        // On this machine alone, there is no address for others.
        const address = made.addresses[0] ?? `${document.baseURI.replace(/#.*/, "")}#${role === "viewer" ? "key" : "token"}=${made.token}`;
        show(address, { qr: made.qr, link: made.link, code });
        load();
    }

    async function trying(act) {
        try {
            return await act();
        } catch (problem) {
            notice(problem.message, true);
            return undefined;
        }
    }

    function show(address, { qr, image, link, code }) {
        const field = make("input", { type: "text", readonly: true, value: address, onfocus: () => field.select() });
        const holds = link && (link.endsAt ? `It holds until ${moment(link.endsAt)}.` : "It holds until it is revoked.");
        shown.replaceChildren(...[
            picture(qr, image),
            make("label", { class: "field" }, link ? `The link. It is shown only now. ${holds}` : "The address", field),
            make("button", { class: "text-button", type: "button", onclick: async () => {
                const { copied } = await import("./share.js");
                notice(await copied(document, address) ? "Link copied." : "This browser keeps its clipboard. Copy the link by hand.");
                field.focus();
            } }, "Copy the link"),
            code && make("p", { class: "invite-code" }, make("span", {}, "Or type this code there, under “Settings”, “Enter a code”:"), make("strong", {}, code.code),
                make("small", {}, `Until ${moment(code.endsAt)}, ${code.uses === 1 ? "once" : `up to ${code.uses} times`}.`)),
            make("div", { class: "sheet-buttons" },
                make("button", { class: "text-button", type: "button", onclick: again }, "Invite somebody else"),
                make("button", { class: "wide-button", type: "button", onclick: () => sheet.close() }, "Done")),
        ].filter(Boolean));
        shown.querySelector(".wide-button").focus();
    }

    function again() {
        shown.replaceChildren();
        form.querySelector(":checked").focus();
    }

    function picture(qr, image) {
        if (image) return make("img", { class: "invite-picture", src: image, alt: "The address as a QR code", onerror: ({ target }) => target.remove() });
        const code = qr && document.importNode(new DOMParser().parseFromString(qr, "image/svg+xml").documentElement, true);
        code?.setAttribute("role", "img");
        code?.setAttribute("aria-label", "The link as a QR code");
        return code;
    }

    async function load() {
        if (!isHost()) return;
        const answer = await api.send("GET", "links").catch(() => undefined);
        current.hidden = !answer?.links.length;
        if (answer) list.replaceChildren(...answer.links.map(row));
    }

    function row(link) {
        const words = make("p", { class: "row-line" });
        const title = link.name || choices.find(([id]) => id === link.role)?.[1];
        write(words, [choices.find(([id]) => id === link.role)?.[1], link.room ?? "all rooms", link.endsAt ? `until ${moment(link.endsAt)}` : "without end"].join(" · "));
        return make("li", {}, make("div", {}, make("p", { class: "row-title", dir: "auto" }, title), words),
            make("button", { class: "text-button", type: "button", "aria-label": `Revoke ${title}`, onclick: async () => {
                if (await trying(() => allowed(() => api.send("DELETE", `links/${link.id}`).then(() => true)))) load();
            } }, "Revoke"));
    }

    return async (asked) => {
        if (sheet.open) return;
        isOpenToAll = await joining(api, page.roomName).then(({ isOpen }) => isOpen, () => true);
        if (sheet.open) return; // by a second press meanwhile
        form.querySelector("fieldset").hidden = !isHost(); // others can only show the address
        write(room.options[0], `This room (${page.roomName})`);
        radio(asked ?? (isHost() ? "guest" : "viewer")).checked = true;
        chosen();
        current.hidden = true;
        sheet.showModal();
        load();
    };
}

function moment(seconds) {
    const date = new Date(seconds * 1000);
    const isNear = seconds * 1000 - Date.now() < 20 * 3_600_000;
    return isNear ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
