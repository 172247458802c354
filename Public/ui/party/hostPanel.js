import { colourOf } from "../../party/colours.js";
import { showRows } from "../../party/rows.js";
import { personsOf, scoreWords, turnWords } from "../../party/state.js";
import { icon, make, withStyle, write } from "../elements.js";
import { makeRulesForm } from "./rulesForm.js";
import { spoken } from "./wanted.js";

const lastCallMinutes = 20;
const nameLength = 30;

/**
 * The panel of a party's host: how guests come, what they ask for, who they are, and the rules. Co-hosts see what they may change.
 * @param {Document} document
 * @param {object} page
 */
export async function makeHostPanel(document, { api, allowed, command, notice, over, roomName, room, closed }) {
    await Promise.all([over.want(), withStyle("ui/party/host.css")]);
    const isHost = () => ["host", "owner"].includes(room().role);
    const path = `rooms/${encodeURIComponent(roomName)}/party`;
    const button = (words, onclick, traits = {}) => make("button", { class: "text-button", type: "button", onclick, ...traits }, words);
    const [code, address, typed] = [make("img", { alt: "QR code for guests" }), make("p"), make("strong")];
    const come = make("section", { class: "party-come", "aria-label": "How guests come" }, code, make("div", {}, make("p", {}, "Guests scan this, or open"), address, make("p", {}, "and type ", typed)));
    const [requests, people] = [make("ul", { class: "party-rows", "aria-label": "Requests" }), make("ul", { class: "party-rows", "aria-label": "People" })];
    const none = make("p", { class: "party-none" }, "Nothing waits.");
    const rules = makeRulesForm((change) => command({ do: "party.set", ...change }));
    const lastCall = button("", () => command({ do: "party.lastCall", minutes: party?.lastCall == null ? lastCallMinutes : null }));
    const poster = button("", () => command({ do: "look", poster: room().state?.look.poster === true ? null : true }));
    const hosts = [
        make("section", { class: "party-acts", "aria-label": "Now" }, button("Skip this song", () => command({ do: "next" })), button("Next look", () => {}, { data: { act: "style" } }), poster, lastCall),
        make("section", { "aria-label": "Rules" }, make("h3", {}, "Rules"), rules.root),
        make("section", { class: "party-acts", "aria-label": "End" }, button("Close the party", () => command({ do: "party.close" }))),
    ];
    const opened = make("div", {}, come, hosts[0], make("section", {}, make("h3", {}, "Requests"), none, requests), make("section", {}, make("h3", {}, "People"), people), hosts[1], hosts[2]);
    const keep = button("Keep its songs as a playlist", keepSongs, { hidden: true });
    const begin = make("div", {}, make("p", { class: "menu-who" }, "Guests scan a code on your screens, say their name and ask for songs. Everybody has a turn; the list goes on when nobody asks."),
        make("div", { class: "sheet-buttons" }, keep, button("Open the party", () => command({ do: "party.open" }), { class: "text-button party-open" })));
    const sheet = make("dialog", { class: "sheet glass party-sheet", "aria-labelledby": "party-title", onclose: closed, onclick: ({ target }) => target === sheet && sheet.close() },
        make("div", { class: "sheet-head" }, make("h2", { id: "party-title", tabindex: -1, autofocus: true }, "Party"),
            make("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => sheet.close() }, icon("close"))), begin, opened);
    document.body.append(sheet);
    let [party, invited] = [undefined, undefined];

    async function invite() {
        invited = party.number;
        const made = await api.send("GET", `${path}/invitation`).catch(() => undefined);
        come.hidden = !made?.qr;
        if (!made?.qr) return;
        code.src = `data:image/svg+xml,${encodeURIComponent(made.qr)}`;
        write(address, spoken(made.addresses[0]));
        write(typed, made.code);
    }

    async function keepSongs() {
        const { items } = await api.send("GET", `${path}/songs`);
        const tracks = items.map(({ track }) => track).filter((track) => track !== null);
        const name = `Party ${new Date().toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" })}`;
        try {
            const list = await allowed(() => api.send("POST", "playlists", { name }));
            await allowed(() => api.send("POST", `playlists/${list.id}/entries`, { tracks }));
            notice(`Kept as “${name}”.`);
        } catch (problem) {
            notice(problem.message, true);
        }
    }

    const request = (entry) => party.requests.find((one) => one.entry === entry);
    const makeRequest = ({ entry }) => {
        const place = () => party.requests.findIndex((one) => one.entry === entry);
        const refuse = make("form", { class: "party-acts", hidden: true, onsubmit: (event) => {
            event.preventDefault();
            command({ do: "party.refuse", entry, reason: event.target.elements.reason.value.trim() });
        } }, make("input", { name: "reason", placeholder: "Why? They are told.", "aria-label": "Reason", maxlength: 100 }), make("button", { class: "text-button" }, "Refuse"));
        return make("li", { class: "party-row" }, make("p", { class: "party-words" }, make("span"), make("small")),
            button("Pin", () => command({ do: "party.pin", entry, on: !request(entry)?.pinned }), { "aria-pressed": "false" }),
            button("↑", () => command({ do: "party.move", entry, to: Math.max(0, place() - 1) }), { "aria-label": "Up" }),
            button("↓", () => command({ do: "party.move", entry, to: place() + 1 }), { "aria-label": "Down" }),
            button("Refuse…", () => (refuse.hidden = !refuse.hidden)), refuse);
    };
    const showRequest = (element, one) => {
        const asker = personsOf(party).get(one.person);
        write(element.querySelector("span"), [one.title ?? "A song", one.artist].filter(Boolean).join(" · "));
        const small = element.querySelector("small");
        write(small, [asker?.name, one.trouble ?? turnWords(one.turn), scoreWords(one) && `▲ ${scoreWords(one)}`, one.dedication && `“${one.dedication}”`].filter(Boolean).join(" · "));
        small.style.color = asker ? colourOf(asker.colour) : "";
        element.querySelector("[aria-pressed]").setAttribute("aria-pressed", String(one.pinned));
        write(element.querySelector("[aria-pressed]"), one.pinned ? "Pinned" : "Pin");
    };

    const makePerson = ({ id }) => {
        const stand = (standing) => command({ do: "party.person", person: id, standing });
        const now = () => personsOf(party).get(id)?.standing;
        const name = make("input", { "aria-label": "Name", maxlength: nameLength, onchange: ({ target }) => target.value.trim() && command({ do: "party.rename", person: id, name: target.value.trim() }) });
        return make("li", { class: "party-row" }, make("p", { class: "party-words" }, name, make("small")),
            button("", () => stand(now() === "muted" ? "present" : "muted"), { class: "text-button party-mute" }), button("", () => stand(now() === "sentAway" ? "present" : "sentAway"), { class: "text-button party-away" }));
    };
    const showPerson = (element, { name, colour, standing, waiting, played }) => {
        const field = element.querySelector("input");
        if (field !== document.activeElement) field.value = name;
        field.style.color = colourOf(colour);
        field.disabled = !isHost();
        write(element.querySelector("small"), `${played} played, ${waiting} waiting${{ muted: " · muted", sentAway: " · sent away" }[standing] ?? ""}`);
        write(element.querySelector(".party-mute"), standing === "muted" ? "Unmute" : "Mute");
        write(element.querySelector(".party-away"), standing === "sentAway" ? "Let back in" : "Send away");
        for (const act of element.querySelectorAll("button")) act.hidden = !isHost();
    };

    function show() {
        begin.hidden = party?.open !== false;
        opened.hidden = party?.open !== true;
        keep.hidden = !party || party.number === null;
        for (const part of [...hosts, begin]) part.hidden ||= !isHost();
        if (!party?.open) return;
        hosts.forEach((part) => (part.hidden = !isHost()));
        if (invited !== party.number) invite();
        none.hidden = party.requests.length > 0;
        showRows(requests, party.requests, ({ entry }) => entry, makeRequest, showRequest);
        showRows(people, party.persons, ({ id }) => id, makePerson, showPerson);
        rules.show(party.rules);
        write(lastCall, party.lastCall === null ? `Last song in ${lastCallMinutes} minutes` : "Take the last call back");
        write(poster, room().state?.look.poster === true ? "Take the poster down" : "Poster on all screens");
    }

    return {
        get isOpen() {
            return sheet.open;
        },
        open(known) {
            party = known;
            invited = undefined; // its code may have been replaced
            show();
            sheet.showModal();
        },
        take(message) {
            party = message;
            if (sheet.open) show();
        },
    };
}
