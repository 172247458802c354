import { Click } from "../audio/click.js";
import { makeKept } from "../net/token.js";
import { make, mark } from "./elements.js";

/**
 * The button that clicks on the beats, and its volume.
 * @param {import("./tools.js").ToolsPage} page
 * @param {() => object | undefined} grid with its `track`
 */
export function makeBeatClick(page, grid) {
    const click = new Click({ serverUs: page.serverUs, clientS: page.clientS, timelines: () => page.room().timelines, grid });
    const kept = makeKept(globalThis.localStorage, "downbeat.click");
    const button = make("button", { class: "tool", type: "button", "aria-pressed": "false", title: "Click on each beat, on this device", onclick: () => toggle() }, "Click");
    const volume = make("input", { class: "click-volume", type: "range", min: 0, max: 100, "aria-label": "Volume of the click", oninput: () => turn(),
        onchange: () => kept.set(volume.value) });
    volume.value = kept.get() ?? "70";
    const turn = () => click.setVolume(volume.valueAsNumber / 100);
    turn();

    async function toggle() {
        if (click.on) return stop();
        mark(button, "aria-pressed", true);
        try {
            await click.start();
        } catch {
            stop();
            page.notice("This browser gives the page no sound.", true);
        }
    }
    function stop() {
        click.stop();
        mark(button, "aria-pressed", false);
    }
    return { parts: [button, volume], stop, changed: () => click.changed() };
}
