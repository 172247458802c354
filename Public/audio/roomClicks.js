import { beatClicksDue } from "../session/beatClicks.js";
import { clicksDue } from "../session/click.js";
import { gridOf } from "../session/room.js";
import { inForce } from "../session/timeline.js";
import { Click } from "./click.js";
import { loadedKit } from "./kits.js";

/**
 * The clicks of the room on this device: of the metronome, and over music.
 * @param {object} page
 * @param {() => import("../session/room.js").Room} page.room
 */
export function makeRoomClicks({ socket, clientS, api, room, notice, changed }) {
    const click = new Click({ serverUs: () => socket.serverUs(performance.now()), clientS, due }, changed);
    let kit;
    let known; // the room that is scheduled
    let isChecked = false; // this device clicks on the beats of the editor, so it would click twice

    function due(fromUs, untilUs, nowUs) {
        const { state, timelines, grids } = room();
        const { over, on } = state?.click ?? {};
        if (!over) return undefined;
        if (on) return state.click.running || inForce(timelines, nowUs)?.playing ? clicksDue(timelines, fromUs, untilUs) : undefined;
        const heard = isChecked ? { ...over, on: false } : over;
        if (!heard.on && !heard.countIn) return undefined;
        return beatClicksDue(timelines, (source) => gridOf({ grids }, source), heard, fromUs, untilUs);
    }

    async function load(context, wanted) {
        if (wanted === kit) return;
        kit = wanted;
        try {
            const loaded = await loadedKit(api, context, wanted);
            if (kit === wanted) click.kit = loaded;
        } catch (problem) {
            if (kit === wanted) notice(`The sounds of this kit could not be loaded: ${problem.message}`, true); // those that the page makes itself are heard instead
        }
    }

    return {
        click,
        get state() {
            return click.state;
        },
        set checked(checked) {
            if (checked === isChecked) return;
            isChecked = checked;
            click.schedule();
        },
        /** @param {ReturnType<import("./listen.js").Listening["output"]>} output of this device; undefined while it is silent */
        follow(output) {
            const now = room();
            if (!output) {
                click.stop();
                return;
            }
            const { state } = now;
            click.level = state.click.on ? state.click.volume : state.click.over.volume;
            load(output.context, state.click.kit);
            if (!click.start(output) && known !== now) click.schedule();
            known = now;
        },
    };
}
