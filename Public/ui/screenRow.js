import { styles as stageStyles } from "../renderers/index.js";
import { backgrounds, colourModes, settled, styles } from "../session/settings.js";
import { icon, make, mark, write } from "./elements.js";
import { colourNames, screenWords, shiftWords, styleWords } from "./words.js";

const farthestMs = 2000; // largest offset that the server accepts
const stepMs = 5;
const follow = ""; // of a choice: the screen follows the room
const soundWords = { on: "Sounds", off: "Silent", waiting: "Waiting for a tap" };
const backgroundWords = { night: "Night", black: "Black", art: "Album art", transparent: "None" };
const rotationWords = { 0: "Upright", 90: "Turned right", 180: "Upside down", 270: "Turned left" };

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
    const speaker = make("button", { class: "icon-button screen-speaker", type: "button", onclick: () => each({ do: "screen.sound", on: now.sound === "off" }) });
    const level = make("input", { type: "range", min: 0, max: 100, step: 1, onchange: () => each({ do: "screen.sound", volume: level.valueAsNumber / 100 }) });
    const told = make("span", { class: "screen-told" });
    const sound = make("div", { class: "screen-sound" }, speaker, level, told);

    const delayWords = make("output", {});
    const tellDelay = () => write(delayWords, shiftWords(delay.valueAsNumber));
    const delay = make("input", { type: "range", min: -farthestMs, max: farthestMs, step: stepMs, oninput: tellDelay,
        onchange: () => one({ do: "screen.offset", ms: delay.valueAsNumber }) });
    const calibration = button("Calibrate audio delay", () => calibrate(), { hidden: true });

    // A style that is chosen for a screen is meant to stay, also while the room's party changes styles.
    const look = (key, value) => each({ do: "screen.look", look: { [key]: value, ...(key === "style" && { party: value && "off" }) } });
    const choice = (key, words, values, word) => {
        const list = make("select", { onchange: () => look(key, list.value === follow ? null : list.value) },
            make("option", { value: follow }, "Like the room"), ...values.map((value) => make("option", { value }, word(value))));
        return { list, field: make("label", { class: "select-field" }, words, list), tell: (own) => set(list, own?.[key] ?? follow) };
    };
    const choices = [
        choice("style", "Style", styles, (value) => styleWords(stageStyles, value)),
        choice("colour", "Colours", colourModes, (value) => styleWords(colourNames, value)),
        choice("background", "Background", backgrounds, (value) => backgroundWords[value]),
    ];
    const calm = make("select", { onchange: () => look("calm", { on: true, off: false }[calm.value] ?? null) },
        make("option", { value: follow }, "Like the room"), make("option", { value: "on" }, "Calm"), make("option", { value: "off" }, "Lively"));
    const follows = button("Follow the room", () => each({ do: "screen.look", look: null }));
    const rotation = make("select", { onchange: () => each({ do: "screen.rotate", degrees: Number(rotation.value) }) },
        ...Object.entries(rotationWords).map(([value, words]) => make("option", { value }, words)));

    const visuals = make("fieldset", { class: "screen-visuals" }, make("legend", {}, "Visuals"), ...choices.map(({ field }) => field),
        make("label", { class: "select-field" }, "Motion", calm), follows);
    const more = make("details", { class: "screen-more" }, make("summary", {}, "Delay, visuals and more"),
        make("label", { class: "slider-field" }, "Delay", delay, delayWords), calibration, visuals,
        make("label", { class: "select-field" }, "Turn the picture", rotation),
        make("div", { class: "screen-acts" }, button("Identify", () => one({ do: "screen.identify" })), button("Reload", () => each({ do: "screen.reload" }))));
    const element = make("li", { class: "screen" },
        make("div", { class: "screen-head" }, make("label", { class: "screen-select" }, select), picture, make("div", { class: "screen-title" }, name, line)),
        sound, more);
    let now = {};

    return {
        element, picture,
        get selected() {
            return select.checked;
        },
        set selected(isOn) {
            select.checked = isOn;
        },
        tell(screen, own) {
            now = screen;
            const title = screen.name || `screen ${screen.id}`;
            if (document.activeElement !== name) name.value = screen.name;
            for (const [field, words] of [[name, "Name of"], [select, "Select"], [level, "Volume of"], [delay, "Delay of"], [rotation, "Turn the picture of"]]) {
                mark(field, "aria-label", `${words} ${title}`);
            }
            write(line, screenWords(screen, own));
            faces.show(picture, screen);
            picture.dataset.turn = screen.rotation;
            sound.hidden = screen.sound === null;
            tellSound(screen, title);
            calibration.hidden = !own;
            if (!delay.matches(":active")) delay.value = screen.offsetMs;
            tellDelay();
            for (const { tell } of choices) tell(screen.look);
            set(calm, screen.look?.calm === undefined ? follow : screen.look.calm ? "on" : "off");
            follows.hidden = screen.look === null;
            set(rotation, String(screen.rotation));
            const { style } = settled(room().state?.look, screen.look, screen.style ? { style: screen.style } : null);
            mark(picture, "title", styleWords(stageStyles, style));
        },
        leave() {
            faces.remove(picture);
            element.remove();
        },
    };

    function tellSound(screen, title) {
        const state = screen.sound ?? "off";
        if (speaker.dataset.sound !== state) {
            speaker.dataset.sound = state;
            speaker.replaceChildren(icon(state === "on" ? "sound" : "silent"));
        }
        mark(speaker, "aria-pressed", state === "on");
        const words = state === "off" ? `Sound on ${title}` : `Mute ${title}`;
        mark(speaker, "aria-label", words);
        mark(speaker, "title", words);
        if (!level.matches(":active")) level.value = Math.round(100 * (screen.volume ?? 1));
        write(told, state === "on" ? `${Math.round(100 * (screen.volume ?? 1))} %` : soundWords[state]);
        mark(told, "data-sound", state);
    }
}

/** Chooses a value that may not be in the list, such as a style of the server's own. */
function set(list, value) {
    if (document.activeElement === list) return;
    if (![...list.options].some((option) => option.value === value)) list.append(make("option", { value }, value));
    list.value = value;
}
