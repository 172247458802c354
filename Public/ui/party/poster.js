import { colourOf } from "../../party/colours.js";
import { make, withStyle, write } from "../elements.js";
import { newVotes, placeAt, spoken, wantsPoster } from "./wanted.js";

const wanderEveryMs = 10000;
const inviteEveryMs = 60000; // a code is replaced minutes before its end
const voteMs = 3000;
const mostVotes = 6; // at a time

/**
 * The poster of a party, over the picture: what plays, what comes, who asked for it, and how one joins.
 * @param {object} page
 * @param {import("../../net/roomLink.js").RoomLink} page.socket
 * @param {string} page.roomName
 * @param {{ poster: boolean, wall?: string, at?: string }} page.asked by the page's address
 */
export async function makePoster(document, { socket, roomName, asked }) {
    await withStyle("ui/party/poster.css");
    const now = { title: make("p", { class: "poster-title" }), by: make("p", { class: "poster-by" }), asked: make("p", { class: "poster-asked", hidden: true }) };
    const next = make("ul", { class: "poster-next", "aria-label": "Coming up" });
    const code = make("img", { class: "poster-code", alt: "QR code for guests" });
    const [address, typed] = [make("span"), make("strong")];
    const come = make("aside", { class: "poster-come", "aria-label": "Join the party", hidden: true }, code, make("p", {}, "Ask for a song"), make("p", {}, address), make("p", {}, typed));
    const root = make("section", { class: "poster", "aria-label": "Party", hidden: true }, make("div", { class: "poster-songs" }, now.title, now.by, now.asked, next), come);
    document.body.append(root);
    let [party, timer, wanders] = [undefined, undefined, undefined];

    async function invite() {
        clearTimeout(timer);
        if (root.hidden) return;
        const answer = await fetch(new URL(`api/v1/rooms/${encodeURIComponent(roomName)}/party/invitation`, document.baseURI)).catch(() => undefined);
        const invited = answer?.ok ? await answer.json() : undefined;
        come.hidden = !invited?.qr;
        if (invited?.qr) {
            code.src = `data:image/svg+xml,${encodeURIComponent(invited.qr)}`;
            write(address, spoken(invited.addresses[0]));
            write(typed, invited.code);
        }
        timer = setTimeout(invite, inviteEveryMs);
    }

    function move() {
        const us = socket.serverUs(performance.now());
        if (us === undefined) return;
        const { x, y } = placeAt(us);
        root.style.translate = `${100 * x}vmin ${100 * y}vmin`;
    }

    function draw() {
        const persons = new Map(party.persons.map((person) => [person.id, person]));
        const who = persons.get(party.now?.person);
        write(now.title, party.now?.title ?? "");
        write(now.by, party.now?.artist ?? "");
        now.asked.hidden = !who;
        if (who) {
            write(now.asked, `Asked for by ${who.name}${party.now.dedication ? ` – “${party.now.dedication}”` : ""}`);
            now.asked.style.color = colourOf(who.colour);
        }
        next.hidden = party.next.length === 0;
        next.replaceChildren(...party.next.map(({ title, artist, person, up, down }) => {
            const asker = persons.get(person);
            const name = asker && make("p", { class: "poster-who" }, asker.name);
            if (name) name.style.color = colourOf(asker.colour);
            const score = up.length - down.length;
            return make("li", {}, make("p", { class: "poster-song" }, [title ?? "A song", artist].filter(Boolean).join(" · ")), name, score !== 0 && make("span", { class: "poster-votes" }, `▲ ${score}`));
        }));
    }

    function fly({ title, person }) {
        if (root.querySelectorAll(".poster-vote").length >= mostVotes) return;
        const vote = make("p", { class: "poster-vote", "aria-hidden": true }, `▲ ${title}`);
        vote.style.setProperty("--own", colourOf(party.persons.find(({ id }) => id === person)?.colour));
        vote.style.setProperty("--from", `${8 + ((person * 37) % 50)}vw`);
        root.append(vote);
        setTimeout(() => vote.remove(), voteMs);
    }

    return {
        get isShown() {
            return !root.hidden;
        },
        /** @param {import("../../session/room.js").Room} room */
        show(room) {
            const wanted = wantsPoster(room, asked);
            if (root.hidden !== wanted) return;
            root.hidden = !wanted;
            document.body.classList.toggle("posted", wanted);
            clearInterval(wanders);
            clearTimeout(timer);
            if (!wanted) return;
            wanders = setInterval(move, wanderEveryMs);
            move();
            invite();
        },
        /** @param {any} before the party message before @param {any} now */
        take(before, now) {
            party = now;
            draw();
            newVotes(before, now).forEach(fly);
        },
    };
}
