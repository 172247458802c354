import { besides, filled, isLeftwards, lineAt, timedLines } from "../session/lyrics.js";
import { isRecording } from "../session/timeline.js";
import { makeKept } from "../net/token.js";
import { make, write } from "./elements.js";
import { makeLyricsPage } from "./lyricsPage.js";
import { makeLyricsTools } from "./lyricsTools.js";

const kept = makeKept(globalThis.localStorage, "downbeat.lyrics"); // "lines" where somebody wants but two of them

/**
 * The lyrics of what plays: all lines, which scroll, or the line that is sung and the next one over the picture, or plain lyrics to scroll by hand.
 * @param {Document} document
 * @param {{ api: object, scene: object, notice: Function, room: Function, command: (wish: object) => Promise<object> }} page
 */
export function makeLyrics(document, page) {
    const { api, scene, notice } = page;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const now = make("p", { class: "lyrics-now" });
    const also = make("p", { class: "lyrics-also", hidden: true }); // a translation
    const next = make("p", { class: "lyrics-next" });
    const plain = make("div", { class: "lyrics-plain glass", tabindex: 0 });
    const box = make("section", { class: "lyrics", "aria-label": "Lyrics", hidden: true }, now, also, next, plain);
    const all = makeLyricsPage({ seek: (atS) => page.command({ do: "seek", position: atS }), maySeek: () => ["host", "owner"].includes(page.room().role) });
    const tools = makeLyricsTools(document, page, () => choose(isPage ? "lines" : undefined));
    let isPage = false;
    let source;
    let changedUs; // the server's time of the last change that was loaded
    let lines = [];
    let shown = -2;
    let words = [];
    let asked = false; // a person asked for lyrics, and wants to know if there are none
    box.append(all.element, tools.root);
    box.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !isPage) return;
        event.preventDefault();
        hide();
    });
    document.querySelector(".stage").after(box);

    async function load(wanted, changed) {
        if (wanted !== source) [show([], []), tools.show()];
        [source, changedUs] = [wanted, changed];
        if (!isRecording(wanted)) return;
        let song;
        try {
            song = await (await api.file(`tracks/${wanted}/lyrics`)).json();
        } catch (error) {
            if (source !== wanted || changedUs !== changed || box.hidden) return;
            if (error.status === 404) show([], []);
            tools.show(wanted, undefined);
            if (error.status !== 404) notice(error.message, true);
            else if (asked) notice("This track has no lyrics.");
            return;
        } finally {
            asked = false;
        }
        if (source !== wanted || changedUs !== changed) return;
        tools.show(wanted, song.kind);
        if (song.kind === "synced") show(timedLines(song.lines), [], song.language);
        else show([], song.lines, song.language);
    }

    function show(timed, untimed, language) {
        [lines, shown] = [timed, -2];
        if (language) box.lang = language;
        else box.removeAttribute("lang");
        plain.hidden = untimed.length === 0;
        now.hidden = next.hidden = isPage || !plain.hidden;
        all.element.hidden = !isPage || !plain.hidden;
        all.show(isPage ? timed : [], () => words.map(({ span }) => span));
        plain.replaceChildren(...untimed.map(({ text }) => make("p", { dir: isLeftwards(text) ? "rtl" : "ltr" }, text || "\u00a0")));
        plain.scrollTop = 0;
        now.replaceChildren();
        write(next, "");
        also.hidden = true;
        words = [];
        document.body.classList.toggle("sung", !box.hidden && (timed.length > 0 || untimed.length > 0));
    }

    function showLine(index) {
        shown = index;
        const line = lines[index];
        now.dir = line?.leftwards ? "rtl" : "ltr";
        words = (line?.words ?? []).map((word) => ({ word, span: make("span", { class: "lyrics-word", data: { text: word.text } }, word.text), share: -1 }));
        if (isPage) return all.sing(index, line?.text);
        now.replaceChildren(...words.map(({ span }) => span));
        const others = besides(lines, index);
        const after = lines[index + 1 + others.length];
        also.hidden = others.length === 0;
        also.dir = others[0]?.leftwards ? "rtl" : "ltr";
        write(also, others.map(({ text }) => text).join(" "));
        next.dir = after?.leftwards ? "rtl" : "ltr";
        write(next, after?.text ?? "");
    }

    function paint() {
        if (box.hidden) return;
        requestAnimationFrame(paint);
        const { named, mediaS } = scene;
        const { state } = page.room();
        const changed = named === state?.timeline.source ? state.lyrics : changedUs; // the room tells of what it plays
        if (named !== source || changed !== changedUs) load(named, changed);
        const index = lineAt(lines, mediaS);
        if (index !== shown) showLine(index);
        for (const part of words) {
            const exact = filled(part.word, mediaS);
            const share = reduced.matches ? Number(exact > 0) : Math.round(1000 * exact) / 1000;
            if (share === part.share) continue;
            part.share = share;
            part.span.style.setProperty("--filled", share);
        }
    }

    /** Begins anew, as a page or as two lines. */
    function lay(asPage) {
        isPage = asPage;
        box.classList.toggle("lyrics-all", isPage);
        tools.name(isPage ? "Two lines" : "All lines");
        source = undefined;
        show([], []);
    }

    function choose(way) {
        kept.set(way);
        lay(way !== "lines");
    }

    function hide() {
        box.hidden = true;
        lay(false);
    }

    return {
        /** @param {boolean} [asLines] whether two lines are wanted, whatever was chosen here */
        toggle(asLines = false) {
            if (!box.hidden) return hide();
            box.hidden = false;
            asked = !document.body.classList.contains("bare");
            lay(!asLines && kept.get() !== "lines");
            requestAnimationFrame(paint);
        },
        /** @returns {boolean} whether the page was open */
        close() {
            if (box.hidden || !isPage) return false;
            hide();
            return true;
        },
    };
}
