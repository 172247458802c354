import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { musicServer } from "./stage/musicServer.mjs";
import { Server } from "./stage/server.mjs";

const password = "sesame & <b>street</b>";
const cards = "[...document.querySelectorAll('.server')]";

/** The owner adds a music server on the page, looks after it and removes it; its password is never seen again. */
export default async function servers({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    const music = await musicServer(password);
    try {
        await server.start();
        const token = readFileSync(join(kept, "token"), "utf8").trim();
        const page = await browser.open({ url: `${server.pageAddress("quality=4")}#token=${token}`, width: 1280, height: 800, apart: true });
        const happens = (sentence, expression) => page.until(expression).then(() => law(sentence, true), (error) => law(sentence, false, error.message));
        await page.until("document.body.dataset.role === 'owner'");
        await page.evaluate("Promise.all(['acts', 'drawer', 'sheets'].map((name) => import(`./ui/${name}.js`)))");
        await page.key("b");
        const link = "[...document.querySelectorAll('#panel-library .home .row-main')].find(({ textContent }) => textContent.startsWith('Music servers'))";
        await page.until(link);
        await page.evaluate(`${link}.click()`);
        await happens("the library leads to the music servers", "location.hash === '#library=servers' && document.querySelector('.server-add button')?.checkVisibility()");

        const fill = (fields) => page.evaluate(`(() => {
            const { elements } = document.querySelector(".server-form");
            for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
                elements[name].value = value;
                elements[name].dispatchEvent(new Event("input", { bubbles: true }));
            }
            document.querySelector(".server-form").requestSubmit();
        })()`);
        await page.evaluate("document.querySelector('.server-add button').click()");
        await page.until("document.querySelector('.server-sheet')?.open");
        await fill({ name: "home", addresses: music.address, user: "anna", secret: "wrong" });
        await happens("a wrong password is refused in the sheet, in one line", `document.querySelector('.server-sheet .server-trouble').textContent === '${music.address} refuses the user or the password.'`);
        await fill({ addresses: server.address, secret: password });
        await happens("so is what is no Subsonic server", `document.querySelector('.server-sheet .server-trouble').textContent.startsWith('${server.address} answered with status 404 ') && document.querySelector('.server-sheet .server-trouble').textContent.includes('if it stands below a path')`);
        law("nothing of that is kept", (await asOwner(server, token)).servers.length === 0);
        await fill({ addresses: music.address, secret: password });
        await happens("a good one is added", `!document.querySelector('.server-sheet') && ${cards}.length === 1`);
        await happens("and its music is listed without a restart", `/Songs3List/.test(${cards}[0]?.textContent) && ${cards}[0].dataset.state === 'well'`);
        const found = (await server.get("tracks?q=remote")).total;
        law("for everybody", found === 3, `${found} tracks`);

        const said = await page.evaluate(`document.documentElement.outerHTML + JSON.stringify(performance.getEntriesByType("resource").map(({ name }) => name))`);
        const told = JSON.stringify(await asOwner(server, token));
        law("its password is nowhere on the page, in its addresses or in the answers", !`${said}${told}`.includes("sesame"));
        law("it lies in a file that only its owner reads", (statSync(join(kept, "servers.json")).mode & 0o777) === 0o600);
        law("others are not shown the servers", (await fetch(`${server.address}/api/v1/servers`)).status === 401);

        const menu = async (words) => {
            await page.evaluate(`document.querySelector("[data-server=home] .more-words").click()`);
            await page.evaluate(`[...document.querySelectorAll(".menu-item")].find(({ textContent }) => textContent === ${JSON.stringify(words)}).click()`);
        };
        await menu("Change…");
        await page.until("document.querySelector('.server-sheet')?.open");
        law("a change shows no password, and needs none", await page.evaluate("(({ secret }) => secret.value === '' && !secret.required)(document.querySelector('.server-form').elements)"));
        await fill({ addresses: `${music.address}/other` });
        law("but for an address that is new", await page.evaluate("document.querySelector('.server-form').elements.secret.matches(':invalid')"));
        const stranger = await fetch(`${server.address}/api/v1/servers/home`, { method: "PATCH", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, body: JSON.stringify({ addresses: [`${music.address}/other`] }) });
        law("also over the API", stranger.status === 422 && (await stranger.json()).type === "secret-needed" && !music.asked.some((path) => path.startsWith("/other")));
        await page.key("Escape");
        await page.until("!document.querySelector('.server-sheet')");

        await page.evaluate("document.querySelector('.batch .wide-button').click()");
        await page.until("document.querySelector('.batch-sheet')?.open");
        await page.evaluate("document.querySelector('.batch-sheet form').requestSubmit()");
        await happens("its songs are analyzed ahead, and what cannot be fetched is named", "!document.querySelector('.batch-sheet') && document.querySelectorAll('.batch-failures li').length === 3 && /^Done/.test(document.querySelector('.batch-line').textContent)");
        law("others can neither see nor order that", (await fetch(`${server.address}/api/v1/analysis/batch`)).status === 401);

        music.isWell = false;
        await menu("Read its list now");
        await happens("trouble is said in one line", `${cards}[0]?.dataset.state === 'trouble' && ${cards}[0].querySelector('.server-trouble').textContent === '${music.address} answered with status 503.'`);
        music.isWell = true;
        await menu("Read its list now");
        await happens("and is over when it is", `${cards}[0]?.dataset.state === 'well'`);

        await playlists({ page, server, token, music, law, happens });
        await page.evaluate("location.hash = '#library=servers'");
        await page.until(`${cards}.length === 1`);
        await menu("Remove…");
        await page.until("document.querySelector('dialog[open] #sure-title')");
        await page.evaluate("document.querySelector('dialog[open] form').requestSubmit()");
        await happens("a server is removed", `${cards}.length === 0 && document.querySelector('.server-add button')`);
        law("with its music", (await server.get("tracks?q=remote")).total === 0);
        await page.close();
    } finally {
        music.close();
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

/** A playlist of the server is changed as one of people is, but on the server; what changed there meanwhile is not overwritten. */
async function playlists({ page, server, token, music, law, happens }) {
    const rows = "[...document.querySelectorAll('.playlists-body ol .row-title')].map(({ textContent }) => textContent).join()";
    const press = (words) => page.evaluate(`[...document.querySelectorAll(".playlists button")].find(({ textContent, ariaLabel, offsetParent }) => offsetParent && (textContent === ${JSON.stringify(words)} || ariaLabel === ${JSON.stringify(words)})).click()`);
    await page.evaluate("location.hash = '#library=playlists'");
    await page.until("[...document.querySelectorAll('.playlists button')].some(({ textContent, offsetParent }) => offsetParent && textContent === 'New playlist')");
    await press("New playlist");
    await page.until("document.querySelector('dialog[open] select')");
    await page.evaluate(`(() => {
        const dialog = document.querySelector("dialog[open]");
        dialog.querySelector("input").value = "Evening";
        dialog.querySelector("select").value = "home";
        dialog.querySelector("form").requestSubmit();
    })()`);
    await happens("a new playlist can be kept on the server", "!document.querySelector('dialog[open]') && document.querySelector('.playlist-about .row-line')?.textContent === 'Empty · on home'");
    law("and is there", music.lists.get("p1")?.name === "Evening");
    const [list] = (await server.get("playlists")).items;
    const tracks = (await server.get("tracks?q=remote&sort=title")).items.map(({ id }) => id);
    const post = (path, body) => fetch(`${server.address}/api/v1/${path}`, { method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, body: JSON.stringify(body) });
    await post(`playlists/${list.id}/entries`, { tracks });
    await happens("tracks that are added appear", `${rows} === 'Remote 1,Remote 2,Remote 3'`);
    await press("Remove Remote 2 from the playlist");
    await happens("one that is removed is gone", `${rows} === 'Remote 1,Remote 3'`);
    law("on the server, too", music.lists.get("p1").songs.join() === "1,3", music.lists.get("p1").songs.join());
    await post(`playlists/${list.id}/moves`, { from: 1, to: 0 });
    await happens("so is another order", `${rows} === 'Remote 3,Remote 1'`);
    law("there, too", music.lists.get("p1").songs.join() === "3,1");
    music.lists.get("p1").songs = ["2", "2", "1"];
    await press("Remove Remote 1 from the playlist");
    await happens("a list that was changed there meanwhile is shown as it is now", `${rows} === 'Remote 2,Remote 2,Remote 1' && document.querySelector('.toast').textContent.startsWith('The playlist was changed on home meanwhile')`);
    law("and nothing was done to it", music.lists.get("p1").songs.join() === "2,2,1");
    music.isWell = false;
    await press("Remove Remote 1 from the playlist");
    await happens("a server out of reach is said", "document.querySelector('.toast').textContent.startsWith('home did not change the playlist')");
    music.isWell = true;
    const deleted = await untilSo(async () => { // the address rests for a moment after its failure
        await page.evaluate("document.querySelector('.toast').textContent = ''");
        await press("Delete");
        await page.until("document.querySelector('dialog.sure-sheet[open]')");
        await page.evaluate("document.querySelector('dialog.sure-sheet form').requestSubmit()");
        await page.until("document.querySelector('.toast').textContent !== ''");
        return page.evaluate("document.querySelector('.toast').textContent");
    }, (words) => words.startsWith("Deleted"));
    law("it is deleted after a question", deleted === "Deleted “Evening” on home.", deleted);
    law("there, too", music.lists.size === 0);
}

async function asOwner(server, token) {
    return (await fetch(`${server.address}/api/v1/servers`, { headers: { authorization: `Bearer ${token}` } })).json();
}
