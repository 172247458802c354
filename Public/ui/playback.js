import { make, write } from "./elements.js";

/**
 * How the room plays its queue, for those who may control it.
 * @param {{ command: (wish: object) => Promise<object> }} page
 * @returns {{ element: HTMLElement, show: (state: Record<string, any>) => void }}
 */
export function makePlayback(page) {
    const set = (key, value) => page.command({ do: "set", [key]: value });
    const told = [];
    const check = (words, act, isOn) => {
        const input = make("input", { type: "checkbox", onchange: () => act(input.checked) });
        told.push((state) => { input.checked = isOn(state); });
        return make("label", { class: "check-field" }, input, make("span", {}, words));
    };
    const output = make("output", {});
    const tell = () => write(output, `${crossfade.value} s`);
    const crossfade = make("input", { type: "range", min: 0, max: 12, step: 1, oninput: tell, onchange: () => set("crossfade", crossfade.valueAsNumber) });
    told.push((state) => {
        if (document.activeElement !== crossfade) crossfade.value = state.crossfade;
        tell();
    });
    const element = make("section", { class: "playback", "aria-label": "Playback" },
        check("Autoplay: when the queue ends, play more from the library", (isOn) => set("autoplay", isOn ? "library" : "off"), ({ autoplay }) => autoplay === "library"),
        make("label", { class: "slider-field" }, "Crossfade", crossfade, output),
        check("Volume normalization", (isOn) => set("normalize", isOn), ({ normalize }) => normalize === true),
        check("Trim silence", (isOn) => set("skipSilence", isOn), ({ skipSilence }) => skipSilence === true));
    return {
        element,
        show(state) {
            for (const one of told) one(state);
        },
    };
}
