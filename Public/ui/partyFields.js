import { styles as stageStyles } from "../renderers/index.js";
import { partyStylesOf, partyWishOf } from "../session/party.js";
import { make } from "./elements.js";
import { styleWords } from "./phrases.js";

/**
 * Which styles a party goes through.
 * @param {(change: Record<string, unknown>) => void} change
 * @returns {{ element: HTMLElement, show: (settings: import("../session/settings.js").Settings) => void }}
 */
export function makePartyFields(change) {
    const ids = stageStyles.map(({ id }) => id);
    const boxes = ids.map((id) => make("input", { type: "checkbox", value: id, onchange: told }));
    const colours = make("input", { type: "checkbox", onchange: () => change({ partyColours: colours.checked }) });
    const element = make("div", { class: "party-fields" },
        make("fieldset", {}, make("legend", {}, "Which styles"), make("div", { class: "choices" },
            ...boxes.map((box) => make("label", { class: "choice" }, box, make("span", {}, styleWords(stageStyles, box.value)))))),
        make("label", { class: "check-field" }, colours, make("span", {}, "Change the colours too")));

    function told() {
        change({ partyStyles: partyWishOf(boxes.filter((box) => box.checked).map((box) => box.value), ids) }); // none is all
    }

    return {
        element,
        show({ party, partyStyles, partyColours }) {
            const wished = partyStylesOf(partyStyles, ids);
            element.hidden = party === "off";
            for (const box of boxes) box.checked = wished.includes(box.value);
            colours.checked = partyColours;
        },
    };
}
