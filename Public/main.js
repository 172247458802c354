import { actOnPress, makeActions } from "./kernel/actions.js";
import { Owner } from "./kernel/owner.js";
import { makeStore } from "./kernel/store.js";
import { makeApi } from "./net/api.js";
import { needsKey, openSession } from "./net/session.js";
import { RoomLink } from "./net/roomLink.js";
import { toRoom } from "./net/roomThread.js";
import { clientName, makeKept, makeToken, windowNumber } from "./net/token.js";
import { styles as stageStyles } from "./renderers/index.js";
import { waveformStyles } from "./renderers/waveform/index.js";
import { FrameStore } from "./session/frames.js";
import { OwnLook } from "./session/ownLook.js";
import { gridOf, next as nextRoom, noRoom } from "./session/room.js";
import { SceneMaker } from "./session/scene.js";
import { addressed } from "./session/settings.js";
import { inForce, mediaTimeS, positionS } from "./session/timeline.js";
import { makeBar } from "./ui/bar.js";
import { makeChip } from "./ui/chip.js";
import { makeChrome } from "./ui/chrome.js";
import { withStyle, write } from "./ui/elements.js";
import { isTelevision, listenToKeys } from "./ui/keys.js";
import { later } from "./ui/later.js";
import { makeNotices } from "./ui/notices.js";
import { makePresence } from "./ui/presence.js";
import { SeekBar } from "./ui/seekbar.js";
import { finest, FrameMeter, makeStageCover, Stage } from "./ui/stage.js";
import { makeStyles } from "./ui/styles.js";
import { roomWords } from "./ui/words.js";

const factsEveryMs = 1000;
const cardS = 8; // a title card is shown until then
const reportEvery = 5; // of those

const asked = addressed(location.search, location.hash);
if (asked.key) history.replaceState(history.state, "", location.pathname + location.search); // so that the key is not shared by accident
// Before the first request that may need the viewers' key.
if (asked.key ?? asked.token) await openSession(document.baseURI, asked.key ?? asked.token);
const enter = async (key) => await openSession(document.baseURI, key) && !await needsKey(document.baseURI); // cookies may be disabled
const token = makeToken(asked.token);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const kind = asked.mini ? "mini" : "window";
let number = windowNumber(kind) ?? await import("./net/windowNumbers.js").then(({ numbersOf }) => numbersOf(kind).take(), () => 0);
const look = new OwnLook(makeKept(globalThis.localStorage, `downbeat.look${asked.mini ? ".mini" : ""}${+number || ""}`), asked.look, () => reduced.matches);
const api = makeApi(document.baseURI, token.get);
const frames = new FrameStore();
const maker = new SceneMaker(frames);
const meter = new FrameMeter();
const socket = new RoomLink(() => ({
    name: asked.name ?? "", kind: "screen", room: asked.room, client: clientName(kind, number), token: token.get(), person: makeKept(globalThis.localStorage, `downbeat.person.${asked.room}`).get(), streams: streams(),
}));

const owner = new Owner(); // of the page
const store = makeStore(nextRoom, noRoom);
let room = noRoom;
let drops = 0;
let changed = true;
let facts = 0;
let paintedMs = 0;
let lastMs = 0;
let debugging = false;
let held = false;
let about = null; // the card of the title
let starts = true; // until a track has started here
let quality = asked.quality ?? finest; // of this screen; the others of a wall may hold it coarser
let reported = "";

const notice = makeNotices(document);
const seekbar = new SeekBar(document.querySelector(".seek-track"), api, makeStyles(waveformStyles, notice), notice);
seekbar.framesOf = (source) => frames.of(source);
const bar = makeBar(document, api, seekbar);
const chip = makeChip(document);
const ownStyle = async (name) => {
    const made = await import(`./renderers/own/${name}.js`);
    if (made.shader === undefined) return made;
    const { ownShader } = await import("./renderers/shading/own.js");
    return ownShader(`../own/${name}.js`, made, name === (asked.renderer ?? asked.look.style), notice);
};
const styleOf = makeStyles(stageStyles, notice, ownStyle);
const picture = later(async () => new (await import("./ui/picture.js")).Picture(notice, ownStyle), notice);
const stageCover = makeStageCover(api);
const over = later(() => Promise.all([withStyle("drawer.css"), withStyle("sheets.css")]), notice);
const drawer = later(async () => {
    const [{ Drawer }] = await Promise.all([import("./ui/drawer.js"), over.want()]);
    const made = new Drawer(document, { act: (...asked) => act(...asked), sounds: () => pressed({ do: "play" }), stage, api, token: token.get, allowed, command, change, notice, ownLook: () => look.isOwn, watchScreens, calibrate, frames, socket, colours: () => maker.scene.colours, scene: maker.scene, role: () => room.role, room: () => room, positionS: () => maker.scene.trackS, get roomName() { return asked.room; } });
    made.show(room, look.settings);
    return made;
}, notice);
const sheets = later(async () => {
    const [{ makeHelp, makeTokenSheet }] = await Promise.all([import("./ui/sheets.js"), over.want()]);
    return { help: makeHelp(document), askToken: makeTokenSheet(document) };
}, notice);
const pressed = (wish) => (sound.here ? sound.here.press(wish) : wish.do === "look" || sound.want().then((made) => made?.press(wish)));
const control = later(async () => (await import("./ui/control.js")).makeControl({ socket, token, sheets, notice, pressed }), notice);
const command = async (wish) => (await control.want())?.command(wish) ?? { type: "error", code: "offline" };
const allowed = async (body) => {
    const made = await control.want();
    if (!made) throw new Error("Server not responding.");
    return made.allowed(body);
};
const keySheet = later(async () => {
    const [{ makeKeySheet }] = await Promise.all([import("./ui/keySheet.js"), over.want()]);
    return makeKeySheet(document, enter, () => location.reload());
}, notice);
const listenShift = makeKept(globalThis.localStorage, "downbeat.listenOffset");
const calibration = later(async () => {
    const [{ makeCalibration }] = await Promise.all([import("./ui/calibrate.js"), over.want()]);
    return makeCalibration(document, listenShift);
}, notice);
const calibrate = async () => (await calibration.want())?.();
/** This page's clock when sound of a server time is to be heard. */
const clientS = (serverUs) => {
    const clientMs = socket.clientMs(serverUs + offsetUs() + 1000 * (Number(listenShift.get()) || 0));
    return clientMs === undefined ? undefined : clientMs / 1000;
};
const sound = later(async () => (await import("./ui/sound.js")).makeSound(document, socket, clientS, notice, api, () => room, asked), notice);
let showResting = () => {};
const views = later(async () => (await import("./session/views.js")).makeViews(asked.mini, crypto.getRandomValues(new Uint32Array(2)).join("-"), (resting) => {
    showResting(resting);
    tellVisible();
}), notice);
const { streams, tellVisible, unseen, watchScreens } = makePresence(document, socket, { views, sound, drawer });
const figures = later(() => import("./ui/figures.js"), notice);
const idle = later(async () => {
    const [{ makeIdle }] = await Promise.all([import("./ui/idle.js"), withStyle("idle.css")]);
    const made = makeIdle(document, api, document.baseURI, asked.room);
    made.show(room);
    return made;
}, notice);
const party = later(async () => (await import("./ui/party/party.js")).makeParty(document, { socket, api, allowed, command, notice, over, roomName: asked.room, asked, room: () => room }), notice);
const isGoverned = asked.quality === undefined && !asked.fps && !asked.scale;
/** This page as a screen that others steer. */
const own = later(async () => {
    const [{ makeOwnScreen }] = await Promise.all([import("./ui/ownScreen.js"), withStyle("screen.css")]);
    return makeOwnScreen(document, {
        asked, api, sound, act, command, stage, kind, number, positionS: () => maker.scene.trackS, settings: () => look.settings, room: () => room,
        serverUs: () => socket.serverUs(performance.now()),
        moved: (to) => {
            number = to;
            socket.greet();
        },
    });
}, notice);
const governor = later(async () => new (await import("./ui/governor.js")).Governor(), notice);
const trouble = later(async () => (await import("./ui/trouble.js")).makeTrouble(document, notice), notice);
const syncTest = later(() => import("./ui/syncTest.js"), notice);
const wall = later(() => import("./session/wall.js"), notice);
/** The seek bar's tools. */
const tools = later(async () => {
    const [{ SeekTools }] = await Promise.all([import("./ui/tools.js"), over.want().then(() => withStyle("tools.css"))]);
    return new SeekTools(document, { api, seekbar, notice, allowed, heardS, clientS, command, sound, room: () => room, serverUs: () => socket.serverUs(performance.now()),
        positionS: () => maker.scene.trackS });
}, notice);
const chrome = makeChrome(document, () => drawer.here?.open || document.querySelector("dialog[open], .tooling") !== null);
const debug = document.querySelector(".debug");
const stage = new Stage(document.querySelector(".stage"), asked.scale ?? 1, maker.scene);
stage.quality = quality;
maker.scene.isGoverned = asked.quality === undefined;
document.body.classList.toggle("bare", asked.kiosk);
const roomHeading = document.querySelector(".room-name span");

/** Changes the visuals of this screen, or of all screens of the room. */
function change(wish, onlyHere) {
    changed = true;
    if (!look.change(wish, onlyHere || asked.mini || room.role === "guest")) return command({ do: "look", ...wish });
    own.here?.keepLook(wish && look.wishes);
}

store.watch(owner, (now) => now, (now) => {
    [room, changed] = [now, true];
    sound.here?.hear(room);
});
store.watch(owner, ({ link }) => link, (link) => {
    chip(room, socket.clockState(performance.now()), socket.probes);
    if (link === "offline") lookForKey();
});
store.watch(owner, ({ identify }) => identify, showIdentify);
store.watch(owner, ({ place }) => place, showPart);
socket.heard = (message) => {
    store.take(message);
    own.here?.hear(message, room);
    party.here?.hear(message);
    if (message.type === "welcome") {
        token.accept(message.role);
        if (unseen()) tellVisible();
        if (seekbar.source) seekbar.loadMarkers(); // others may have changed them
        reported = "";
    }
    if (message.type !== "error" || message.id != null) return;
    // The stored token may belong to another server, or its link has ended.
    if (/^token-/.test(message.code) && token.refuse()) socket.greet();
    if (message.code !== "token-wrong" || asked.token) notice(message.message, true);
};

socket.packet = (packet) => {
    const timeline = room.timelines.find((one) => one.generation === packet.generation);
    if (packet.kind === "audio") sound.here?.listening.take(packet, timeline);
    if (packet.kind !== "frames") return;
    if (!timeline?.source) drops += 1;
    else frames.put(packet, timeline.source, mediaTimeS(timeline, packet.dueUs));
};

// At once, although the rest is updated once a second.
socket.learned = () => {
    if (document.body.dataset.sync !== "sync") chip(room, socket.clockState(performance.now()), socket.probes);
};

function paint(nowMs) {
    requestAnimationFrame(paint);
    if (held || views.here?.resting) return;
    if (asked.fps && nowMs - paintedMs < 1000 / asked.fps - 1) return;
    paintedMs = nowMs;
    const started = performance.now();
    // While the others of a wall hold it coarser, its frames tell nothing of its own quality.
    if (governor.here && !unseen()) quality = governor.here.frame(stage.quality < quality ? Infinity : nowMs - lastMs);
    stage.quality = Math.min(quality, room.quality ?? Infinity);
    maker.scene.isPlain = room.plain === true;
    lastMs = nowMs;
    const scene = drawStage((socket.frameUs(nowMs) ?? 0) - offsetUs());
    bar.tick(seekbar.previewS ?? scene.trackS);
    if (!document.body.classList.contains("quiet")) seekbar.draw(scene);
    meter.add(nowMs, performance.now() - started);
}

const sceneAt = (us) => maker.at(us, room, look.settings);
const usualStyle = () => styleOf(asked.renderer ?? look.settings.style);

function drawStage(serverUs) {
    if (changed) showRoom();
    const scene = sceneAt(serverUs);
    changed ||= scene.about !== about;
    about = scene.about;
    scene.art = stageCover(about?.source);
    if (starts && scene.about && scene.mediaS < cardS) {
        starts = false;
        picture.want();
    }
    stage.clear(scene.settings.background);
    if (asked.test === "sync") syncTest.here?.drawSyncTest(stage.context, scene);
    else if (picture.here && !asked.mini) picture.here.draw(stage, scene, gridOf(room, scene.named), usualStyle, sceneAt);
    else usualStyle()(stage.context, scene);
    return scene;
}

/** For tests and debugging; the page does not use it. */
globalThis.downbeat = {
    /** The scene, updated in each frame. */
    scene: maker.scene,
    seekbar,
    /** Draws the picture of a server time and freezes it; without a time the page continues. */
    drawAt(serverUs) {
        held = serverUs !== undefined;
        if (held) drawStage(serverUs);
    },
    /** The server's time by this page's clock, in microseconds. */
    serverUs: () => socket.serverUs(performance.now()),
    /** Whether the style that is set has been loaded. */
    hasStyle: () => styleOf.isThere(),
    mediaS: (serverUs) => positionS(inForce(room.timelines, serverUs), serverUs),
    get listening() {
        return sound.here?.listening;
    },
};

/** Shows this screen's part of a wall. */
async function showPart() {
    if (asked.mini || asked.test) return;
    stage.part = asked.wall || room.place ? (await wall.want())?.partOf(asked, room) : undefined;
}

// This screen's delay behind the room.
function offsetUs() {
    return 1000 * (asked.offsetMs ?? room.offsetMs);
}

/** The position in what plays at a time; undefined while nothing does. */
function heardS(clientMs) {
    const serverUs = socket.serverUs(clientMs);
    const timeline = serverUs === undefined ? undefined : inForce(room.timelines, serverUs);
    return timeline?.playing ? positionS(timeline, serverUs) : undefined;
}

function showRoom() {
    changed = false;
    const { state } = room;
    const settings = look.settle(state?.look, room);
    document.body.dataset.background = settings.background;
    if (settings.party !== "off" || settings.background === "art" || settings.titles === "always") picture.want();
    drawer.here?.show(room, settings);
    const shown = about ?? state?.track; // in a crossfade not yet the one that plays
    bar.show(room, shown);
    write(roomHeading, state?.label || roomWords(asked.room));
    if (state?.timeline.source === null) idle.want();
    if (state?.loop) tools.want(); // they draw it
    if (state?.click?.on || state?.following) acts.want().then((made) => made?.told());
    tools.here?.told();
    idle.here?.show(room);
    if (asked.poster || (asked.token && state?.party) || state?.look.poster || room.look?.poster || party.here) party.want().then((made) => made?.show(room));
    document.body.dataset.role = room.role;
    document.title = shown ? `${shown.title} – Downbeat` : "Downbeat";
}

function showFacts() {
    const nowMs = performance.now();
    views.here?.tell();
    const clock = socket.clockState(nowMs);
    chip(room, clock, socket.probes);
    debug.hidden = !debugging;
    showIdentify();
    const { scene } = maker;
    seekbar.heed(scene);
    if (debugging && figures.here) {
        debug.textContent = figures.here.figuresText({
            fps: meter.fps, scriptMs: meter.scriptMs, clock, drops, scene, room, size: `${scene.view.width}×${scene.view.height}`, quality: stage.quality, isGoverned, awake: own.here?.awake,
            bufferS: frames.of(scene.named).knownUntil(scene.mediaS) - scene.mediaS,
        });
    }
    facts += 1;
    if (facts % reportEvery === 0) (room.link === "offline" ? lookForKey : trouble.want)();
    if (facts === reportEvery && !asked.kiosk) [control, acts].forEach((part) => part.want()); // a press in an outage needs them at once
    const ranOn = trouble.here?.runOn(room, scene.source);
    if (ranOn) store.put(ranOn);
    const size = document.body;
    const shape = asked.mini || asked.test ? {} : { width: size.clientWidth, height: size.clientHeight, quality, onWall: asked.wall !== undefined, ...own.here?.report() };
    const telling = JSON.stringify(shape);
    if (!clock || (facts % reportEvery !== 0 && telling === reported)) return;
    reported = telling;
    const fps = Math.round(meter.fps * 10) / 10;
    socket.send({ type: "report", errorMs: clock.boundUs / 1000, fps, latencyMs: sound.here?.listening.latencyMs, ...shape });
}

/** A socket that fails to open gives no reason. */
async function lookForKey() {
    if (!await needsKey(document.baseURI)) return;
    const shown = token.get();
    if (shown && await enter(shown)) return location.reload();
    if (shown) token.refuse();
    (await keySheet.want())?.();
}

function showIdentify() {
    const element = document.querySelector(".identify");
    element.hidden = !(room.identify && maker.scene.timeS * 1e6 < room.identify.untilUs);
    element.dataset.number = room.identify?.number;
    write(element, room.identify?.name ?? "");
}

const acts = later(async () => (await import("./ui/acts.js")).makeActs(document, {
    command, change, drawer, chrome, notice, api, seekbar, sound, sheets, party,
    settings: () => look.settings,
    room: () => room,
    positionS: () => maker.scene.trackS,
    asked, idle, tools, allowed, over, picture, calibrate, socket, heardS, offsetUs, scene: maker.scene, get roomName() { return asked.room; },
    debug: async () => {
        debugging = !debugging;
        await figures.want();
        showFacts();
    },
}), notice);
const act = makeActions(acts.want, (...late) => acts.here.isWanted(...late));
if (asked.mini) {
    later(async () => (await import("./ui/mini.js")).makeMini(document, act), notice).want().then((show) => {
        showResting = show ?? showResting;
        showResting(views.here?.resting === true);
    });
}
seekbar.seek = (atS) => act("seek", atS);
seekbar.seekBy = (distance) => act("seekBy", distance);
seekbar.zoomedIn = tools.want;
seekbar.markerAct = async (marker, act) => (await tools.want())?.markerAct(marker, act);
if (isTelevision(navigator.userAgent)) {
    document.body.dataset.remote = "tv";
    act("television");
}
listenToKeys(owner, document, act);
actOnPress(owner, document, act);
owner.listen(document, "visibilitychange", () => {
    views.here?.tell();
    tellVisible();
    if (!document.hidden) socket.comeBack();
    changed = true;
});
owner.listen(window, "online pageshow", () => socket.comeBack());
owner.listen(window, "pagehide", () => socket.goAway()); // a page that the browser keeps is no screen
owner.listen(reduced, "change", () => { changed = true; });
const news = later(async () => (await import("./net/news.js")).listenToNews(document.baseURI, ({ change, track }) => {
    if (change === "markers" && track === room.state?.track?.id) seekbar.loadMarkers();
    if (change === "grid" && track === room.state?.track?.id) tools.here?.gridChanged();
    drawer.here?.libraryChanged(change);
}, (analysis) => {
    if (analysis.track === room.state?.track?.id) seekbar.tellAnalysis(analysis);
    drawer.here?.tellAnalysis(analysis);
}, () => {
    if (seekbar.source !== null) seekbar.loadMarkers();
    drawer.here?.libraryChanged("looks");
}), notice);
// Preload the rest at the first pointer move or key press; a screen on a wall never needs it.
const firstTouch = owner.listen(window, "pointermove pointerdown keydown", () => {
    firstTouch();
    for (const part of [seekbar.hand, control, acts, drawer, sheets, sound]) part.want();
}, { passive: true });
if (asked.test === "sync") syncTest.want();
if (asked.wall) showPart();
if (location.hash.startsWith("#library")) act("library");
if (asked.calibrate) calibrate();
if (asked.view) acts.want().then((made) => made?.view(asked.view));
owner.every(factsEveryMs, showFacts);
owner.after(3 * factsEveryMs, picture.want);
owner.after(factsEveryMs, () => {
    [news, views, own, seekbar.hand].forEach((part) => part.want());
    if (isGoverned) governor.want(); // the first frames are late in any case
});
toRoom((port) => socket.start(port));
requestAnimationFrame(paint);
