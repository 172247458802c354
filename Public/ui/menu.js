import { forgetToken, makeKept } from "../net/token.js";
import { icon, make } from "./elements.js";

const roles = {
    viewer: "You are watching. To add songs or vote, enter a code or open a link from the host.",
    guest: "You are a guest: add songs to the queue from the library, and vote to skip.",
    host: "You are a host: you decide what plays and how it looks.",
    owner: "You own this server: you may change everything.",
};

/**
 * The menu behind the question mark: help, documentation, and what this server is.
 * @param {Document} document
 * @param {{ help: () => void, role: () => string, roomName: string, api: object, allowed: (act: () => Promise<any>) => Promise<any> }} page
 * @returns {() => void} shows it
 */
export function makeMenu(document, page) {
    const { help, role, roomName } = page;
    const base = document.baseURI.replace(/[?#].*$/, "");
    const room = roomName === "main" ? "" : `?room=${encodeURIComponent(roomName)}`;
    const who = make("p", { class: "menu-who" });
    const about = make("dl", { class: "menu-about" });
    // In a tab of their own, so that the sound here plays on.
    const link = (address, title, line) => make("a", { class: "menu-row", href: new URL(address, base), target: "_blank", rel: "noopener" },
        make("span", {}, title), make("small", {}, line, make("span", { class: "unseen" }, " (opens in a new tab)")));
    const openHelp = () => {
        sheet.close();
        help();
    };
    const code = make("button", { class: "menu-row", type: "button", data: { act: "code" }, onclick: () => sheet.close() },
        make("span", {}, "Enter a code"), make("small", {}, "From a host, to add songs or to control"));
    const ask = make("button", { class: "menu-row", type: "button", data: { act: "ask" }, onclick: () => sheet.close() },
        make("span", {}, "Let this screen in"), make("small", {}, "It shows four letters, to be typed on a device in control"));
    const leave = make("button", { class: "menu-row", type: "button", data: { act: "leave" }, onclick: () => leaveControl() },
        make("span", {}, "Just watch"), make("small", {}, "This device no longer controls the room, until it has a code or a link again"));
    const openSettings = async () => {
        sheet.close();
        settings ??= (await import("./settingsSheet.js")).makeSettingsSheet(document, page);
        settings();
    };
    let settings;
    const owners = make("div", {},
        make("button", { class: "menu-row", type: "button", onclick: openSettings }, make("span", {}, "Export and import"), make("small", {}, "Corrections, playlists, songs, rooms and more, as one file")),
        link("debug/", "Console", "The log, music servers, analysis, screens, caches and crashes"));
    const leaveControl = () => {
        // Only the terminal has the owner's link.
        if (document.body.dataset.role === "owner" && !leave.dataset.sure) {
            leave.dataset.sure = "yes";
            leave.lastChild.textContent = "Press again to give up control. This device then needs the control link of the terminal.";
            return;
        }
        forgetToken();
        location.reload();
    };
    const sheet = make("dialog", { class: "sheet glass menu-sheet", "aria-labelledby": "menu-title", onclick: ({ target }) => { if (target === sheet) sheet.close(); } },
        make("div", { class: "sheet-head" }, make("h2", { id: "menu-title", tabindex: -1, autofocus: true }, "Help"),
            make("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => sheet.close() }, icon("close"))),
        who,
        make("p", { class: "menu-who" }, "At the bottom, the speaker plays the sound on this device; the list beside it has songs, queue, visuals and screens. "
            + "Tap the picture if they are hidden."),
        make("nav", { "aria-label": "Help" },
            make("button", { class: "menu-row", type: "button", onclick: openHelp }, make("span", {}, "Keyboard shortcuts"), make("small", {}, "All keys of this page")),
            make("button", { class: "menu-row", type: "button", data: { act: "invite" }, onclick: () => sheet.close() }, make("span", {}, "Invite"), make("small", {}, "Links, QR codes and short codes for others")),
            code, ask, leave,
            link(`clients/${room}`, "Connect lights and scripts", "LED strips, OSC, MIDI, OBS and your own programs"),
            link("docs/", "Documentation", "How everything works, from first steps to every command"),
            owners,
            make("details", { class: "menu-more", ontoggle: ({ target }) => { if (target.open) tell(); } },
                make("summary", { class: "menu-row" }, make("span", {}, "About"), make("small", {}, "Version, licence and this server")), about)));
    document.body.append(sheet);

    async function tell() {
        const version = await fetch(new URL("version", base)).then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined);
        const lines = [["Version", version ? `Downbeat ${version.version}, running for ${hours(version.uptime)}` : "The server is not responding"],
            ["Server", new URL(base).host], ["Room", roomName]];
        about.replaceChildren(...lines.map(([term, words]) => make("div", {}, make("dt", {}, term), make("dd", {}, words))),
            make("div", {}, make("dt", {}, "Licence"), make("dd", {}, make("a", { href: new URL("docs/#guide-start-licence", base), target: "_blank", rel: "noopener" }, "MIT"))));
    }

    return () => {
        who.textContent = roles[role()] ?? roles.viewer;
        code.hidden = ask.hidden = ["host", "owner"].includes(role());
        owners.hidden = role() !== "owner";
        leave.hidden = role() === "viewer" || !makeKept(globalThis.localStorage, "downbeat.token").get(); // without a token, everybody may
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
