import { styles as stageStyles } from "../renderers/index.js";
import { addressIn } from "../net/roomAddress.js";
import { addressed, colourModes, styles } from "../session/settings.js";
import { isRecording } from "../session/timeline.js";
import { withStyle, write } from "./elements.js";
import { later } from "./later.js";
import { distanceOf, markerBeside } from "./seekSteps.js";
import { colourNames, styleWords } from "./phrases.js";

const panShare = 0.25; // of the visible part, for a key
const miniWindow = "popup,width=380,height=340";
const sameS = 0.05; // markers nearer to each other than this are one
const mostLateMs = 2000;
/** They only show something here, and people wait for that. */
const shows = new Set(["remote", "television", "menu", "help", "library", "whole", "enter", "queue", "find", "rooms", "invite", "party", "code", "ask", "offer", "pairing", "metronome", "lyrics", "beats", "markers", "title", "debug"]);

/**
 * Whether an action is still wanted when this part of the page has loaded: nobody wants a skip long after the press.
 * @param {string} name @param {number} waitedMs since the press
 */
export function isWanted(name, waitedMs) {
    return waitedMs < mostLateMs || shows.has(name);
}

/**
 * All actions of buttons and keys by name.
 * @param {Document} document
 * @param {object} page
 */
export function makeActs(document, page) {
    const { command, drawer, notice } = page;
    const following = (list, value, step) => list[(list.indexOf(value) + step + list.length) % list.length];
    const shownS = () => page.seekbar.span.endS - page.seekbar.span.startS;
    /** Says what was changed, unless the room refused it. */
    const change = async (wish, words) => {
        if ((await page.change(wish))?.type !== "error") notice(words);
    };
    const played = () => page.room().state?.timeline.source ?? null;

    const menu = later(async () => {
        const [{ makeSettings }] = await Promise.all([import("./settings.js"), page.sheets.want(), withStyle("menu.css")]);
        return makeSettings(document, { settings: page.settings, lead: async (panel, place) => (await drawer.want())?.lead(panel, place), ...sheet });
    }, notice);
    const sheet = { api: page.api, allowed: page.allowed, command, room: page.room, notice, get roomName() { return page.roomName; }, role: () => page.room().role, goTo: (name) => goTo(name) };
    const invite = later(async () => {
        const [{ makeInvite }] = await Promise.all([import("./invite.js"), page.over.want()]);
        return makeInvite(document, sheet);
    }, notice);
    const pairing = later(async () => {
        const [{ makePairing }] = await Promise.all([import("./pairing.js"), page.over.want(), withStyle("pairing.css")]);
        return makePairing(document, sheet);
    }, notice);
    const rooms = later(async () => {
        const [{ makeRooms }] = await Promise.all([import("./rooms.js"), page.over.want()]);
        return makeRooms(document, sheet);
    }, notice);
    const metronome = later(async () => {
        const [{ makeMetronome }] = await Promise.all([import("./metronome/metronome.js"), page.over.want(), withStyle("metronome.css")]);
        return makeMetronome(document, page);
    }, notice);
    const followed = later(async () => {
        const [{ makeFollowing }] = await Promise.all([import("./following/bar.js"), withStyle("following.css")]);
        return makeFollowing(document, page);
    }, notice);
    const lyrics = later(async () => {
        const [{ makeLyrics }] = await Promise.all([import("./lyrics.js"), withStyle("lyrics.css")]);
        return makeLyrics(document, page);
    }, notice);
    const clicks = () => page.room().state?.click?.on === true;
    const follows = () => page.room().state?.following != null;
    const remote = later(async () => {
        const [{ makeRemote }] = await Promise.all([import("./remote.js"), withStyle("remote.css")]);
        return makeRemote(document, page.chrome, (name, event) => acts[name](event));
    }, notice);
    /** Shows what the library would lie over. */
    const inSight = async (part, show) => {
        drawer.here?.makeRoom();
        const made = await part.want();
        if (made) show(made);
    };
    const acts = {
        toggle: () => command(!follows() && played() === null && page.room().queue.entries.length === 0 ? { do: "play", library: true } : { do: "toggle" }),
        next: () => (clicks() ? command({ do: "click.next" }) : page.room().role === "guest" ? acts.vote() : command({ do: "next" })),
        vote: () => command({ do: "vote" }),
        previous: () => command({ do: clicks() ? "click.previous" : "previous" }),
        metronome: () => inSight(metronome, (made) => made.toggle()),
        /** The room plays its metronome, or shows what somebody plays elsewhere, in place of its music. */
        told: async () => {
            if (clicks()) (await metronome.want())?.follow();
            if (follows()) (await followed.want())?.show();
        },
        /** Opens a view that the page's address names. */
        view: async (name) => {
            if (name === "lyrics") await inSight(lyrics, (made) => made.toggle(true)); // a screen that nobody sits at
            else if (["metronome", "focus"].includes(name)) (await metronome.want())?.open(name);
        },
        lyrics: () => inSight(lyrics, (made) => made.toggle()),
        seek: (positionS) => command({ do: "seek", position: Math.max(0, Math.round(positionS * 1e6) / 1e6) }),
        /** The server adds the distance, so that presses in quick succession add up. */
        seekBy: (distance) => isRecording(played()) && command({ do: "seek", ...distance }),
        back: (event) => acts.seekBy(distanceOf(event, -1)),
        ahead: (event) => acts.seekBy(distanceOf(event, 1)),
        beatBack: () => acts.seekBy({ beats: -1 }),
        beatAhead: () => acts.seekBy({ beats: 1 }),
        markerBack: () => acts.toMarker(-1),
        markerAhead: () => acts.toMarker(1),
        toMarker: (way) => {
            const marker = markerBeside(page.seekbar.markers, page.positionS(), way);
            if (marker) acts.seek(marker.start);
            else notice(way < 0 ? "No marker before this one." : "No marker after this one.");
        },
        panBack: () => page.seekbar.pan(-panShare * shownS()),
        panAhead: () => page.seekbar.pan(panShare * shownS()),
        closer: () => page.seekbar.zoom(page.positionS(), 2),
        wider: () => page.seekbar.zoom(page.positionS(), 0.5),
        whole: () => page.seekbar.showWhole(),
        full: async () => {
            try {
                if (document.fullscreenElement) await document.exitFullscreen();
                else await document.documentElement.requestFullscreen();
            } catch {
                notice("This browser does not let the page fill the screen. Add it to the home screen, or use the browser's own key.");
            }
        },
        mini: async () => {
            const address = new URL(document.baseURI);
            address.hash = "";
            address.search = new URLSearchParams({ view: "mini", ...(page.roomName === "main" ? {} : { room: page.roomName }) });
            const { floats } = await import("./floating.js").catch(() => ({}));
            if (await floats?.(address)) return;
            if (!window.open(address, `downbeat-mini-${page.roomName}`, miniWindow)) notice("This browser keeps the page from opening a window.", true);
        },
        style: (event) => {
            const style = following(styles, page.settings().style, event?.shiftKey ? -1 : 1);
            change({ style, ...(page.settings().party === "off" ? {} : { party: "off" }) }, styleWords(stageStyles, style));
        },
        colour: () => {
            const colour = following(colourModes, page.settings().colour, 1);
            change({ colour }, `${styleWords(colourNames, colour)} colours`);
        },
        listen: async () => (await page.sound.want())?.toggle(),
        mute: async () => (await page.sound.want())?.toggle(),
        debug: page.debug,
        hide: page.chrome.toggle,
        help: async () => (await page.sheets.want())?.help(),
        menu: async () => (await menu.want())?.(),
        calibrate: page.calibrate,
        play: () => command({ do: "play" }),
        pause: () => command({ do: "pause" }),
        remote: async (event) => (await remote.want())?.press(event),
        television: () => remote.want(),
        /** From far away the library is read in the whole window. */
        library: async () => (document.body.dataset.remote === "on" && !drawer.here?.open ? acts.enter() : (await drawer.want())?.toggle("library")),
        whole: async () => (await drawer.want())?.toggleWhole(),
        enter: async () => (await drawer.want())?.enter(),
        queue: async () => (await drawer.want())?.toggle("queue"),
        find: async () => (await drawer.want())?.find(),
        close: () => {
            if (!drawer.here?.open && lyrics.here?.close()) return;
            page.tools.here?.close();
            drawer.here?.close();
        },
        picture: async () => {
            try {
                const { savePicture } = await import("./share.js");
                const name = await savePicture(document.querySelector(".stage"), page.room().state?.track ?? null, page.seekbar.drawInto);
                notice(`Saved as “${name}”.`);
            } catch {
                notice("The image could not be saved.", true);
            }
        },
        waveform: async () => {
            try {
                const { saveWave } = await import("./share.js");
                notice(`Saved as “${await saveWave(page.room().state?.track ?? null, page.seekbar.drawOn)}”.`);
            } catch {
                notice("The waveform could not be saved.", true);
            }
        },
        title: async () => {
            const track = page.room().state?.track;
            if (!track) return;
            await inSight(page.picture, (made) => made.tellTitle());
            const { title, artist, album, year } = track;
            write(document.querySelector(".status"), [title, artist && `by ${artist}`, album && `from ${album}`, year].filter(Boolean).join(", "));
        },
        invite: async (event) => (await invite.want())?.(event?.target.closest?.("[data-invite]")?.dataset.invite),
        /** Four letters on this screen: to be let in, or to let somebody in. */
        ask: async () => (await pairing.want())?.ask(),
        offer: async (event) => (await pairing.want())?.offer(event.target.closest("[data-role-offered]").dataset.roleOffered),
        pairing: () => pairing.want(),
        party: async () => (await page.party.want())?.open(),
        rooms: async () => (await rooms.want())?.(),
        /** A page that a code let in begins anew, with its link. */
        code: async () => {
            const token = await (await page.sheets.want())?.askToken(false);
            if (!token) return;
            location.hash = `token=${token}`;
        },
        share: async () => {
            try {
                const [{ shareLook }, { addressToShare }] = await Promise.all([import("./share.js"), import("../net/joining.js")]);
                await shareLook(document, await addressToShare(document.baseURI, page.api, page.roomName), page.roomName, page.settings(), notice);
            } catch (problem) {
                notice(problem.code === "no-address" ? problem.message : "The link could not be copied.", true);
            }
        },
        beats: () => inSight(page.tools, (made) => made.toggle("beats")),
        markers: () => inSight(page.tools, (made) => made.toggle("markers")),
        tap: (event) => (follows() ? followed.here : page.tools.here)?.tap(event.timeStamp),
        mark: async () => {
            const { source } = page.seekbar;
            if (!source) return;
            const start = Math.round(page.positionS() * 1000) / 1000;
            if (page.seekbar.markers.some((marker) => Math.abs(marker.start - start) < sameS)) return notice("There is a marker here already.");
            try {
                await page.allowed(() => page.api.send("POST", `tracks/${source}/markers`, { start }));
                page.seekbar.loadMarkers();
                notice("Marker set.");
            } catch (problem) {
                if (problem.status !== 401) notice(problem.message, true); // else somebody did not want to give the key
            }
        },
    };
    /** Shows another room, in place: sound that a person has allowed goes on there. */
    function goTo(name) {
        if (name === page.roomName) return;
        history.pushState(history.state, "", addressIn(location.href, name) + location.hash);
        enterRoom(name);
    }

    function enterRoom(name) {
        const { asked, idle, socket } = page;
        const [before, heard] = [asked.room, socket.heard];
        /** The first answer tells whether the server has let this page in. */
        socket.heard = (message) => {
            const isRefused = message.type === "error" && message.id == null;
            if (isRefused) asked.room = before;
            if (isRefused || message.type === "welcome") {
                socket.heard = heard;
                idle.here?.moved(asked.room);
            }
            heard(message);
        };
        asked.room = name;
        socket.greet();
    }

    addEventListener("popstate", () => {
        const { room } = addressed(location.search, "");
        if (room !== page.roomName) enterRoom(room);
    });
    addEventListener("hashchange", () => {
        if (addressed("", location.hash).token) location.reload();
    });
    return { ...acts, isWanted };
}
