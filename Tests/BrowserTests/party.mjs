import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { Server } from "./stage/server.mjs";

/** A party from its start: a television, a laptop with two windows, a phone as host and a phone as guest. */
export default async function party({ browser, query, law }) {
    const kept = mkdtempSync(join(tmpdir(), "browser-tests-"));
    const server = new Server({ query, kept, isOpen: false });
    try {
        await server.start();
        await server.analyzed(2);
        const evening = new Evening(browser, server, law);
        try {
            await evening.arrive(readFileSync(join(kept, "token"), "utf8").trim());
            await evening.sound();
            await evening.music();
            await evening.pictures();
        } finally {
            await evening.leave();
        }
    } finally {
        await server.stop();
        rmSync(kept, { recursive: true, force: true });
    }
}

class Evening {
    #browser;
    #server;
    #law;
    #laptop;
    #second;
    #television;
    #phone;
    #guest;

    constructor(browser, server, law) {
        this.#browser = browser;
        this.#server = server;
        this.#law = law;
    }

    /** Everybody comes by link, code or address. */
    async arrive(token) {
        this.#laptop = await this.#open(`${this.#server.pageAddress()}#token=${token}`, { width: 1280, height: 800, apart: false });
        await this.#step(this.#laptop, "the owner's link opens the laptop as owner, and music plays", role("owner"));
        this.#television = await this.#open(this.#server.pageAddress("kiosk=1"), { width: 960, height: 540 });
        await this.#step(this.#television, "the television shows the music without any controls", `${role("viewer")} && downbeat.scene.playing && !document.querySelector('.bar').checkVisibility({ visibilityProperty: true, opacityProperty: true })`);
        await this.#step(this.#laptop, "while nothing sounds, the laptop says “Tap for sound”", pillShows);

        await this.#act(this.#laptop, "[data-act=menu]", ".menu-sheet [data-act=invite]", ".links-sheet [value=host]");
        await this.#laptop.evaluate("document.querySelector('.link-form').requestSubmit()");
        await this.#step(this.#laptop, "the invitation to control has a code", "/^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(document.querySelector('.invite-code strong')?.textContent)");
        const code = await this.#laptop.evaluate("document.querySelector('.invite-code strong').textContent");
        await this.#laptop.evaluate("document.querySelector('.links-sheet').close()");

        this.#phone = await this.#open(this.#server.pageAddress(), { width: 390, height: 844 });
        await this.#phone.until(`${role("viewer")} && document.body.dataset.sync === 'sync'`);
        await this.#phone.click(".play-button");
        await this.#phone.until("document.querySelector('.token-sheet')?.open");
        await this.#phone.evaluate(`document.querySelector('.token-sheet input').value = ${JSON.stringify(code)}, document.querySelector('.token-sheet form').requestSubmit()`);
        await this.#step(this.#phone, "a phone that types the code is a host", role("host"));
        await this.#laptop.until("!downbeat.scene.playing");
        await this.#phone.click(".play-button");
        await this.#step(this.#laptop, "its Play button plays", "downbeat.scene.playing");

        await this.#act(this.#phone, "[data-act=menu]", ".menu-sheet [data-act=invite]", ".links-sheet [value=guest]");
        await this.#phone.evaluate("document.querySelector('.link-form').requestSubmit()");
        await this.#step(this.#phone, "the host makes a link for a guest", "document.querySelector('.link-shown input')?.value.includes('#token=')");
        const link = await this.#phone.evaluate("document.querySelector('.link-shown input').value");
        await this.#phone.evaluate("document.querySelector('.links-sheet').close()");
        this.#guest = await this.#open(link, { width: 390, height: 844 });
        await this.#step(this.#guest, "whoever opens it is a guest", role("guest"));
        await this.#step(this.#guest, "with a vote in place of the player's buttons", "document.querySelector('.vote-button').checkVisibility() && !document.querySelector('.play-button').checkVisibility()");

        this.#second = await this.#open(this.#server.pageAddress(), { width: 1280, height: 720, apart: false });
        await this.#listed("the laptop's second window is a screen of its own", (screens) => screens.length === 5 && new Set(screens.map(({ name }) => name)).size === 5);
    }

    /** The phone steers the television's sound. */
    async sound() {
        await this.#phone.click(".sound [data-act=library]");
        await this.#phone.click("#tab-screens");
        await this.#step(this.#phone, "the phone lists all five screens", "document.querySelectorAll('#panel-screens .screen').length === 5");
        const row = "[...document.querySelectorAll('#panel-screens .screen')].find((screen) => screen.querySelector('.screen-name').value.startsWith('Kiosk') || screen.querySelector('.screen-name').value === 'Television')";
        await this.#phone.evaluate(`(({ name }) => { name.value = 'Television'; name.dispatchEvent(new Event('change')); })({ name: (${row}).querySelector('.screen-name') })`);
        await this.#listed("the phone names the television", (screens) => screens.some(({ name }) => name === "Television"));
        await this.#phone.evaluate(`[...(${row}).querySelectorAll('button')].find(({ textContent }) => textContent === 'Identify').click()`);
        await this.#step(this.#television, "and has it show its name", "document.querySelector('.identify').textContent === 'Television' && !document.querySelector('.identify').hidden");
        await this.#phone.evaluate(`(${row}).querySelector('.screen-speaker').click()`);
        await this.#step(this.#phone, "turned on from the phone, the television waits for a tap", `(${row}).querySelector('.screen-told').textContent === 'Waiting for a tap'`);
        await this.#television.click(".stage");
        await this.#step(this.#phone, "and sounds after one", `/%$/.test((${row}).querySelector('.screen-told').textContent)`);
        await this.#step(this.#laptop, "nobody asks for a tap any more", `!(${pillShows})`);
        await this.#phone.evaluate(`(({ level }) => { level.value = 30; level.dispatchEvent(new Event('change')); })({ level: (${row}).querySelector('.screen-sound input') })`);
        await this.#listed("the phone turns it down", (screens) => screens.some(({ name, volume }) => name === "Television" && Math.abs(volume - 0.3) < 0.001));
    }

    /** The guest adds and votes, the host plays and pauses. */
    async music() {
        const count = async () => (await this.#server.get("rooms/main")).queue.count;
        const before = await count();
        await this.#guest.click(".sound [data-act=library]");
        await this.#guest.until("document.querySelector('#panel-library .list .card .more')");
        await this.#guest.evaluate("document.querySelector('#panel-library .list .card .more').click()");
        await this.#guest.evaluate("[...document.querySelectorAll('.menu-item')].find(({ textContent }) => textContent === 'Add to queue').click()");
        await this.#guest.until("document.querySelector('.undo-toast')?.textContent.includes('Added')");
        this.#law("the guest adds an album to the queue", await count() > before, `${before} → ${await count()} entries`);
        await this.#guest.evaluate("document.querySelector('[data-act=close]').click()");
        const title = await this.#laptop.evaluate("document.querySelector('.now-title').textContent");
        await this.#guest.click("[data-act=vote]");
        await this.#step(this.#laptop, "the only guest's vote skips", `document.querySelector('.now-title').textContent !== ${JSON.stringify(title)}`);
        await this.#phone.evaluate("document.querySelector('.drawer [data-act=close]').click()");
        await this.#phone.click(".play-button");
        for (const [page, who] of [[this.#television, "the television"], [this.#second, "the second window"]]) {
            await this.#step(page, `the phone pauses ${who}`, "!downbeat.scene.playing");
        }
        await this.#phone.click(".play-button");
        await this.#step(this.#television, "and plays on", "downbeat.scene.playing");
    }

    /** One screen has visuals of its own; then all change. */
    async pictures() {
        const [television] = (await this.#server.get("rooms/main/screens")).screens.filter(({ name }) => name === "Television");
        const list = "[...document.querySelectorAll('#panel-screens .screen')].find((screen) => screen.querySelector('.screen-name').value === 'Television')?.querySelector('.screen-visuals select')";
        const set = async (style) => {
            await this.#phone.evaluate("document.querySelector('.sound [data-act=library]').click()");
            await this.#phone.until("document.querySelector('#tab-screens')");
            await this.#phone.evaluate("document.querySelector('#tab-screens').click()");
            await this.#phone.until(list);
            await this.#phone.evaluate(`(({ list }) => { list.value = ${JSON.stringify(style)}; list.dispatchEvent(new Event('change')); })({ list: ${list} })`);
        };
        await set("bars");
        await this.#step(this.#television, "the phone gives the television a style of its own", "downbeat.scene.settings.style === 'bars'");
        this.#law("and no other screen", await this.#laptop.evaluate("downbeat.scene.settings.style") !== "bars", `screen ${television?.id}`);
        await set("");
        await this.#step(this.#television, "and has it follow the room again", "downbeat.scene.settings.style !== 'bars'");
        await this.#phone.click("#tab-look");
        await this.#phone.until("document.querySelector('[name=style][value=tunnel]')");
        await this.#phone.evaluate("document.querySelector('[name=style][value=tunnel]').click()");
        const all = [this.#laptop, this.#second, this.#television, this.#phone, this.#guest];
        const shown = await Promise.all(all.map((page) => page.until("downbeat.scene.settings.style === 'tunnel'").then(() => 1, () => 0)));
        this.#law("the style changes on all screens", shown.every(Boolean), `${shown.filter(Boolean).length} of 5`);
    }

    async leave() {
        for (const page of [this.#laptop, this.#second, this.#television, this.#phone, this.#guest]) await page?.close();
    }

    /** Each device is a browser of its own, but for the laptop's two windows. */
    async #open(url, options) {
        const page = await this.#browser.open({ url, apart: true, untouched: true, ...options });
        await page.until(isLive);
        return page;
    }

    /** Opens what the first selector names, and presses what the next ones name in it. */
    async #act(page, first, ...next) {
        await page.click(first);
        for (const selector of next) {
            await page.until(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`);
            await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
        }
    }

    async #step(page, sentence, expression) {
        await page.until(expression).then((ms) => this.#law(sentence, true, `${ms.toFixed(0)} ms`), () => this.#law(sentence, false));
    }

    async #listed(sentence, isSo) {
        const screens = await untilSo(async () => (await this.#server.get("rooms/main/screens")).screens, isSo);
        this.#law(sentence, isSo(screens), screens.map(({ name }) => name).join(", "));
    }
}

const isLive = "globalThis.downbeat?.scene && document.body.dataset.link === 'live'";
const pillShows = "document.querySelector('.sound-pill')?.checkVisibility()";
const role = (name) => `document.body.dataset.role === '${name}' && document.body.dataset.track === 'some'`;
