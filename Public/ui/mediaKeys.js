import { cardOf, namedIn } from "../session/room.js";
import { inForce, positionS as positionIn } from "../session/timeline.js";

const rate = 8000;
const silenceS = 10; // shorter sounds get no controls
const artPixels = 512;
const stepS = 10;

/**
 * The track on lock screens and the keys of keyboards and headsets, on a page that sounds. Who may not control the room stops and starts
 * the sound of this device with them.
 * @param {Document} document
 * @param {object} page
 */
export function makeMediaKeys(document, { api, act, room, serverUs, sound, positionS }) {
    const session = navigator.mediaSession;
    let silence;
    let isHere = false;
    let stopped = false; // by the keys of a device that may not control the room
    let told = { source: undefined, words: "" };
    if (!session || !globalThis.MediaMetadata) return { show() {} };

    const controls = () => ["host", "owner"].includes(room().role);
    const plays = () => room().state?.timeline?.playing === true;
    const ends = () => room().state?.track?.duration ?? 0;
    const seek = (atS) => act("seek", Math.min(ends(), Math.max(0, atS)));
    const hosts = {
        previoustrack: () => act("previous"), seekto: ({ seekTime }) => Number.isFinite(seekTime) && seek(seekTime),
        seekforward: ({ seekOffset }) => seek(positionS() + (seekOffset || stepS)), seekbackward: ({ seekOffset }) => seek(positionS() - (seekOffset || stepS)),
    };

    function turn(isPlaying) {
        if (controls()) {
            if (plays() !== isPlaying) act("toggle");
            return;
        }
        stopped = !isPlaying;
        if ((sound.here?.state === "on") !== isPlaying) sound.here?.toggle();
    }

    function set(name, handler) {
        try {
            session.setActionHandler(name, handler);
        } catch {
            // An action that this browser does not know.
        }
    }

    function begin() {
        isHere = true;
        set("play", () => turn(true));
        set("pause", () => turn(false));
        // Browsers show the controls for media elements alone, not for Web Audio.
        if (!silence) {
            silence = document.createElement("audio");
            silence.loop = true;
            silence.src = URL.createObjectURL(silentWave());
        }
        const offered = controls();
        for (const [name, handler] of Object.entries(hosts)) set(name, offered ? handler : null);
        set("nexttrack", room().role === "viewer" ? null : () => act("next"));
    }

    function end() {
        isHere = false;
        told = { source: undefined, words: "" };
        silence?.pause();
        session.metadata = null;
        session.playbackState = "none";
        for (const name of ["play", "pause", "nexttrack", ...Object.keys(hosts)]) set(name, null);
    }

    function describe(card) {
        const art = api.trackArt(card.source, artPixels);
        tell(card, card.hasCover ? art : new URL("icons/icon-512.png", document.baseURI).href);
        // The server draws a cover as SVG, which lock screens do not show.
        if (!card.hasCover) bitmapOf(art).then((bitmap) => { if (card.source === told.source) tell(card, bitmap); }, () => {});
    }

    function tell(card, art) {
        session.metadata = new MediaMetadata({
            title: card.title ?? "", artist: card.artist ?? "", album: card.album ?? "", artwork: [{ src: art, sizes: `${artPixels}x${artPixels}` }],
        });
    }

    return {
        show(now, sounding) {
            const card = namedCard(now, serverUs()) ?? now.state?.track;
            const wanted = Boolean(card) && (sounding === "on" || stopped);
            if (!wanted) return isHere ? end() : undefined;
            const words = JSON.stringify([card.source, card.title, card.artist, card.album, card.hasCover, now.role]);
            if (words !== told.words) {
                begin();
                told = { source: card.source, words };
                describe(card);
            }
            const isPlaying = plays() && !stopped;
            if (isPlaying && silence.paused) silence.play().catch(() => {}); // it needs no tap where Web Audio was allowed to sound
            if (!isPlaying && !silence.paused) silence.pause();
            session.playbackState = isPlaying ? "playing" : "paused";
            if (ends() > 0) session.setPositionState?.({ duration: ends(), playbackRate: 1, position: Math.min(ends(), Math.max(0, positionS())) });
        },
    };
}

/** The card of what is named at a time of the server, also on a page that is hidden and does not draw. */
export function namedCard(room, serverUs) {
    const heard = inForce(room.timelines, serverUs);
    const timeline = heard && namedIn(room, heard, serverUs);
    return timeline && cardOf(room, timeline.source, positionIn(timeline, serverUs));
}

/** A picture as PNG, in an address that holds all of it. @param {string} address */
async function bitmapOf(address) {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = artPixels;
    canvas.getContext("2d").drawImage(picture, 0, 0, artPixels, artPixels);
    return canvas.toDataURL();
}

/** Ten seconds of silence, as a WAVE file of 8-bit samples. */
function silentWave() {
    const count = rate * silenceS;
    const bytes = new Uint8Array(44 + count).fill(128, 44);
    const view = new DataView(bytes.buffer);
    const write = (at, text) => [...text].forEach((letter, index) => { bytes[at + index] = letter.charCodeAt(0); });
    write(0, "RIFF");
    view.setUint32(4, 36 + count, true);
    write(8, "WAVEfmt ");
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true); // PCM
    view.setUint16(22, 1, true); // channel
    view.setUint32(24, rate, true);
    view.setUint32(28, rate, true);
    view.setUint16(32, 1, true);
    view.setUint16(34, 8, true);
    write(36, "data");
    view.setUint32(40, count, true);
    return new Blob([bytes], { type: "audio/wav" });
}
