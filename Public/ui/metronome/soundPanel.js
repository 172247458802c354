import { kitInAddress } from "../../audio/kits.js";
import { make, write } from "../elements.js";
import { kitNames, kitWords } from "./chips.js";
import { check, choices, slider } from "./fields.js";
import { soundWords } from "./soundWords.js";

const percent = (value) => `${Math.round(100 * value)} %`;
const voices = [["strong", "Strong beat"], ["normal", "Beat"], ["soft", "Soft beat and subdivision"], ["alternate", "Alternate sixteenths"], ["second", "Second row of a polyrhythm"]];

/** The sounds, the click over music, and what else this device does with a beat. @param {HTMLElement} box @param {object} page */
export function makeSoundPanel(box, page) {
    const { api, flash, notice, sound } = page;
    let state;
    const set = (wish) => page.command({ do: "click.set", ...wish });
    const setOver = (wish) => page.command({ do: "click.over", ...wish });
    const kitBox = make("div", {});
    let kit;
    let own = [];

    const here = check("Sound on this device", () => sound.want().then((made) => made?.toggle()));
    const told = make("p", { class: "note" });
    const mine = slider("Volume here", { min: 0, max: 1, step: 0.01, words: percent }, (level) => sound.want().then((made) => { if (made) made.level = level; }));
    const volume = slider("Metronome", { min: 0, max: 1, step: 0.01, words: percent }, (value) => set({ volume: value }));
    const calibrate = make("button", { class: "text-button", type: "button", onclick: () => page.calibrate() }, "Calibrate audio delay");

    const over = check("Click on the beats of the music that plays", (isOn) => setOver({ on: isOn }));
    const rate = choices("Clicks", [{ value: 0.5, word: "Half" }, { value: 1, word: "Every beat" }, { value: 2, word: "Double" }], (value) => setOver({ rate: value }));
    const overVolume = slider("Volume", { min: 0, max: 1, step: 0.01, words: percent }, (value) => setOver({ volume: value }));
    const countIn = choices("Count-in before a track", [{ value: 0, word: "None" }, { value: 1, word: "1 bar" }, { value: 2, word: "2 bars" }], (value) => setOver({ countIn: value }));

    const lights = check("Flash the whole screen with each beat", (isOn) => flash.set("flash", isOn));
    const buzz = check("Vibrate with each beat", (isOn) => flash.set("buzz", isOn));
    lights.show(flash.wanted.flash);
    buzz.show(flash.wanted.buzz);
    buzz.element.hidden = !flash.canBuzz;

    const part = (name, ...parts) => make("section", { class: "panel-part" }, make("h3", {}, name), ...parts);
    box.append(make("div", { class: "look" },
        kitBox,
        part("Volume", here.element, told, mine.element, volume.element, calibrate),
        part("Click over music", over.element, rate.element, overVolume.element, countIn.element),
        part("On this device", lights.element, make("p", { class: "note warning" }, "Warning: a flashing screen can cause seizures in people with photosensitive epilepsy. It flashes three times a second at most, not at all where this device asks for reduced motion, and is for this device only."), buzz.element),
        part("Your own sounds", ownSounds())));

    function showKits() {
        const names = [...kitNames, ...own.map(({ name }) => name)];
        kit = choices("Kit", names.map((name) => ({ value: name, word: own.find((one) => one.name === name)?.label ?? kitWords(name) })), (value) => set({ kit: value }), { data: { field: "kit" } });
        kitBox.replaceChildren(kit.element);
        if (state) kit.show(state.click.kit);
    }

    async function load() {
        const { kits } = await api.send("GET", "clicks").catch(() => ({ kits: [] })); // the eight of every server are known
        own = kits.filter((one) => one.own);
        showKits();
    }

    function ownSounds() {
        const name = make("input", { type: "text", maxlength: 40, pattern: "[a-z0-9\\-]+", title: "Small letters, digits and hyphens", required: true, autocomplete: "off", placeholder: "my-clicks" });
        const files = voices.map(([voice, word]) => ({ voice, word, input: make("input", { type: "file", accept: "audio/*" }) }));
        const progress = make("p", { class: "note" });
        return make("details", { class: "for-hosts" }, make("summary", {}, "Add a kit of your own"),
            make("form", { class: "own-kit", onsubmit: async (event) => {
                event.preventDefault();
                const chosen = files.filter(({ input }) => input.files.length > 0);
                if (chosen.length === 0) return notice("Choose at least one sound.", true);
                try {
                    for (const { voice, word, input } of chosen) {
                        write(progress, `Uploading “${word}”…`);
                        await page.allowed(() => api.send("PUT", `clicks/own-${name.value}/${voice}`, input.files[0]));
                    }
                    write(progress, "Done.");
                    await load();
                    set({ kit: `own/${name.value}` });
                } catch (problem) {
                    write(progress, "");
                    notice(problem.message, true);
                }
            } }, make("label", { class: "field" }, "Name", name),
            ...files.map(({ word, input }) => make("label", { class: "field" }, word, input)),
            make("p", { class: "note" }, "Any short sound, at most 1 MiB. A sound that is missing is taken from the others."), progress,
            make("div", { class: "sheet-buttons" }, make("button", { class: "text-button", type: "button", onclick: async () => {
                if (!own.some((one) => one.name === state?.click.kit)) return notice("Choose a kit of your own above, then remove it here.");
                try {
                    await page.allowed(() => api.send("DELETE", `clicks/${kitInAddress(state.click.kit)}`));
                    await set({ kit: "wood" });
                    await load();
                } catch (problem) {
                    notice(problem.message, true);
                }
            } }, "Remove the chosen kit"), make("button", { class: "wide-button", type: "submit" }, "Upload"))));
    }

    showKits();
    return {
        opened: load,
        show(room) {
            state = room.state;
            if (!state?.click) return;
            const { click } = state;
            kit.show(click.kit);
            volume.show(click.volume);
            over.show(click.over.on);
            rate.show(click.over.rate);
            overVolume.show(click.over.volume);
            countIn.show(click.over.countIn);
            const made = sound.here;
            here.show(made?.state === "on");
            mine.show(made?.level ?? 1);
            write(told, soundWords(made?.state ?? "off", made?.clicks ?? "idle", click.on && click.running));
        },
    };
}
