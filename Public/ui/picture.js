import { Backdrop } from "../renderers/over/backdrop.js";
import { cardShare, TitleCard } from "../renderers/over/titleCard.js";
import { smooth } from "../renderers/geometry.js";
import { styles as stageStyles } from "../renderers/index.js";
import { orderOf, turnAt } from "../session/party.js";
import { palettes } from "../session/palette.js";
import { makeStyles } from "./styles.js";

const askedMs = 10_000; // how long a card that was asked for is shown
const fadeMs = 400;

/** What is drawn beside one style: the cover behind it, a party's change of styles, the title card. */
export class Picture {
    #backdrop = new Backdrop();
    #card = new TitleCard();
    #own;
    #notice;
    #draws = new Map();
    #turn = { count: 0, share: 1 };
    #orders = { of: "", styles: [], colours: [] };
    #second;
    #cardUntilMs = -Infinity;

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
     */
    draw(stage, scene, grid, usual) {
        const { settings } = scene;
        if (settings.background === "art") this.#backdrop.draw(stage.context, scene);
        if (settings.party === "off" || !scene.about) usual()(stage.context, scene);
        else this.#party(stage, scene, grid);
        this.#title(stage.context, scene);
    }

    #party(stage, scene, grid) {
        const turn = this.#turn;
        turnAt(scene, grid, Number(scene.settings.party), turn);
        this.#order(scene);
        const from = scene.colours;
        if (turn.share >= 1) {
            this.#style(stage.context, scene, turn.count, from);
            return;
        }
        // Both on the same background, then the later one over the earlier one.
        const { context, canvas } = stage;
        const { width, height } = canvas;
        const second = this.#room(width, height);
        second.setTransform(1, 0, 0, 1, 0, 0);
        second.globalAlpha = 1;
        second.globalCompositeOperation = "copy";
        second.drawImage(canvas, 0, 0);
        second.globalCompositeOperation = "source-over";
        second.translate(-scene.view.x, -scene.view.y);
        this.#style(context, scene, turn.count - 1, from);
        this.#style(second, scene, turn.count, from);
        const share = smooth(turn.share);
        context.save();
        context.setTransform(1, 0, 0, 1, 0, 0);
        if (scene.settings.background === "transparent") {
            context.globalCompositeOperation = "destination-in";
            context.globalAlpha = 1 - share;
            context.fillRect(0, 0, width, height);
            context.globalCompositeOperation = "lighter";
        } else {
            context.globalCompositeOperation = "source-over";
        }
        context.globalAlpha = share;
        context.drawImage(second.canvas, 0, 0);
        context.restore();
    }

    #style(context, scene, turn, usualColours) {
        const { styles, colours } = this.#orders;
        scene.colours = colours.length > 0 ? palettes[colours[turn % colours.length]] : usualColours;
        scene.css = scene.colours.css;
        scene.style = styles[turn % styles.length];
        this.#drawOf(scene.style)(context, scene);
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
    #order({ about, settings }) {
        const of = `${about.piece} ${settings.partyStyles} ${settings.partyColours}`;
        if (of === this.#orders.of) return;
        const wished = settings.partyStyles.split(" ").filter(Boolean);
        const styles = wished.length > 0 ? wished : stageStyles.map(({ id }) => id);
        for (const id of styles) this.#drawOf(id);
        const seed = about.piece ?? about.title;
        this.#orders = { of, styles: orderOf(styles, seed), colours: settings.partyColours ? orderOf(Object.keys(palettes), seed, 1) : [] };
    }

    #room(width, height) {
        const known = this.#second?.canvas;
        if (known?.width !== width || known.height !== height) this.#second = new OffscreenCanvas(width, height).getContext("2d");
        return this.#second;
    }

    #title(context, scene) {
        const { titles, style } = scene.settings;
        const leftMs = this.#cardUntilMs - performance.now();
        const asked = leftMs > 0 ? Math.min(1, leftMs / fadeMs, Math.max(0, (askedMs - leftMs) / fadeMs)) : 0;
        let share = 0;
        if (titles === "always") share = 1;
        else if (titles === "start" && (style !== "type" || scene.settings.party !== "off")) share = cardShare(scene.mediaS);
        if (scene.about) this.#card.draw(context, scene, scene.show * Math.max(share, asked));
    }
}
