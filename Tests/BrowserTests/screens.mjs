import { untilSo } from "../PublicTests/workbench/waiting.mjs";
import { pieces } from "./stage/music.mjs";

/** Sound that nobody misses, and screens that are steered from another one. No page is touched unless the text says so. */
export default async function screens({ browser, server, tracks, law }) {
    await server.command({ do: "play", track: tracks.get(`Clicks at ${pieces.find(({ clicks }) => clicks).bpm}`).id, position: 0 });
    await server.command({ do: "repeat", mode: "all" });
    const open = async (options) => {
        const page = await browser.open({ url: server.pageAddress("quality=0"), untouched: true, ...options });
        await page.until("globalThis.downbeat?.scene && document.body.dataset.link === 'live'");
        return page;
    };
    const television = await open({ width: 640, height: 360 });
    const phone = await open({ width: 390, height: 844, before: `(${hearMediaKeys})()` });
    const happens = (page, sentence, expression) => page.until(expression).then((ms) => law(sentence, true, `${ms.toFixed(0)} ms`), (error) => law(sentence, false, error.message));
    const list = async () => (await server.get("rooms/main/screens")).screens;
    const listed = async (sentence, isSo) => {
        const screens = await untilSo(list, isSo);
        law(sentence, isSo(screens), screens.map(({ name, sound, style }) => `${name}: ${sound}, ${style}`).join("; "));
        return screens;
    };

    const both = await listed("two windows of one browser are two screens, with names", (screens) => screens.length === 2 && screens.every(({ sound, name }) => sound === "off" && name));
    law("whose names tell them apart", both[0]?.name === "Chrome on Linux" && both[1]?.name === "Chrome on Linux 2", both.map(({ name }) => name).join(", "));
    const [{ id }, { id: phoneId }] = both;
    await happens(phone, "a page says “Tap for sound” while nothing in the room is heard", "document.querySelector('.sound-pill')?.checkVisibility()");

    await server.command({ do: "screen.sound", screen: id, on: true, volume: 0.5 });
    await listed("a screen that is to sound and has not been touched waits for a tap", (screens) => screens[0].sound === "waiting");
    await happens(television, "and says so", "document.querySelector('.sound-pill').checkVisibility()");
    await television.click(".stage");
    await listed("a tap anywhere lets it sound, as loud as it was told", (screens) => screens[0].sound === "on" && screens[0].volume === 0.5);
    await happens(phone, "then no page asks for a tap", "!document.querySelector('.sound-pill').checkVisibility()");

    await phone.click(".sound [data-act=library]");
    await phone.click("#tab-screens");
    await phone.until("document.querySelectorAll('.screen-speaker').length === 2");
    await happens(phone, "each screen has its picture", "document.querySelector('.screen-face').getContext('2d').getImageData(0, 0, 160, 90).data.some((value, at) => at % 4 < 3 && value > 90)");
    await happens(phone, "the list shows who sounds", "document.querySelector('.screen-told').textContent === '50 %'");
    await phone.click(".screen-speaker");
    await happens(television, "a phone mutes a television", "!downbeat.listening?.on");
    await listed("and sees it", (screens) => screens[0].sound === "off");

    await phone.evaluate(`choose(document.querySelector('.screen-visuals select'), 'bars'), 1; function choose(list, value) { list.value = value; list.dispatchEvent(new Event('change')); }`);
    await happens(television, "the visuals of one screen are set from another", "downbeat.scene.settings.style === 'bars'");
    law("and of no other", await phone.evaluate("downbeat.scene.settings.style") !== "bars");
    await server.command({ do: "screen.rotate", screen: id, degrees: 90 });
    await happens(television, "a picture can be turned", "(({ width, height }) => height > width)(document.querySelector('.stage')) && document.querySelector('.stage').getBoundingClientRect().width === innerWidth");
    await seekOnTurned(television, { happens, server });
    await television.evaluate("globalThis.sameLoad = true");
    await server.command({ do: "screen.reload", screen: id });
    await happens(television, "a screen can be reloaded from afar", "!globalThis.sameLoad && globalThis.downbeat?.scene.settings.style === 'bars'");
    const after = await listed("and is the same one after it, with all that was set", (screens) => screens.length === 2 && screens.some(({ rotation, look }) => rotation === 90 && look?.style === "bars"));
    const again = after.find(({ rotation }) => rotation === 90)?.id;
    await server.command({ do: "screen.look", screen: again, look: null });
    await happens(television, "it can follow the room again", "downbeat.scene.settings.style !== 'bars'");

    await phone.until(`document.querySelector('[data-screen="${again}"] .screen-name')?.value`);
    await groups({ phone, television, happens, listed, law });
    await server.command({ do: "screen.sound", screen: phoneId, on: true });
    await phone.until("navigator.mediaSession.metadata?.title?.startsWith('Clicks') && navigator.mediaSession.playbackState === 'playing'")
        .then(() => law("a page that sounds tells the system what plays", true), () => law("a page that sounds tells the system what plays", false));
    await phone.evaluate("mediaKeys.pause()");
    const paused = async () => (await server.get("rooms/main")).timeline.playing === false;
    law("and a key of the system pauses the room", await untilSo(paused, Boolean));
    const drawn = "data:image/svg+xml," + encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' fill='red'/></svg>");
    await phone.evaluate(`import('./ui/mediaKeys.js').then(({ makeMediaKeys }) => {
        const cards = [{ source: 'b', title: 'Fading', hasCover: true }, { source: 'a', title: 'Drawn', hasCover: false }].map((card) => ({ source: card.source, sent: 0, cards: [{ from: 0, ...card }] }));
        const timelines = [{ generation: 1, source: 'b', from: 0 }, { generation: 2, source: 'a', from: 10, fade: { source: 'b', until: 30 } }];
        const room = { role: 'host', timelines, cards, state: { timeline: { playing: true } } };
        let us = 19;
        const keys = makeMediaKeys(document, { api: { trackArt: () => ${JSON.stringify(drawn)} }, act() {}, room: () => room, serverUs: () => us, sound: {}, positionS: () => 0 });
        keys.show(room, 'on');
        globalThis.fadingTitle = navigator.mediaSession.metadata.title;
        us = 21;
        keys.show(room, 'on');
    })`);
    law("until half-way of a crossfade the system is told the track that fades out", await phone.evaluate("fadingTitle") === "Fading");
    await happens(phone, "a drawn cover is told to the system as a bitmap", "(({ title, artwork }) => title === 'Drawn' && artwork[0].src.startsWith('data:image/png'))(navigator.mediaSession.metadata)");
    await server.command({ do: "screen.rotate", screen: again, degrees: 0 });
    await television.close();
    await phone.close();
}

/** A page on its side: a press three quarters along the bar, as somebody before it sees it, seeks there. */
async function seekOnTurned(television, { happens, server }) {
    const { track } = await server.get("rooms/main");
    await television.click(".seek-slider"); // loads what handles presses
    const { x, top, height, isUpright } = await television.evaluate(`(({ left, top, width, height }) => ({ x: left + width / 2, top, height, isUpright: height > width }))(
        document.querySelector('.seek-slider').getBoundingClientRect())`);
    const press = { x, y: top + 0.75 * height, button: "left", clickCount: 1 };
    await television.call("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
    await television.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
    await happens(television, "a turned page is laid out for its own shape", "document.querySelector('.seek-slider').clientWidth > 0.5 * innerHeight");
    await happens(television, "on a turned page a press on the bar seeks to what is under it", `${isUpright} && Math.abs(downbeat.scene.mediaS - ${0.75 * track.duration}) < 2`);
}

/** A group is made of what is selected, steered as one, renamed and deleted. */
async function groups({ phone, television, happens, listed, law }) {
    const press = (words) => phone.evaluate(`[...document.querySelectorAll('#panel-screens button')].find((button) => button.checkVisibility() && (button.textContent === '${words}' || button.getAttribute('aria-label') === '${words}')).click()`);
    const typed = (name) => phone.evaluate(`document.querySelector('dialog[open] input').value = '${name}'; document.querySelector('dialog[open] form').requestSubmit()`);
    await phone.evaluate("document.querySelectorAll('.screen-select input').forEach((box) => box.click())");
    await press("Group…");
    await phone.until("document.querySelector('dialog[open] input')");
    await typed("Bar");
    await happens(phone, "a group of the selected screens is in the list, with their number", "/^2 screens$/.test(document.querySelector('[data-group=Bar] .row-line')?.textContent)");
    await phone.evaluate("document.querySelector('[data-group=Bar] details').open = true");
    await phone.evaluate(`(({ list }) => { list.value = 'tunnel'; list.dispatchEvent(new Event('change')); })({ list: document.querySelector('[data-group=Bar] .screen-visuals select') })`);
    await happens(television, "its style is set on all of its screens", "downbeat.scene.settings.style === 'tunnel'");
    await happens(phone, "also on the one that set it", "downbeat.scene.settings.style === 'tunnel'");
    await phone.until("document.querySelector('[data-group=Bar] .screen-visuals .text-button').checkVisibility()");
    await press("Follow the room");
    await listed("and taken back from all", (screens) => screens.every(({ look }) => look === null));
    await press("Rename Bar");
    await phone.until("document.querySelector('dialog[open] input')");
    await typed("Lounge");
    await happens(phone, "a renamed group keeps its screens, and the focus stays with it", "document.querySelector('[data-group=Lounge] .row-line')?.textContent === '2 screens' && document.activeElement.closest('[data-group=Lounge]')");
    await phone.evaluate("document.querySelector('[data-group=Lounge] details').open = true");
    await press("Delete Lounge");
    law("the first press on “Delete” only asks", await phone.evaluate("document.querySelector('[data-group=Lounge] .screen-acts').textContent.endsWith('Really delete?')"));
    await press("Really delete Lounge?");
    await happens(phone, "the second deletes the group", "!document.querySelector('[data-group]')");
    await phone.evaluate("document.querySelectorAll('.screen-select input:checked').forEach((box) => box.click())");
}

/** Keeps what the page does at the system's media keys, for pressing them. Runs before the page's own script. */
function hearMediaKeys() {
    globalThis.mediaKeys = {};
    const { setActionHandler } = MediaSession.prototype;
    MediaSession.prototype.setActionHandler = function (name, act) {
        globalThis.mediaKeys[name] = act;
        setActionHandler.call(this, name, act);
    };
}
