import { barOf, clickUs, makePlace, placeAt } from "../../session/click.js";
import { rampProgress } from "../../session/rhythm.js";
import { inForce } from "../../session/timeline.js";
import { makeKept } from "../../net/token.js";
import { icon, iconButton, make, mark, write } from "../elements.js";
import { later } from "../later.js";
import { clockTime } from "../words.js";
import { makeChips } from "./chips.js";
import { makeDots } from "./dots.js";
import { drawFigure } from "./figure.js";
import { makeFlash } from "./flash.js";
import { listenToPedals } from "./pedals.js";
import { makePractice } from "./practice.js";
import { makeNowBar } from "./nowBar.js";
import { stopSign } from "./stopSign.js";
import { silenceWords, soundWords } from "./soundWords.js";
import { makeTempo } from "./tempo.js";

const hiddenMs = 1000;
const mostDense = 2; // device pixels to each of the page's that the figure has at most

/**
 * The metronome of the room: its view, the view for the stage (focus), and the small bar while both are closed.
 * @param {Document} document
 * @param {object} page
 */
export function makeMetronome(document, page) {
    const { body } = document;
    const { notice, room, sound } = page;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const status = document.querySelector(".status");
    let sayTimer;
    const say = (sentence) => {
        clearTimeout(sayTimer); // of many changes in a row the last is told
        sayTimer = setTimeout(() => write(status, sentence), 500);
    };
    const command = (wish) => page.command(wish);
    const click = () => room().state?.click;
    const own = { ...page, say, kept: (name) => makeKept(globalThis.localStorage, `downbeat.metronome.${name}`) };
    const tempo = makeTempo({ command, notice, say });
    const dots = makeDots({ command, say });
    const flash = makeFlash(document, own);
    const practice = makePractice(own);
    const panel = later(async () => {
        const { makePanel } = await import("./panel.js");
        const made = makePanel(document, { ...own, flash, practice, closed: () => body.classList.remove("metronome-panel") });
        made.show(room());
        return made;
    }, notice);
    const focus = later(async () => (await import("./focus.js")).makeFocus(document, { start, step, close, say }), notice);
    const nowBar = makeNowBar(document, { open: () => open("metronome"), start, leave });
    const chips = makeChips(openPanel);

    const canvas = make("canvas", { class: "figure-picture", "aria-hidden": "true" });
    const context = canvas.getContext("2d");
    const title = make("span", { class: "metronome-title", dir: "auto" });
    const line = make("span", { class: "metronome-sub", dir: "auto" });
    const previous = iconButton("previous", "Previous song", () => step(-1), { class: "icon-button song-step" });
    const next = iconButton("next", "Next song", () => step(1), { class: "icon-button song-step" });
    const startWord = make("span", {});
    const [playIcon, stopIcon] = [icon("play"), stopSign()];
    const startButton = make("button", { class: "start-button", type: "button", onclick: () => start() }, playIcon, startWord);
    const soundWord = make("span", {});
    const soundButton = make("button", { class: "sound-state", type: "button", data: { act: "listen" } }, icon("silent"), soundWord);
    const count = make("p", { class: "bar-count" });
    const timer = make("p", { class: "bar-timer" });
    const notes = make("p", { class: "song-notes", dir: "auto", hidden: true, tabindex: 0, "aria-label": "Notes of the song" });
    const offline = make("p", { class: "metronome-offline", hidden: true }, "Server not responding. The click runs on.");
    const root = make("section", { class: "metronome", "aria-label": "Metronome", hidden: true },
        make("header", { class: "metronome-head" },
            make("button", { class: "metronome-song", type: "button", title: "Songs and set lists", onclick: () => openPanel("songs") }, title, line),
            make("div", { class: "metronome-acts" },
                iconButton("style", "Rhythm, sound, songs and practice", () => togglePanel(), { "aria-expanded": "false" }),
                iconButton("disc", "Focus view", () => open("focus")),
                iconButton("close", "Close the metronome", () => close()))),
        make("div", { class: "figure" }, canvas, tempo.face, previous, next, tempo.fewer, tempo.more),
        make("div", { class: "metronome-bar" }, dots.element, make("div", { class: "bar-line" }, count, timer, soundButton), offline, notes, chips.element),
        make("footer", { class: "metronome-foot" }, tempo.tap, startButton, make("button", { class: "foot-button", type: "button", onclick: () => openPanel("songs") }, icon("library"), make("small", {}, "Songs"))));
    document.querySelector("main").append(root);
    // A press by pointer leaves no focus: the space bar starts and stops.
    root.addEventListener("click", ({ detail, target }) => { if (detail > 0 && target.closest(".dot, .start-button, .tap-button, .tempo-step, .sound-state")) document.activeElement?.blur(); });
    new ResizeObserver(fit).observe(canvas);

    const place = makePlace();
    const seen = { rhythm: undefined, place: undefined, lengthS: 1, atS: 0, ramp: undefined, still: false };
    let shownView = "";
    let known;
    let knownSound = "";
    let wasOn = false;
    let isMuted = false; // by a person, while this page is open
    let startedUs;
    let back;
    let ticking = false;

    function fit() {
        const dense = Math.min(mostDense, devicePixelRatio || 1);
        canvas.width = Math.max(1, Math.round(canvas.clientWidth * dense));
        canvas.height = Math.max(1, Math.round(canvas.clientHeight * dense));
    }

    /** Gives the room back to its music. */
    function leave() {
        command({ do: "click.close" });
    }

    /** Starts or stops. What nobody would hear is heard here. */
    async function start() {
        const isRunning = click()?.running === true && click().on;
        if (!isRunning) hear();
        const answer = await command(isRunning ? { do: "click.stop" } : { do: "click.start" });
        if (answer?.type !== "error") say(isRunning ? "Stopped" : "Started");
    }

    async function hear() {
        const made = await sound.want();
        if (!made) return;
        if (made.state === "waiting") made.start();
        else if (made.state === "off" && !isMuted && !(room().state?.sounding > 0)) made.toggle();
    }

    function step(way) {
        if (click()?.list) command({ do: way > 0 ? "click.next" : "click.previous" });
    }

    async function openPanel(name, field) {
        const made = await panel.want();
        if (!made) return;
        body.classList.add("metronome-panel");
        made.open(name, field);
        mark(root.querySelector("[aria-expanded]"), "aria-expanded", true);
    }

    async function togglePanel() {
        if (panel.here?.isOpen) closePanel();
        else openPanel("rhythm");
    }

    function closePanel() {
        panel.here?.close();
        mark(root.querySelector("[aria-expanded]"), "aria-expanded", false);
    }

    /** @param {"metronome" | "focus"} view */
    async function open(view) {
        if (shownView === "") back = document.activeElement;
        shownView = view;
        body.dataset.metronome = view;
        if (view === "focus") closePanel();
        root.hidden = view !== "metronome";
        const stage = view === "focus" ? await focus.want() : focus.here;
        if (shownView !== view) return; // it was closed while it loaded
        stage?.show(view === "focus");
        known = undefined;
        fit();
        keepTicking();
        if (view === "metronome") startButton.focus({ focusVisible: false });
    }

    function close() {
        if (shownView === "focus") {
            open("metronome");
            return;
        }
        shownView = "";
        delete body.dataset.metronome;
        closePanel();
        root.hidden = true;
        focus.here?.show(false);
        // The music comes back when nothing clicks any more.
        if (click()?.on && !click().running && ["host", "owner"].includes(room().role)) leave();
        if (back?.isConnected) back.focus();
        back = undefined;
        show();
    }

    function show() {
        const now = room();
        known = now;
        const { state } = now;
        const told = state?.click;
        if (!told) return;
        const { rhythm, song, list } = told;
        nowBar.show(told, shownView === "" && told.on);
        panel.here?.show(now);
        focus.here?.tell(told);
        if (shownView !== "metronome") return;
        write(title, song?.title ?? "Metronome");
        write(line, [song?.artist, list && `${list.title} · ${list.index + 1} of ${list.count}`].filter(Boolean).join(" · ") || "Songs and set lists");
        for (const [button, has] of [[previous, list && list.index > 0], [next, list && list.index + 1 < list.count]]) button.disabled = !has;
        previous.hidden = next.hidden = !list;
        write(notes, song?.notes ?? "");
        notes.hidden = !song?.notes;
        offline.hidden = now.link !== "offline";
        const isRunning = told.on && told.running;
        if (startButton.dataset.runs !== String(isRunning)) {
            startButton.dataset.runs = isRunning;
            startButton.replaceChildren(isRunning ? stopIcon : playIcon, startWord);
            write(startWord, isRunning ? "Stop" : "Start");
        }
        dots.show(rhythm);
        chips.show(told);
    }

    function showSound() {
        const made = sound.here;
        const told = click();
        focus.here?.hear(silenceWords(made?.state ?? "off", made?.clicks ?? "idle", told?.on === true && told.running, room().state?.sounding ?? 0));
        const isOn = made !== undefined && made.state !== "off";
        if (isOn !== wasOn) isMuted = wasOn;
        wasOn = isOn;
        const words = soundWords(made?.state ?? "off", made?.clicks ?? "idle", told?.on === true && told.running);
        if (words === knownSound) return;
        knownSound = words;
        write(soundWord, words);
        mark(soundButton, "aria-pressed", made?.state === "on");
        const wave = isOn ? "sound" : "silent";
        if (soundButton.dataset.icon !== wave) soundButton.firstElementChild.replaceWith(icon(wave));
        soundButton.dataset.icon = wave;
        soundButton.dataset.state = made?.clicks === "interrupted" || made?.clicks === "failed" || made?.state === "waiting" ? "trouble" : made?.state ?? "off";
        if (shownView) say(words);
    }

    /** What the room's clock says at this moment. */
    function look() {
        const { state, timelines } = room();
        const serverUs = page.socket.serverUs(performance.now());
        if (!state || serverUs === undefined) return;
        const us = serverUs - page.offsetUs();
        const timeline = inForce(timelines, us);
        const runs = timeline?.click && timeline.playing;
        seen.rhythm = runs ? timeline.click.rhythm : state.click.rhythm;
        seen.place = runs && placeAt(timeline, us, place) ? place : undefined;
        seen.atS = us / 1e6;
        seen.lengthS = clickUs(seen.rhythm, 1) / 1e6;
        seen.still = reduced.matches;
        const { ramp } = seen.rhythm;
        seen.ramp = runs && ramp ? rampProgress(state.click.rhythm.bpm, seen.rhythm.bpm, ramp).share : undefined;
        if (!seen.place) startedUs = undefined;
        else if (startedUs === undefined) startedUs = us;
        seen.passedS = startedUs === undefined ? 0 : (us - startedUs) / 1e6;
        tempo.show(runs && ramp ? seen.rhythm.bpm : state.click.rhythm.bpm);
    }

    function keepTicking() {
        if (ticking) return;
        ticking = true;
        tick();
    }

    function tick() {
        const told = click();
        if (room() !== known) show();
        if (shownView === "" && !told?.on) {
            ticking = false;
            nowBar.show(told, false);
            seen.place = undefined;
            if (seen.rhythm) flash.draw(seen); // ends the last one
            practice.tick(seen);
            return;
        }
        requestAnimationFrame(tick);
        showSound();
        look();
        if (!seen.rhythm) return;
        flash.draw(seen);
        practice.tick(seen);
        if (shownView === "focus") focus.here?.draw(seen);
        if (shownView !== "metronome") return;
        drawFigure(context, seen);
        dots.draw(seen);
        write(count, seen.place ? `Bar ${place.bar} · ${place.pulse + 1} of ${barOf(seen.rhythm).length}` : "Ready");
        write(timer, seen.place ? clockTime(seen.passedS) : "");
    }

    listenToPedals(document, {
        isOpen: () => shownView !== "",
        hasList: () => Boolean(click()?.list),
        start, step, close: () => (panel.here?.isOpen ? closePanel() : close()), tapped: tempo.tapped, nudge: tempo.nudge,
    });

    // A hidden page draws nothing, but may sound: the practice goes on.
    setInterval(() => {
        if (!document.hidden || !ticking) return;
        look();
        practice.tick(seen);
    }, hiddenMs);

    return {
        flash,
        open,
        toggle: () => (shownView ? close() : open("metronome")),
        /** The room plays its metronome, or has changed. */
        follow() {
            show();
            keepTicking();
        },
    };
}
