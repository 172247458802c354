import { make, write } from "./elements.js";

const roles = [
    ["guest", "Guest", "adds and votes"],
    ["host", "Host", "controls what plays"],
    ["viewer", "Viewer", "only watches"],
];
const ends = [["", "Never"], ["3", "In 3 hours"], ["12", "In 12 hours"], ["24", "In a day"], ["168", "In a week"]];

/**
 * Makes and revokes links that give people a role.
 * @param {Document} document
 * @param {object} page
 * @param {ReturnType<import("../net/api.js").makeApi>} page.api
 * @param {(act: () => Promise<any>) => Promise<any>} page.allowed
 * @param {(sentence: string, trouble?: boolean) => void} page.notice
 * @param {string} page.roomName
 * @param {() => string} page.role
 * @returns {() => void} shows the sheet
 */
export function makeLinks(document, { api, allowed, notice, roomName, role: ownRole }) {
    const choice = (label, options) => {
        const select = make("select", {}, ...options.map(([value, words]) => make("option", { value }, words)));
        return [make("label", { class: "field" }, label, select), select];
    };
    const [roleField, role] = choice("For", roles.map(([id, name, what]) => [id, `${name}: ${what}`]));
    const [roomField, room] = choice("In", [["here", `This room (${roomName})`], ["all", "All rooms"]]);
    const [endField, end] = choice("Ends", ends);
    const name = make("input", { type: "text", maxlength: 60, placeholder: "Party on Friday", spellcheck: "false" });
    const list = make("ul", { class: "links", "aria-label": "Links in force" });
    const shown = make("div", { class: "link-shown" });
    const submit = async (event) => {
        event.preventDefault();
        const wish = {
            role: role.value, name: name.value.trim(), ...(room.value === "here" ? { room: roomName } : {}), ...(end.value ? { hours: Number(end.value) } : {}),
        };
        const made = await trying(() => allowed(() => api.makeLink(wish)));
        if (!made) return;
        name.value = "";
        show(made);
        load();
    };
    const sheet = make("dialog", { class: "sheet glass links-sheet", "aria-labelledby": "links-title" },
        make("h2", { id: "links-title", tabindex: -1, autofocus: true }, "Links"),
        make("p", { class: "token-line" }, "Whoever opens a link has its role until the link ends or is revoked."),
        list, shown,
        make("form", { class: "link-form", onsubmit: submit }, roleField, roomField, endField,
            make("label", { class: "field" }, "Name, to tell links apart", name),
            make("div", { class: "sheet-buttons" },
                make("button", { class: "text-button", type: "button", onclick: () => sheet.close() }, "Close"),
                make("button", { class: "wide-button", type: "submit" }, "Make a link"))));
    sheet.addEventListener("close", () => shown.replaceChildren());
    document.body.append(sheet);

    async function trying(act) {
        try {
            return await act();
        } catch (problem) {
            notice(problem.message, true);
            return undefined;
        }
    }

    function show({ link: made, addresses, token, qr }) {
        // On this machine alone, there is no address for others.
        const address = addresses[0] ?? `${document.baseURI.replace(/#.*/, "")}#${made.role === "viewer" ? "key" : "token"}=${token}`;
        const field = make("input", { type: "text", readonly: true, value: address, onfocus: () => field.select() });
        const code = qr && new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
        if (code) {
            code.setAttribute("role", "img");
            code.setAttribute("aria-label", "The link as a QR code");
        }
        shown.replaceChildren(...[
            code && document.importNode(code, true),
            make("label", { class: "field" }, "The link. It is shown only now:", field),
            make("button", { class: "text-button", type: "button", onclick: async () => {
                const { copied } = await import("./share.js");
                notice(await copied(document, address) ? "Link copied." : "This browser keeps its clipboard. Copy the link by hand.");
                field.focus();
            } }, "Copy the link"),
        ].filter(Boolean));
        shown.scrollIntoView({ block: "nearest" });
    }

    async function load() {
        const answer = await trying(() => allowed(api.links));
        if (!answer) return;
        list.replaceChildren(...answer.links.map(row));
    }

    function row(link) {
        const words = make("p", { class: "row-line" });
        const title = link.name || roles.find(([id]) => id === link.role)?.[1];
        write(words, [link.role, link.room ?? "all rooms", link.endsAt ? `until ${new Date(link.endsAt * 1000).toLocaleString()}` : "without end"].join(" · "));
        return make("li", {}, make("div", {}, make("p", { class: "row-title", dir: "auto" }, title), words),
            make("button", { class: "text-button", type: "button", "aria-label": `Revoke ${title}`, onclick: async () => {
                if (await trying(() => allowed(() => api.revokeLink(link.id).then(() => true)))) load();
            } }, "Revoke"));
    }

    return () => {
        if (sheet.open) return;
        for (const option of role.options) option.disabled = option.value === "host" && ownRole() !== "owner";
        sheet.showModal();
        load();
    };
}
