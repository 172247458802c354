import { Backdrop } from "../renderers/over/backdrop.js";
import { cardShare, TitleCard } from "../renderers/over/titleCard.js";
import { smooth } from "../renderers/geometry.js";
import { styles as stageStyles } from "../renderers/index.js";
import { orderOf, partyStylesOf, suited, turnAt } from "../session/party.js";
import { palettes } from "../session/palette.js";
import { makeStyles } from "./styles.js";

const askedMs = 10_000; // how long a card that was asked for is shown
const fadeMs = 400;
const measuredMs = 500;
const gapShare = 0.02; // between the card and the bar
const stepUs = 1e6 / 30;
const most = 6; // styles of a song that changes them with its sections

/** What is drawn beside one style: the cover behind it, a party's change of styles, the title card. */
export class Picture {
    #backdrop = new Backdrop();
    #card = new TitleCard();
    #own;
    #notice;
    #draws = new Map();
    #turn = { count: 0, before: 0, share: 1 };
    #orders = { about: undefined, settings: undefined, character: undefined, of: "", styles: [], colours: [] };
    #before = { of: "", context: undefined };
    #after = { of: "", context: undefined };
    #cardUntilMs = -Infinity;
    #bar = { untilMs: -Infinity, share: 0 };

    /** @param {(sentence: string) => void} notice @param {(name: string) => Promise<object>} own loads a style from the user's folder */
    constructor(notice, own) {
        this.#notice = notice;
        this.#own = own;
    }

    /** Shows the title card on this screen, or hides it again. */
    tellTitle() {
        const nowMs = performance.now();
        this.#cardUntilMs = nowMs < this.#cardUntilMs - fadeMs ? nowMs + fadeMs : nowMs + askedMs;
    }

    /**
     * Draws the picture over the stage's background.
     * @param {import("./stage.js").Stage} stage
     * @param {import("../renderers/stage/beat.js").Scene} scene
     * @param {import("../session/grid.js").Grid | undefined} grid
     * @param {() => Function} usual the draw function of the style that is set
     * @param {(serverUs: number) => void} at lets the scene be that of another time
     */
    draw(stage, scene, grid, usual, at) {
        const { settings } = scene;
        if (settings.background === "art") this.#backdrop.draw(stage.context, scene);
        if (settings.party === "off" || !scene.about) usual()(stage.context, scene);
        else this.#party(stage, scene, grid, at);
        this.#title(stage.context, scene);
    }

    #party(stage, scene, grid, at) {
        const turn = this.#turn;
        turnAt(scene, grid, scene.settings.party, turn);
        this.#order(scene);
        if (turn.share >= 1) {
            this.#dress(scene, turn.count);
            this.#drawOf(scene.style)(stage.context, scene);
            return;
        }
        // Both styles over the same background. Each is drawn at thirty moments a second, in turns, so that a frame takes as long as one style.
        const us = scene.timeS * 1e6;
        const { count, before } = turn;
        const share = smooth(turn.share);
        this.#paint(this.#before, stage.canvas, scene, before, at, Math.floor(us / stepUs) * stepUs);
        this.#paint(this.#after, stage.canvas, scene, count, at, (Math.floor(us / stepUs - 0.5) + 0.5) * stepUs);
        at(us);
        this.#dress(scene, count);
        blend(stage.context, this.#before.context.canvas, this.#after.context.canvas, share, scene.settings.background === "transparent");
    }

    /** Paints a turn of a moment on its layer, unless it is there. */
    #paint(layer, ground, scene, count, at, us) {
        const { width, height } = ground;
        const of = `${this.#orders.of} ${count} ${us} ${width} ${height} ${scene.view.x} ${scene.view.y}`;
        if (of === layer.of) return;
        layer.of = of;
        const known = layer.context?.canvas;
        if (known?.width !== width || known.height !== height) layer.context = new OffscreenCanvas(width, height).getContext("2d");
        const { context } = layer;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.globalAlpha = 1;
        context.globalCompositeOperation = "copy";
        context.drawImage(ground, 0, 0);
        context.globalCompositeOperation = "source-over";
        context.translate(-scene.view.x, -scene.view.y);
        at(us);
        this.#dress(scene, count);
        this.#drawOf(scene.style)(context, scene);
    }

    /** Gives the scene the style and the colours of a turn. */
    #dress(scene, count) {
        const { styles, colours } = this.#orders;
        scene.style = styles[count % styles.length];
        if (colours.length === 0) return;
        scene.colours = palettes[colours[count % colours.length]];
        scene.css = scene.colours.css;
    }

    /** Each style has its own loader, which keeps no other style. */
    #drawOf(id) {
        let style = this.#draws.get(id);
        if (!style) {
            style = makeStyles(stageStyles, this.#notice, this.#own);
            this.#draws.set(id, style);
        }
        return style(id);
    }

    /** The order of styles and colours for the track; it loads them all, so that no change waits. */
    #order({ about, settings, character }) {
        const known = this.#orders;
        if (about === known.about && settings === known.settings && character === known.character) return;
        const of = `${about.piece} ${settings.party} ${settings.partyStyles} ${settings.partyColours} ${character?.drive}`;
        const styles = partyStylesOf(settings.partyStyles, stageStyles.map(({ id }) => id));
        const seed = about.piece ?? about.title;
        const isSuited = settings.party === "song" || settings.party === "section";
        const order = isSuited ? suited(styles, seed, character).slice(0, settings.party === "song" ? 1 : most) : orderOf(styles, seed);
        for (const id of order) this.#drawOf(id);
        this.#orders = { about, settings, character, of, styles: order, colours: settings.partyColours ? orderOf(Object.keys(palettes), seed, 1) : [] };
    }

    #title(context, scene) {
        const { titles, style } = scene.settings;
        const leftMs = this.#cardUntilMs - performance.now();
        const asked = leftMs > 0 ? Math.min(1, leftMs / fadeMs, Math.max(0, (askedMs - leftMs) / fadeMs)) : 0;
        let share = 0;
        if (titles === "always") share = 1;
        else if (titles === "start" && (style !== "type" || scene.settings.party !== "off")) share = cardShare(scene.mediaS - scene.namedFromS);
        const shown = scene.about ? scene.show * Math.max(share, asked) : 0;
        // Lyrics and a party's poster stand in the same place, and the library over it.
        if (shown === 0 || (asked === 0 && /\b(sung|whole|posted)\b/.test(document.body.className))) return;
        const { width, height, view } = scene;
        const isWhole = view.width >= width && view.height === height; // not a part of a wall
        this.#card.draw(context, scene, shown, isWhole ? this.#foot() : 0);
    }

    /** The share of the page's height below the top of the bar, also while the bar rests; the card stays above. It is measured now and then. */
    #foot() {
        const nowMs = performance.now();
        if (nowMs < this.#bar.untilMs) return this.#bar.share;
        const { body } = document;
        const { offsetTop, offsetHeight } = document.querySelector(".bar");
        const isThere = offsetHeight > 0 && !body.classList.contains("bare");
        this.#bar = { untilMs: nowMs + measuredMs, share: isThere ? (body.clientHeight - offsetTop) / body.clientHeight + gapShare : 0 };
        return this.#bar.share;
    }
}

/** Draws a share of the second picture over the first one. */
function blend(context, first, second, share, isClear) {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "copy";
    context.globalAlpha = isClear ? 1 - share : 1;
    context.drawImage(first, 0, 0);
    context.globalCompositeOperation = isClear ? "lighter" : "source-over";
    context.globalAlpha = share;
    context.drawImage(second, 0, 0);
    context.restore();
}
