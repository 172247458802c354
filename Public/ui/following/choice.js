import { make, withStyle, write } from "../elements.js";
import { choiceWords, whoWords } from "./words.js";

/**
 * Whom the room can follow: what is played now in apps of the music servers.
 * @param {object} page
 * @param {() => void} page.done closes the sheet
 * @returns {Promise<{ element: HTMLElement, load: () => Promise<void> }>}
 */
export async function makeFollowChoice({ api, allowed, command, room, roomName, notice, done }) {
    await withStyle("following.css");
    const list = make("ul", { class: "rooms", "aria-label": "What is played on music servers" });
    const element = make("section", { class: "follow-choice", "aria-label": "Follow an app", hidden: true },
        make("h3", {}, "Follow an app"),
        make("p", { class: "token-line" }, "This room shows what somebody plays in an app of a music server. The sound comes from there."), list);

    async function choose(wish) {
        const answer = await command(wish);
        if (answer.type !== "error") done();
    }

    function row(title, line, traits) {
        const small = make("small", { dir: "auto" });
        write(small, line);
        return make("li", {}, make("button", { class: "room-row", type: "button", ...traits }, make("span", { dir: "auto" }, title), small));
    }

    function rowOf(server, one) {
        const { user, player } = one;
        const now = room().state?.following;
        const isHere = now?.server === server && now.user === user && (now.player ?? player) === player;
        return row(`${server}: ${whoWords(one)}`, isHere ? `This room follows it · ${choiceWords(one)}` : choiceWords(one), {
            "aria-current": isHere && "true", onclick: () => choose({ do: "follow.start", server, user, ...(player ? { player } : {}) }),
        });
    }

    async function load() {
        let servers;
        try {
            ({ servers } = await allowed(() => api.send("GET", `rooms/${encodeURIComponent(roomName())}/follow`)));
        } catch (problem) {
            if (!element.hidden) notice(problem.message, true);
            return;
        }
        const following = room().state?.following;
        const rows = servers.flatMap(({ name, playing, trouble }) => (trouble ? [make("li", { class: "token-line" }, `${name}: ${trouble}.`)]
            : playing.length === 0 ? [make("li", { class: "token-line" }, `Nobody plays anything on ${name} now.`)] : playing.map((one) => rowOf(name, one))));
        if (following) rows.push(row("Stop following", `${following.server}: ${whoWords(following)}`, { onclick: () => choose({ do: "follow.stop" }) }));
        list.replaceChildren(...rows);
        element.hidden = servers.length === 0 && !following;
    }

    return { element, load };
}
