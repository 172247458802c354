import { makeKept, makeToken } from "../net/token.js";
import { make, write } from "../ui/elements.js";
import { colourOf } from "./colours.js";
import { askName } from "./nameSheet.js";
import { makePartyLink } from "./partyLink.js";
import { showRows } from "./rows.js";
import { actsOf, ownTurn, personsOf, rowsOf, scoreWords, turnWords, waitingOf } from "./state.js";

const base = new URL("../", document.baseURI);
const room = new URLSearchParams(location.search).get("room") ?? "main";
const token = makeToken(new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined);
const keptKey = makeKept(globalThis.localStorage, `downbeat.person.${room}`);
const keptName = makeKept(globalThis.localStorage, "downbeat.personName");
const keptTold = makeKept(globalThis.localStorage, `downbeat.personTold.${room}`);
const $ = (selector) => document.querySelector(selector);
const searchMs = 250; // after the last letter
const toastMs = 5000;
const [most, few, mostTold] = [30, 8, 10];

let party; // the last message
let me = null; // the number of this person
let found; // the songs of the search, undefined without one
let ideas = [];
let told = parsed(keptTold.get()) ?? []; // refusals that were shown, also before a reload
let toastTimer;

const link = makePartyLink(base, () => ({ room, token: token.get(), person: keptKey.get() }), (message) => {
    switch (message.type) {
    case "welcome":
        token.accept(message.role);
        $(".code").hidden = message.role !== "viewer";
        if (message.role === "viewer") say("Scan the code on the screen, or type it here.");
        break;
    case "person":
        if (message.person === null) keptKey.set(undefined);
        me = message.person;
        for (const { title, reason } of message.told) {
            const words = `The host refused “${title ?? "your song"}”${reason ? `: ${reason}` : "."}`;
            if (!told.includes(words)) toast(words);
            told = [...told.filter((one) => one !== words), words].slice(-mostTold);
        }
        keptTold.set(JSON.stringify(told));
        show();
        break;
    case "party":
        party = message;
        if ($(".code").hidden) say(party.open ? "" : "The party is over, or has not begun yet.");
        show();
        break;
    case "error":
        if (["token-ended", "token-wrong"].includes(message.code)) {
            const another = token.refuse();
            if (another) link.greet();
            else say("This link is over.");
        } else toast(message.message);
        break;
    case "closed":
        say("Connecting…");
    }
});

const say = (words) => write($(".word"), words);

function toast(words) {
    const line = $(".toast");
    write(line, words);
    line.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => (line.hidden = true), toastMs);
}

/** Sends a command, and says what was wrong with it. @returns {Promise<any>} undefined if it was refused */
async function command(wish) {
    const answer = await link.command(wish);
    if (answer.type !== "error") return answer;
    toast(answer.message);
    return undefined;
}

async function join({ name, colour }) {
    const joined = await command({ do: "party.join", name, colour });
    if (!joined) return false;
    keptKey.set(joined.key);
    keptName.set(JSON.stringify({ name, colour }));
    me = joined.person;
    link.greet();
    return true;
}

/** What was kept as JSON; undefined if nothing was, or something else. */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

async function ask(track, title) {
    const given = await askName({ title: title ?? "This song", known: parsed(keptName.get()), needsName: me === null });
    if (!given || me === null && !await join(given)) return;
    const dedication = given.dedication || undefined;
    if (await command({ do: "party.ask", track, dedication })) {
        toast(`Asked for “${title}”.`);
        $(".search").reset();
        search();
    }
}

async function vote(row, kind) {
    if (me === null) return toast("Ask for a song first: then others know who votes.");
    const own = party.requests.find(({ entry }) => entry === row.entry)?.[kind].includes(me);
    await command({ do: "party.vote", entry: row.entry, vote: own ? "none" : kind });
}

function show() {
    const persons = personsOf(party);
    write($(".now-title"), party?.now?.title ?? (party ? "Nothing plays" : "Connecting…"));
    write($(".now-by"), party?.now?.artist ?? "");
    const who = persons.get(party?.now?.person);
    $(".now-asked").hidden = !who;
    if (who) write($(".now-asked"), `Asked for by ${who.name}${party.now.dedication ? `: “${party.now.dedication}”` : ""}`);
    write($(".turn"), ownTurn(party, me));
    const rows = rowsOf(party);
    showRows($(".coming .rows"), rows, ({ entry }) => entry, makeComing, (element, row) => showComing(element, row, persons));
    $(".coming .none").hidden = rows.length > 0;
    $(".coming").hidden = found !== undefined;
    $(".found").hidden = found === undefined;
    $(".ideas").hidden = found !== undefined || ideas.length === 0;
    showSongs($(".found .rows"), found?.items ?? []);
    $(".found .none").hidden = !found || found.items.length > 0;
    if (found) write($(".found .none"), found.problem ?? `No results for “${found.text}”`);
    showSongs($(".ideas .rows"), ideas.filter(({ id }) => id !== party?.now?.track && !waitingOf(party, id)).slice(0, few));
}

function makeComing({ entry }) {
    const current = () => rowsOf(party).find((row) => row.entry === entry);
    const act = (name, label, body, does) => make("button", { type: "button", class: name, "aria-label": label, title: label, onclick: () => current() && does(current()) }, body);
    return make("li", { class: "row" },
        make("div", { class: "row-text" }, make("p", { class: "row-title" }), make("p", { class: "row-by" }), make("p", { class: "row-words" }, make("span", { class: "row-who" }), make("span", { class: "row-when" }))),
        make("div", { class: "row-acts" },
            act("vote up", "Vote for it", "▲", (row) => vote(row, "up")), act("vote down", "Vote against it", "▼", (row) => vote(row, "down")),
            act("boost", "Bring it forward", "⇈", (row) => command({ do: "party.boost", entry: row.entry })),
            act("withdraw", "Take it back", "✕", (row) => command({ do: "party.withdraw", entry: row.entry }))));
}

function showComing(element, row, persons) {
    const person = persons.get(row.person);
    element.classList.toggle("mine", me !== null && row.person === me);
    write(element.querySelector(".row-title"), row.title ?? "A song");
    write(element.querySelector(".row-by"), row.artist ?? "");
    const who = element.querySelector(".row-who");
    write(who, person ? `${person.name} ` : "");
    who.style.color = person ? colourOf(person.colour) : "";
    write(element.querySelector(".row-when"), [row.trouble ?? turnWords(row.turn), row.dedication && `“${row.dedication}”`].filter(Boolean).join(" · "));
    const acts = actsOf(party, row, me);
    for (const name of ["up", "down", "boost", "withdraw"]) element.querySelector(`.${name}`).hidden = !acts[name];
    for (const kind of ["up", "down"]) element.querySelector(`.${kind}`).setAttribute("aria-pressed", String(row[kind].includes(me)));
    write(element.querySelector(".up"), `▲ ${scoreWords(row)}`.trim());
}

function showSongs(list, songs) {
    showRows(list, songs, ({ id }) => id, (song) => make("li", { class: "row" },
        make("div", { class: "row-text" }, make("p", { class: "row-title" }, song.title), make("p", { class: "row-by" }, [song.artist?.name, song.album?.name].filter(Boolean).join(" · "))),
        make("button", { type: "button", class: "ask", onclick: () => ask(song.id, song.title) }, "Ask")), (element, song) => {
        const button = element.querySelector("button");
        const waits = waitingOf(party, song.id);
        button.disabled = Boolean(waits);
        button.disabled ||= song.id === party?.now?.track;
        write(button, waits ? "Waits" : button.disabled ? "Plays" : "Ask");
    });
}

async function songs(query) {
    const url = new URL("api/v1/tracks", base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await fetch(url, token.get() ? { headers: { authorization: `Bearer ${token.get()}` } } : {});
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail);
    return (await answer.json()).items;
}

let searchTimer;
let asked = 0;
function search() {
    clearTimeout(searchTimer);
    const text = $(".search input").value.trim();
    const number = (asked += 1);
    if (!text) {
        found = undefined;
        return show();
    }
    searchTimer = setTimeout(async () => {
        const result = await songs({ q: text, limit: most }).then((items) => ({ text, items }), ({ message }) => ({ text, items: [], problem: message || "Server not responding." }));
        if (number !== asked) return;
        found = result;
        show();
    }, searchMs);
}

$(".code").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { redeem } = await import("../net/codes.js");
    const made = await redeem(base.href, event.target.elements.code.value);
    if (made.problem) return say(made.problem);
    token.enter(made.token);
    link.greet();
});
$(".search input").addEventListener("input", search);
$(".search").addEventListener("submit", (event) => event.preventDefault());
$(".to-picture").href = new URL(location.search, base).href;
document.documentElement.dataset.searchable = "";
songs({ limit: most, sort: "plays", order: "desc" }).catch(() => songs({ limit: most })).then((items) => {
    ideas = items;
    show();
}, () => {});
