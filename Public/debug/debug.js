import { delayMs } from "../net/backoff.js";
import { makeToken } from "../net/token.js";
import { write } from "../ui/elements.js";
import { makeEventReader } from "./eventReader.js";
import { makeLogView } from "./logView.js";
import { makePanels } from "./panels.js";

const base = new URL("..", location.href.replace(/[?#].*$/, ""));
const token = makeToken(new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined);
const main = document.querySelector("main");
const keyForm = document.querySelector(".key");
const state = document.querySelector(".state");

let wantsDebug = false;
let after = 0; // the number of the last line
let request = new AbortController();

const headers = () => (token.get() ? { authorization: `Bearer ${token.get()}` } : {});

const view = makeLogView(document.querySelector(".log"), (debug) => {
    if (debug === wantsDebug) return;
    wantsDebug = debug;
    request.abort(); // and is asked again
});

const renewPanels = makePanels(document.querySelector(".panels"), async (path) => {
    const answer = await fetch(new URL(path, base), { headers: headers() });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    return answer;
});

/** Follows the log until the server wants another key. */
async function follow() {
    for (let attempt = 0; ; attempt += 1) {
        request = new AbortController();
        try {
            const answer = await fetch(new URL(`api/v1/log/events?after=${after}&debug=${wantsDebug}`, base), { headers: headers(), signal: request.signal });
            if (answer.status === 401 || answer.status === 403) return askKey((await answer.json()).detail);
            if (!answer.ok) throw new Error(String(answer.status));
            attempt = 0;
            opened();
            await read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
        } catch (error) {
            if (error.name === "AbortError") continue;
        }
        write(state, "Server not responding. Reconnecting…");
        await new Promise((later) => setTimeout(later, delayMs(attempt, Math.random())));
    }
}

async function read(reader) {
    const feed = makeEventReader(({ name, id, data }) => {
        if (name === "forgotten") view.lose(JSON.parse(data).lines);
        if (name !== "line") return;
        after = Number(id);
        view.add(JSON.parse(data));
    });
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        feed(value);
    }
}

function opened() {
    token.accept("owner");
    write(state, "Live");
    keyForm.hidden = true;
    main.hidden = false;
    renewPanels();
}

function askKey(why) {
    write(state, "");
    write(keyForm.querySelector(".why"), `The console is for the owner of this server. ${token.get() ? why : ""}`.trim());
    main.hidden = true;
    keyForm.hidden = false;
    keyForm.key.focus();
}

keyForm.addEventListener("submit", (event) => {
    event.preventDefault();
    token.enter(keyForm.key.value.trim().replace(/^.*#token=/, ""));
    keyForm.key.value = "";
    follow();
});

await follow();
