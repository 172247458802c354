import { entrance } from "../net/codes.js";
import { make, write } from "./elements.js";

const askEveryMs = 2000;
const hours = 12; // that a link lasts
const places = { grant: "on a phone that has control, under “Screens”, “A screen shows a code”", redeem: "on the other device, under “Settings”, “Enter a code”" };

/**
 * Four letters across a room: a screen shows them to be let in, or to let somebody in.
 * @param {Document} document
 * @param {object} page
 * @param {ReturnType<import("../net/api.js").makeApi>} page.api
 * @param {(act: () => Promise<any>) => Promise<any>} page.allowed
 * @param {(sentence: string, trouble?: boolean) => void} page.notice
 * @param {string} page.roomName
 * @param {() => string} page.role
 */
export function makePairing(document, page) {
    const { api, allowed, notice, role: ownRole } = page;
    const before = make("p", { class: "pairing-line" });
    const letters = make("p", { class: "pairing-code" });
    const after = make("p", { class: "pairing-line" });
    const left = make("progress", { class: "pairing-left", max: 1, "aria-hidden": "true" });
    const sheet = make("dialog", { class: "sheet glass pairing-sheet", "aria-label": "A code for a screen" }, before, letters, after, left,
        make("div", { class: "sheet-buttons" }, make("button", { class: "wide-button", type: "button", onclick: () => sheet.close() }, "Close")));
    document.body.append(sheet);
    let timer = 0;
    sheet.addEventListener("close", () => clearInterval(timer));

    /** Shows a code until it is over. @param {() => Promise<unknown>} look every two seconds */
    function show({ code, endsAt }, words, where, look = async () => {}) {
        write(before, words);
        letters.replaceChildren(...[...code].map((letter) => make("span", {}, letter)));
        letters.setAttribute("aria-label", [...code].join(" "));
        write(after, where);
        const shownMs = Date.now();
        const lastMs = Math.max(1, endsAt * 1000 - shownMs);
        const tick = () => {
            left.value = Math.max(0, 1 - (Date.now() - shownMs) / lastMs);
            if (left.value > 0) return look();
            sheet.close();
            notice("The code is over.");
        };
        clearInterval(timer);
        timer = setInterval(tick, askEveryMs);
        left.value = 1;
        if (!sheet.open) sheet.showModal();
    }

    async function trying(act) {
        try {
            return await act();
        } catch (problem) {
            notice(problem.message, true);
            return undefined;
        }
    }

    return {
        /** This screen asks to be let in. */
        async ask() {
            const asked = await trying(() => api.send("POST", "pairings"));
            if (!asked) return;
            show(asked, "To let this screen in, enter", places.grant, async () => {
                const made = await api.send("POST", "pairings/collect", { secret: asked.secret }).catch((problem) => problem);
                if (made?.token) location.assign(entrance(location.href, made));
                else if (made?.status === 404) sheet.close();
            });
        },
        /** This screen lets somebody in. @param {"guest" | "host"} role */
        async offer(role) {
            const made = await trying(() => allowed(() => api.send("POST", "codes", { role, room: page.roomName, hours, brief: true })));
            if (made) show(made, role === "host" ? "To control this room, enter" : "To add songs as a guest, enter", places.redeem);
        },
        /** The field for the letters that another screen shows. */
        field() {
            const input = make("input", { class: "pairing-input", type: "text", maxlength: 8, placeholder: "KXQF", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": "The four letters that the screen shows" });
            const may = make("select", { "aria-label": "What it may do" }, make("option", { value: "guest" }, "Guest"), make("option", { value: "host" }, "Control"));
            const submit = async (event) => {
                event.preventDefault();
                const granted = await trying(() => allowed(() => api.send("POST", "pairings/grant", { code: input.value, role: may.value, room: page.roomName, hours }).then(() => true)));
                if (!granted) return input.select();
                input.value = "";
                notice(may.value === "host" ? "The screen has control now." : "The screen is a guest now.");
            };
            return {
                element: make("form", { class: "pairing-field", onsubmit: submit }, make("label", { class: "field" }, "A screen shows a code", input), may,
                    make("button", { class: "wide-button", type: "submit" }, "Let in")),
                show() {
                    may.options[1].disabled = ownRole() !== "owner"; // only the owner makes hosts
                },
            };
        },
    };
}
