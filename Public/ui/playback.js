import { make, write } from "./elements.js";

const minutes = [15, 30, 45, 60, 90, 120]; // of the sleep timer

/** When a moment of the server's clock is here, such as "23:40". @param {number} us @param {(us: number) => number | undefined} clientMs */
function timeOf(us, clientMs) {
    const ms = clientMs(us);
    return ms === undefined ? "" : new Date(Date.now() + ms - performance.now()).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/**
 * How the room plays its queue, for those who may control it.
 * @param {{ command: (wish: object) => Promise<object>, socket: { clientMs: (serverUs: number) => number | undefined } }} page
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
    const timer = make("select", { onchange: () => set("sleep", Number(timer.value) * 60) }, make("option", { value: "0" }, "Off"),
        make("option", { value: "on", hidden: true }, ""), ...minutes.map((count) => make("option", { value: count }, `${count} minutes`)));
    told.push(({ sleep }) => {
        if (sleep != null) write(timer.options[1], `Pauses at ${timeOf(sleep, (us) => page.socket.clientMs(us))}`);
        timer.value = sleep == null ? "0" : "on";
    });
    const element = make("section", { class: "playback", "aria-label": "Playback" },
        check("Autoplay: when the queue ends, play more from the library", (isOn) => set("autoplay", isOn ? "library" : "off"), ({ autoplay }) => autoplay !== "off"),
        make("label", { class: "slider-field" }, "Crossfade", crossfade, output),
        check("Volume normalization", (isOn) => set("normalize", isOn), ({ normalize }) => normalize === true),
        make("label", { class: "field playback-sleep" }, "Sleep timer", timer),
        check("Trim silence", (isOn) => set("skipSilence", isOn), ({ skipSilence }) => skipSilence === true));
    return {
        element,
        show(state) {
            for (const one of told) one(state);
        },
    };
}
