import { Click } from "../audio/click.js";
import { makeKept } from "../net/token.js";
import { beatClicksDue } from "../session/beatClicks.js";
import { make, mark } from "./elements.js";

const everyBeat = { rate: 1, countIn: 0, on: true };

/**
 * The button that clicks on the beats of the editor, on this device, and its volume: to hear whether they are right.
 * @param {import("./tools.js").ToolsPage} page
 * @param {() => object | undefined} grid with its `source`
 */
export function makeBeatClick(page, grid) {
    const known = (source) => (grid()?.source === source ? grid() : undefined);
    const click = new Click({ serverUs: page.serverUs, clientS: page.clientS, due: (...span) => beatClicksDue(page.room().timelines, known, everyBeat, ...span) });
    let context;
    const kept = makeKept(globalThis.localStorage, "downbeat.click");
    const button = make("button", { class: "tool", type: "button", "aria-pressed": "false", title: "Click on each beat, on this device", onclick: () => toggle() }, "Click");
    const volume = make("input", { class: "click-volume", type: "range", min: 0, max: 100, "aria-label": "Volume of the click", oninput: () => turn(),
        onchange: () => kept.set(volume.value) });
    volume.value = kept.get() ?? "70";
    const turn = () => { click.level = (volume.valueAsNumber / 100) ** 2; };
    turn();

    function tell(checked) {
        if (page.sound.here) page.sound.here.checked = checked;
    }

    async function toggle() {
        if (click.on) return stop();
        mark(button, "aria-pressed", true);
        try {
            context = new AudioContext({ sampleRate: 48_000 });
            click.start({ context, node: context.destination });
            tell(true);
            await context.resume();
        } catch {
            stop();
            page.notice("This browser gives the page no sound.", true);
        }
    }
    function stop() {
        click.stop();
        context?.close();
        context = undefined;
        tell(false);
        mark(button, "aria-pressed", false);
    }
    return { parts: [button, volume], stop, changed: click.schedule };
}
