import { styles as stageStyles } from "../renderers/index.js";
import { forgetToken, makeKept } from "../net/token.js";
import { iconButton, make, write } from "./elements.js";
import { colourNames, counted, styleWords } from "./phrases.js";

const roles = {
    viewer: "You are watching. To add songs or vote, enter a code or open a link from the host.",
    guest: "You are a guest: add songs to the queue from the library, and vote to skip.",
    cohost: "You are a co-host: under Party you order and refuse what guests ask for.",
    host: "You are a host: you decide what plays and how it looks.",
    owner: "You own this server: you may change everything.",
};
const changes = { song: "another style with every song", section: "another style with every section" };

/** How the room plays, in a line. @param {Record<string, any> | null | undefined} state */
export function playbackWords(state) {
    if (!state) return "";
    const repeat = { one: "repeats the track", all: "repeats the queue" }[state.repeat];
    return [state.autoplay === "off" ? "Stops when the queue ends" : "Plays on when the queue ends", repeat, state.crossfade > 0 && `${state.crossfade} s of crossfade`].filter(Boolean).join(", ");
}

/** How it looks, in a line. @param {import("../session/settings.js").Settings} settings */
export function visualsWords({ style, colour, party }) {
    const change = party !== "off" && (changes[party] ?? `another style every ${party} bars`);
    return [styleWords(stageStyles, style), `${styleWords(colourNames, colour)} colours`, change].filter(Boolean).join(", ");
}

/**
 * All settings in one place: each with how it stands, what is set at once, and the way to where more is set.
 * @param {Document} document
 * @param {object} page
 * @param {(panel: string, place?: object) => void} page.lead to a panel of the drawer
 * @param {() => import("../session/settings.js").Settings} page.settings
 * @param {() => string} page.role
 * @param {string} page.roomName
 * @returns {() => void} shows it
 */
export function makeSettings(document, page) {
    const { lead, role } = page;
    const base = document.baseURI.replace(/[?#].*$/, "");
    const isHost = () => ["host", "owner"].includes(role());
    const isOwner = () => role() === "owner";
    const who = make("p", { class: "menu-who" });
    const about = make("dl", { class: "menu-about" });
    const told = []; // what is brought up to date when it opens
    const line = (words) => {
        const element = make("small", {});
        told.push(() => write(element, words()));
        return element;
    };
    /** A row that closes the sheet. @param {{ act?: string, when?: () => boolean, words?: () => string, data?: object }} traits */
    const row = (title, small, press, { act, when } = {}) => {
        const element = make("button", { class: "menu-row", type: "button", data: act ? { act } : {}, onclick: () => {
            sheet.close();
            press?.();
        } }, make("span", {}, title), typeof small === "string" ? make("small", {}, small) : small);
        if (when) told.push(() => { element.hidden = !when(); });
        return element;
    };
    // In a tab of their own, so that the sound here plays on.
    const link = (address, title, words, when) => {
        const element = make("a", { class: "menu-row", href: new URL(address, base), target: "_blank", rel: "noopener" },
            make("span", {}, title), make("small", {}, words, make("span", { class: "unseen" }, " (opens in a new tab)")));
        if (when) told.push(() => { element.hidden = !when(); });
        return element;
    };
    const section = (title, ...rows) => {
        const element = make("section", { "aria-label": title }, make("h3", {}, title), ...rows);
        told.push(() => { element.hidden = rows.every((one) => one.hidden); });
        return element;
    };
    const isHeard = () => document.querySelector(".sound [data-act=listen]").ariaPressed === "true";
    const clients = link("clients/", "Connect lights and scripts", "LED strips, OSC, MIDI, OBS and your own programs");
    told.push(() => { clients.href = new URL(page.roomName === "main" ? "clients/" : `clients/?room=${encodeURIComponent(page.roomName)}`, base); });
    let exchange;
    const openExchange = async () => {
        exchange ??= (await import("./settingsSheet.js")).makeSettingsSheet(document, page);
        exchange();
    };
    const leave = make("button", { class: "menu-row", type: "button", data: { act: "leave" }, onclick: () => leaveControl() },
        make("span", {}, "Give up control"), make("small", {}, "This device only watches then, until it has a code or a link again"));
    told.push(() => { leave.hidden = role() === "viewer" || !makeKept(globalThis.localStorage, "downbeat.token").get(); }); // without a token, everybody may
    function leaveControl() {
        // Only the terminal has the owner's link.
        if (isOwner() && !leave.dataset.sure) {
            leave.dataset.sure = "yes";
            leave.lastChild.textContent = "Press again to give up control. This device then needs the control link of the terminal.";
            return;
        }
        forgetToken();
        location.reload();
    }
    const sheet = make("dialog", { class: "sheet glass menu-sheet", "aria-labelledby": "menu-title", onclick: ({ target }) => { if (target === sheet) sheet.close(); } },
        make("div", { class: "sheet-head" }, make("h2", { id: "menu-title", tabindex: -1, autofocus: true }, "Settings"), iconButton("close", "Close", () => sheet.close())),
        make("nav", { "aria-label": "Settings" },
            section("Playback", row("Playback", line(() => playbackWords(page.room().state)), () => lead("queue", "playback"), { when: isHost })),
            section("Sound", row("Sound on this device", line(() => (isHeard() ? "On" : "Off")), undefined, { act: "listen" }),
                row("Audio delay", "So that sound and picture meet at this device", undefined, { act: "calibrate" })),
            section("Visuals", row("Visuals", line(() => visualsWords(page.settings())), () => lead("look")), row("Lyrics", "The song's lines over the picture", undefined, { act: "lyrics" })),
            section("Screens", row("Screens", line(() => `${counted(page.room().state?.screens ?? 0, "screen")}: names, sound, visuals, walls`), () => lead("screens"))),
            section("Library", row("Add music", "Send files from this device to the server", () => lead("library", { view: "uploads" }), { when: isOwner }),
                row("Files with problems", "What could not be read, and why", () => lead("library", { view: "broken" }), { when: isHost }),
                row("Export and import", "Corrections, playlists, songs, rooms and more, as one file", openExchange, { when: isOwner })),
            section("Servers", row("Music servers", "Navidrome and other Subsonic servers", () => lead("library", { view: "servers" }), { when: isOwner }),
                row("Follow an app", "Show what somebody plays on a music server", undefined, { act: "rooms", when: isHost })),
            section("Access", who, row("Invite", "Links, QR codes and short codes for others", undefined, { act: "invite" }),
                row("Party", "Guests ask for songs in turn: rules, people, poster", undefined, { act: "party" }),
                row("Enter a code", "From a host, to add songs or to control", undefined, { act: "code", when: () => !isHost() }),
                row("Let this screen in", "It shows four letters, to be typed on a device in control", undefined, { act: "ask", when: () => !isHost() }), leave),
            section("About", row("Keyboard shortcuts", "All keys of this page", undefined, { act: "help" }),
                link("docs/", "Documentation", "How everything works, from first steps to every command"),
                clients,
                link("debug/", "Console", "The log, music servers, analysis, screens, caches and crashes", isOwner),
                make("details", { class: "menu-more", ontoggle: ({ target }) => { if (target.open) tell(); } },
                    make("summary", { class: "menu-row" }, make("span", {}, "About Downbeat"), make("small", {}, "Version, licence and this server")), about))));
    document.body.append(sheet);

    async function tell() {
        const version = await fetch(new URL("version", base)).then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined);
        const lines = [["Version", version ? `Downbeat ${version.version}, running for ${hours(version.uptime)}` : "The server is not responding"],
            ["Server", new URL(base).host], ["Room", page.roomName]];
        about.replaceChildren(...lines.map(([term, words]) => make("div", {}, make("dt", {}, term), make("dd", {}, words))),
            make("div", {}, make("dt", {}, "Licence"), make("dd", {}, make("a", { href: new URL("docs/#guide-start-licence", base), target: "_blank", rel: "noopener" }, "MIT"))));
    }

    return () => {
        write(who, roles[role()] ?? roles.viewer);
        for (const one of told) one();
        if (!sheet.open) sheet.showModal();
    };
}

/** @param {number} seconds */
export function hours(seconds) {
    const minutes = Math.floor(seconds / 60);
    if (minutes < 1) return "less than a minute";
    if (minutes < 120) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
    return minutes < 2880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1440)} days`;
}
