import { runOn } from "../session/runOn.js";
import { make, withStyle } from "./elements.js";

const patienceMs = 3000; // a shorter outage is not worth a sign
const movesMs = 20_000; // so that the sign does not burn in on a screen that is on all night
const corners = 4;

/**
 * What a screen shows and says of trouble: the sign while the server is gone, and what music is skipped. It must be loaded before that.
 * @param {Document} document
 * @param {(sentence: string, trouble: boolean) => void} notice
 */
export async function makeTrouble(document, notice) {
    // The label beside the room's name is the sign for screen readers, and for all who see it.
    const sign = make("p", { class: "outage", "aria-hidden": "true", hidden: true }, "Server not responding");
    document.body.append(sign);
    await withStyle("outage.css");
    let timer;
    let corner = 0;
    const move = () => {
        corner = (corner + 1) % corners;
        sign.dataset.corner = corner;
        sign.hidden = false;
        timer = setTimeout(move, movesMs);
    };
    const look = () => {
        clearTimeout(timer);
        sign.hidden = true;
        if (document.body.dataset.link === "offline") timer = setTimeout(move, patienceMs);
    };
    new MutationObserver(look).observe(document.body, { attributeFilter: ["data-link"] });
    look();
    let told;
    return {
        /** Called every second. */
        runOn(room, source) {
            const trouble = room.state?.trouble;
            if (trouble && trouble !== told) notice(trouble, true);
            told = trouble;
            return runOn(room, source);
        },
    };
}
