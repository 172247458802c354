import { styles as stageStyles } from "../renderers/index.js";
import { backgrounds, colourModes, styles } from "../session/settings.js";
import { make, mark } from "./elements.js";
import { colourNames, styleWords } from "./phrases.js";

const follow = ""; // of a choice: the screen follows the room
const backgroundWords = { night: "Night", black: "Black", art: "Album art", transparent: "None" };
const rotationWords = { 0: "Upright", 90: "Turned right", 180: "Upside down", 270: "Turned left" };

/**
 * What a screen or a group shows of its own, and how it hangs.
 * @param {(wish: Record<string, unknown>) => void} send sends a command for it
 */
export function makeScreenSettings(send) {
    // A style that is chosen for a screen is meant to stay, also while the room's party changes styles.
    const look = (key, value) => send({ do: "screen.look", look: { [key]: value, ...(key === "style" && { party: value && "off" }) } });
    const choice = (key, words, values, word) => {
        const list = make("select", { onchange: () => look(key, list.value === follow ? null : list.value) },
            make("option", { value: follow }, "Like the room"), ...values.map((value) => make("option", { value }, word(value))));
        return { field: make("label", { class: "select-field" }, words, list), tell: (own) => set(list, own?.[key] ?? follow) };
    };
    const choices = [
        choice("style", "Style", styles, (value) => styleWords(stageStyles, value)),
        choice("colour", "Colours", colourModes, (value) => styleWords(colourNames, value)),
        choice("background", "Background", backgrounds, (value) => backgroundWords[value]),
    ];
    const calm = make("select", { onchange: () => look("calm", { on: true, off: false }[calm.value] ?? null) },
        make("option", { value: follow }, "Like the room"), make("option", { value: "on" }, "Calm"), make("option", { value: "off" }, "Lively"));
    const follows = make("button", { class: "text-button", type: "button", onclick: () => send({ do: "screen.look", look: null }) }, "Follow the room");
    const rotation = make("select", { onchange: () => send({ do: "screen.rotate", degrees: Number(rotation.value) }) },
        ...Object.entries(rotationWords).map(([value, words]) => make("option", { value }, words)));
    return {
        elements: [
            make("fieldset", { class: "screen-visuals" }, make("legend", {}, "Visuals"), ...choices.map(({ field }) => field),
                make("label", { class: "select-field" }, "Motion", calm), follows),
            make("label", { class: "select-field" }, "Turn the picture", rotation),
        ],
        /** @param {Record<string, unknown> | null} own null while it follows the room @param {number} degrees @param {string} title */
        tell(own, degrees, title) {
            for (const { tell } of choices) tell(own);
            set(calm, own?.calm === undefined ? follow : own.calm ? "on" : "off");
            follows.hidden = own === null;
            set(rotation, String(degrees));
            mark(rotation, "aria-label", `Turn the picture of ${title}`);
        },
    };
}

/** Chooses a value that may not be in the list, such as a style of the server's own. */
function set(list, value) {
    if (document.activeElement === list) return;
    if (![...list.options].some((option) => option.value === value)) list.append(make("option", { value }, value));
    list.value = value;
}
