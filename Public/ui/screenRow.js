import { styles as stageStyles } from "../renderers/index.js";
import { settled } from "../session/settings.js";
import { make, mark, write } from "./elements.js";
import { makeScreenSettings } from "./screenSettings.js";
import { makeScreenSound } from "./screenSound.js";
import { shiftWords, styleWords } from "./phrases.js";
import { milliseconds } from "./words.js";

const farthestMs = 2000; // largest offset that the server accepts
const stepMs = 5;

/** The status line of a screen. @param {Record<string, any>} screen as the server lists it @param {boolean} own whether it is this screen */
export function screenWords({ kind, role, visible, errorMs, fps, latencyMs, instead }, own, tellsRole = false) {
    const may = tellsRole && { guest: "guest", host: "controls", owner: "controls" }[role];
    return [
        own ? "this screen" : kind, may, visible ? null : "hidden", errorMs == null ? null : `± ${milliseconds(errorMs * 1000)} ms`,
        fps == null ? null : `${Math.round(fps)} fps`, instead == null ? null : `shows ${styleWords(stageStyles, instead)} instead: no shaders`, latencyMs == null ? null : `audio latency ${Math.round(latencyMs)} ms`,
    ].filter(Boolean).join(" · ");
}

/**
 * One screen in the list: its picture, its sound, and everything that can be set for it from any controller.
 * @param {number} id
 * @param {object} page
 * @param {(id: number) => number[]} page.targets the screens that a change of this one is for
 * @param {() => void} page.selected called when it is selected or no longer
 */
export function makeScreenRow(id, { command, calibrate, faces, targets, selected, room }) {
    const each = (wish) => command({ ...wish, ...(targets(id).length > 1 ? { screens: targets(id) } : { screen: id }) });
    const one = (wish) => Promise.all(targets(id).map((screen) => command({ ...wish, screen })));
    const button = (words, onclick, traits = {}) => make("button", { class: "text-button", type: "button", onclick, ...traits }, words);

    const picture = faces.add(make("canvas", { class: "screen-face", "aria-hidden": "true" }));
    const name = make("input", { class: "screen-name", type: "text", maxlength: 64, placeholder: "Unnamed screen", spellcheck: "false",
        onchange: () => command({ do: "screen.rename", screen: id, name: name.value.trim() }) });
    const select = make("input", { type: "checkbox", onchange: selected });
    const line = make("p", { class: "row-line" });
    const sound = makeScreenSound(each);

    const delayWords = make("output", {});
    const tellDelay = () => write(delayWords, shiftWords(delay.valueAsNumber));
    const delay = make("input", { type: "range", min: -farthestMs, max: farthestMs, step: stepMs, oninput: tellDelay,
        onchange: () => one({ do: "screen.offset", ms: delay.valueAsNumber }) });
    const calibration = button("Calibrate audio delay", () => calibrate(), { hidden: true });

    const settings = makeScreenSettings(each);
    const more = make("details", { class: "screen-more" }, make("summary", {}, "Delay, visuals and more"),
        make("label", { class: "slider-field" }, "Delay", delay, delayWords), calibration, ...settings.elements,
        make("div", { class: "screen-acts" }, button("Identify", () => one({ do: "screen.identify" })), button("Reload", () => each({ do: "screen.reload" }))));
    const element = make("li", { class: "screen", data: { screen: id } },
        make("div", { class: "screen-head" }, make("label", { class: "screen-select" }, select), picture, make("div", { class: "screen-title" }, name, line)),
        sound.element, more);

    return {
        element, picture,
        get selected() {
            return select.checked;
        },
        set selected(isOn) {
            select.checked = isOn;
        },
        tell(screen, own, tellsRole) {
            const title = screen.name || `screen ${screen.id}`;
            if (document.activeElement !== name) name.value = screen.name;
            for (const [field, words] of [[name, "Name of"], [select, "Select"], [delay, "Delay of"]]) {
                mark(field, "aria-label", `${words} ${title}`);
            }
            write(line, screenWords(screen, own, tellsRole));
            faces.show(picture, screen);
            picture.dataset.turn = screen.rotation;
            sound.element.hidden = screen.sound === null;
            sound.tell(screen.sound ?? "off", screen.volume ?? 1, title);
            calibration.hidden = !own;
            if (!delay.matches(":active")) delay.value = screen.offsetMs;
            tellDelay();
            settings.tell(screen.look, screen.rotation, title);
            const { style } = settled(room().state?.look, screen.look, screen.style ? { style: screen.style } : null);
            mark(picture, "title", styleWords(stageStyles, style));
        },
        leave() {
            faces.remove(picture);
            element.remove();
        },
    };
}
