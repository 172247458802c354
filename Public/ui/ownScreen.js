import { deviceName } from "../net/deviceName.js";
import { makeWindowKept } from "../net/windowKept.js";
import { numbersOf } from "../net/windowNumbers.js";
import { insteadNow } from "../renderers/shading/instead.js";
import { makeAwake } from "./awake.js";
import { makeMediaKeys } from "./mediaKeys.js";
import { makeSoundPill } from "./soundPill.js";
import { keepLetterKeys } from "./letterKeys.js";

/**
 * This page as a screen that others steer: obeys what is set for it, tells what is true here, and tells the room what a host sets here.
 * @param {Document} document
 * @param {object} page
 */
export function makeOwnScreen(document, page) {
    const { asked, command, settings, sound } = page;
    const isPart = asked.mini || asked.test !== undefined; // of another page, or a test
    const kept = makeWindowKept("downbeat.sound");
    const isReload = sessionHas("downbeat.sound");
    const controls = () => ["host", "owner"].includes(page.room().role);
    const pill = makeSoundPill(document, { asked, tap: () => act((made) => made.toggle()), room: page.room, state: () => sound.here?.state ?? "off",
        isSilenced: () => sound.here?.isSilenced === true, silence: () => act((made) => made.silence()) });
    const awake = makeAwake(document, asked);
    const mediaKeys = makeMediaKeys(document, page);
    const device = deviceName(navigator, asked);
    let obeyed = read();
    let isFirst = true;
    let followed;
    keepLetterKeys(document);

    /** Does something with the sound, whose part of the page may have to be loaded first. */
    async function act(body) {
        const made = await sound.want();
        if (!made) return;
        if (made !== followed) {
            followed = made;
            made.follow(show);
            made.chosen = () => chosen(made);
        }
        await body(made);
        show();
    }

    function read() {
        try {
            return JSON.parse(kept.get() ?? "{}") ?? {};
        } catch {
            return {}; // not written by this page
        }
    }

    function keep(state) {
        obeyed = state;
        kept.set(JSON.stringify(state));
    }

    /** A person has changed the sound here. */
    function chosen(made) {
        const on = made.state !== "off";
        keep({ ...obeyed, on });
        if (controls() && !isPart) command({ do: "screen.sound", screen: page.room().id, on, volume: made.level });
    }

    /** A new visit begins silent, but for a kiosk: nobody is there to press a button. */
    function obey(room) {
        const told = room.sound ?? { on: null, volume: null, edition: 0 };
        const isNews = told.edition > 0 && told.edition !== obeyed.edition;
        if (!isNews && !isFirst) return;
        const isBegun = isFirst && (sound.here?.state ?? "off") !== "off";
        const before = isFirst && !isReload && !asked.kiosk ? false : obeyed.on ?? false;
        const on = (isNews ? told.on : null) ?? before;
        isFirst = false;
        keep({ edition: isNews ? told.edition : obeyed.edition, on });
        // Somebody has pressed the button before this was loaded.
        if (isBegun) {
            act(chosen);
            return;
        }
        const turns = on !== ((sound.here?.state ?? "off") !== "off");
        if (!turns && (!isNews || told.volume === null)) return;
        act((made) => {
            if (isNews && told.volume !== null) made.level = told.volume;
            if (turns && on) made.start(); // not awaited: a browser may wait for a tap
            else if (turns) made.silence();
        });
    }

    async function turn(room) {
        const degrees = String(room.rotation ?? 0);
        const { dataset } = document.documentElement;
        if ((dataset.turn ?? "0") === degrees) return;
        dataset.turn = degrees;
        tellInPage(document.querySelector(".toast"), degrees !== "0");
        page.stage.fit();
        dispatchEvent(new Event("resize"));
        const styles = await import("./turnedStyles.js").catch(() => undefined);
        styles?.turnStyles(["90", "270"].includes(dataset.turn));
        dispatchEvent(new Event("resize"));
    }

    function show() {
        const room = page.room();
        pill.show();
        awake.show(room);
        mediaKeys.show(room, sound.here?.state ?? "off");
    }

    // A press of the button may have loaded the sound before this.
    setInterval(() => {
        if (sound.here && sound.here !== followed) act(() => {});
        show();
    }, 1000);

    const numbers = numbersOf(page.kind);
    numbers.moved = page.moved;
    const number = numbers.adopt(page.number);
    if (number !== Number(page.number)) page.moved(number); // it has moved before it could be told
    const made = {
        /** Call with every message of the server. */
        hear(message, room) {
            if (message.type === "reload" && !isPart) location.reload();
            if (!["you", "state", "closed"].includes(message.type)) return;
            if (!isPart && room.link === "live") {
                turn(room);
                obey(room);
            }
            show();
        },
        /** The fields for a report. */
        report: () => ({ sound: sound.here?.state ?? "off", volume: sound.here?.level, style: settings().style, instead: insteadNow(), device }),
        /** A host has changed the visuals of this screen here; null follows the room. */
        keepLook(look) {
            const { id, look: own } = page.room();
            if (isPart || !controls() || (look ? Object.keys(look).length === 0 : !own)) return;
            command({ do: "screen.look", screen: id, look });
        },
        /** For the figures. */
        get awake() {
            return awake.words;
        },
    };
    if (page.room().state) made.hear(page.room().state, page.room());
    return made;
}

/** Keeps notices out of the top layer, which has the window's edges and not those of a turned page. */
function tellInPage(toast, isTurned) {
    if (isTurned) {
        if (toast.matches(":popover-open")) toast.hidePopover();
        toast.removeAttribute("popover");
        toast.showPopover = undefined; // as in a browser without popovers
    } else {
        delete toast.showPopover;
        toast.setAttribute("popover", "manual");
    }
}

function sessionHas(name) {
    try {
        return globalThis.sessionStorage.getItem(name) !== null;
    } catch {
        return false; // storage is disabled
    }
}
