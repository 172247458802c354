import { make, withStyle } from "../elements.js";
import { makeBatchCard } from "./batchCard.js";
import { openMenu } from "./menu.js";
import { makePinsCard } from "./pinsCard.js";
import { againMs, healthOf, insteadOf, lacksOf, songsOf, toldOf } from "./serverWords.js";

/** Music servers: whether they do well, and for the owner how they are added, changed and removed. */
export function serversView(lib) {
    const { page, api } = lib;
    const list = make("ul", { class: "plain servers", role: "list", "aria-label": "Music servers" });
    const empty = make("p", { class: "empty", hidden: true }, "No music servers yet. Add your Navidrome, or another server that speaks the Subsonic API, and its music is listed beside that of your folders.");
    const add = make("button", { class: "wide-button", type: "button", onclick: () => edit() }, "Add a music server");
    const note = make("p", { class: "note" });
    const besides = make("p", { class: "note", hidden: true });
    let cancel = () => {};
    lib.title("Music servers");

    const batch = makeBatchCard({ page, api, trying });
    const pins = makePinsCard({ page, api, trying, go: lib.go });

    const send = (method, path, body) => page.allowed(() => api.send(method, path, body));

    async function trying(act, words) {
        try {
            await act();
            if (words) page.notice(words);
        } catch (problem) {
            page.notice(problem.message, true);
        }
        await load();
    }

    async function edit(server) {
        const { makeServerSheet } = await import("./serverSheet.js");
        const kept = await makeServerSheet(server, (wish) => (server
            ? send("PATCH", `servers/${server.name}`, wish) : send("POST", "servers", wish)));
        if (!kept) return;
        page.notice(server ? `“${kept.name}” was changed.` : `“${kept.name}” was added. Its list is being read.`);
        await load();
        list.querySelector(`[data-server="${kept.name}"] .more-words`)?.focus();
    }

    async function remove(server) {
        const { askSure } = await import("../sure.js");
        const songs = server.songs === 1 ? "song is" : `${server.songs} songs are`;
        const words = `Its ${songs} no longer listed. Beats, corrections, markers and favourites stay, and are there again when you add it again.`;
        if (await askSure({ heading: `Remove ${server.name}?`, words, button: "Remove" })) await trying(() => send("DELETE", `servers/${server.name}`), `“${server.name}” was removed.`);
    }

    function card(server) {
        const health = healthOf(server, Date.now());
        const lacks = lacksOf(server);
        const rescan = toldOf(server.rescan, Date.now());
        const button = make("button", {
            class: "text-button more-words", type: "button", "aria-haspopup": "menu", "aria-label": `What to do with ${server.name}`, onclick: () => openMenu(button, [
                { words: "Read its list now", act: () => trying(() => send("POST", `servers/${server.name}/scan`), "Its list is being read.") },
                { words: "Analyze its songs…", act: () => batch.open(server.name) },
                !server.fixed && { words: "Change…", act: () => edit(server) },
                !server.fixed && { words: "Remove…", act: () => remove(server) },
            ], server.name),
        }, "More");
        return make("li", { class: "server", data: { server: server.name, state: health.state } },
            make("div", { class: "server-head" }, make("h3", { dir: "auto" }, server.name), make("span", { class: "server-state" }, health.word), button),
            health.trouble && make("p", { class: "server-trouble" }, health.trouble),
            make("dl", { class: "server-facts" }, ...facts(server, health, rescan.told).flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)])),
            rescan.trouble && make("p", { class: "note" }, rescan.trouble),
            lacks && make("p", { class: "note" }, lacks),
            server.fixed && make("p", { class: "note" }, "Set on the command line."));
    }

    function facts(server, { synced }, told) {
        const { health } = server;
        return [
            ["Songs", songsOf(server)], insteadOf(server) && ["Stepped in for", insteadOf(server)], ["List read", synced], told && ["Told of changes", told],
            [server.addresses.length > 1 ? "Addresses" : "Address", server.addresses.join(", ")],
            server.addresses.length > 1 && health?.address && ["Answers at", health.address],
            ["Signs in", server.secret === "key" ? "with an API key" : `as ${server.user}`],
            health?.software && ["Software", health.software], health?.protocolVersion && ["Subsonic API", health.protocolVersion],
        ].filter(Boolean);
    }

    async function load() {
        cancel();
        const { servers, most, rescanAddress } = await page.allowed(() => api.send("GET", "servers"));
        if (lib.owner.isOver) return;
        const focused = document.activeElement?.closest?.("[data-server]")?.dataset.server;
        list.replaceChildren(...servers.map(card));
        if (focused) list.querySelector(`[data-server="${focused}"] .more-words`)?.focus();
        empty.hidden = servers.length > 0;
        const added = servers.filter(({ fixed }) => !fixed).length;
        add.disabled = added >= most;
        besides.hidden = !rescanAddress;
        if (rescanAddress) besides.textContent = addressWords(rescanAddress);
        note.textContent = added >= most ? `There are ${most} already: remove one first.` : "Passwords are kept on this server only, and are never shown again.";
        await Promise.all([batch.load(servers), pins.load()]);
        if (lib.owner.isOver) return;
        cancel = lib.owner.after(againMs, () => (document.querySelector(".menu, dialog[open]") ? again() : load().catch(again)));
    }

    function addressWords({ address, ...rescan }) {
        const { told, trouble } = toldOf(rescan, Date.now());
        return `${address} is asked to scan after files were changed here. ${trouble || (told ? `Last: ${told}.` : "")}`;
    }

    function again() {
        cancel = lib.owner.after(againMs, () => load().catch(again));
    }

    return {
        body: [empty, list, make("div", { class: "server-add" }, add, note, besides), batch.element, pins.element],
        async load() {
            await withServersStyle();
            await load();
        },
    };
}

let style;
function withServersStyle() {
    style ??= withStyle("servers.css").catch(() => {}); // it works without
    return style;
}
