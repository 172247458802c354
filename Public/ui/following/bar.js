import { icon, make, write } from "../elements.js";
import { exactWords, whoWords } from "./words.js";

const lookMs = 200;
const shiftS = 0.02; // a step that is just seen

/**
 * What stands over the player while the room follows what somebody plays in another app: how exact that is, and the buttons to set the beat.
 * @param {Document} document
 * @param {object} page
 */
export function makeFollowing(document, { command, room, socket }) {
    const who = make("strong", { dir: "auto" });
    const line = make("p", { class: "follow-line", role: "status" });
    const tapButton = make("button", { class: "wide-button follow-tap", type: "button", title: "The beat is now (T)", onclick: ({ timeStamp }) => tap(timeStamp) }, icon("beats"), "The beat is now");
    const shift = (name, words, wish) => make("button", { class: "follow-step", type: "button", "aria-label": words, title: words, onclick: () => command({ do: "follow.shift", ...wish }) }, name);
    const steps = make("div", { class: "follow-steps", role: "group", "aria-label": "Shift the beats" },
        shift("− beat", "One beat earlier", { beats: -1 }), shift("− 20 ms", "20 ms earlier", { seconds: -shiftS }),
        shift("+ 20 ms", "20 ms later", { seconds: shiftS }), shift("+ beat", "One beat later", { beats: 1 }));
    const acts = make("div", { class: "follow-acts" }, tapButton, steps,
        make("button", { class: "text-button", type: "button", onclick: () => command({ do: "follow.stop" }) }, "Stop following"));
    const root = make("section", { class: "follow chrome glass", "aria-label": "Following", hidden: true },
        make("div", { class: "follow-words" }, make("p", { class: "follow-who" }, "Following ", who), line), acts);
    document.querySelector("main").append(root);
    let known;
    let timer;

    /** @param {number} clientMs when a beat was heard */
    function tap(clientMs) {
        const serverUs = socket.serverUs(clientMs);
        if (serverUs === undefined || acts.hidden) return;
        command({ do: "follow.tap", at: Math.round(serverUs) });
    }

    function show() {
        const now = room();
        if (now === known) return;
        known = now;
        const following = now.state?.following;
        root.hidden = !following;
        if (!following) {
            delete document.body.dataset.following;
            clearInterval(timer);
            timer = undefined;
            return;
        }
        const { song, accuracy, playing } = following;
        document.body.dataset.following = song?.known ? "some" : "none";
        write(who, `${following.server}: ${whoWords(following)}`);
        write(line, exactWords(following, now.state.analysis));
        acts.hidden = !["host", "owner"].includes(now.role);
        const canTap = song?.known === true && playing && now.state.analysis === "ready";
        tapButton.disabled = !canTap;
        steps.hidden = !canTap || !["tapped", "reported"].includes(accuracy);
    }

    return {
        tap,
        /** The room follows somebody. */
        show() {
            show();
            // The page tells no end of it.
            timer ??= setInterval(show, lookMs);
        },
    };
}
