import { beatAt, makePhase, phaseAt } from "./grid.js";
import { mediaTimeS } from "./timeline.js";

const leastS = 1e-6; // positions are whole microseconds
const [one, other] = [makePhase(), makePhase()];

/**
 * The clicks on the beats of a recording that are due in a stretch of server time.
 * @param {readonly import("./timeline.js").Timeline[]} timelines by generation
 * @param {(source: string | null) => import("./grid.js").Grid | undefined} gridOf
 * @param {{ rate: 0.5 | 1 | 2, countIn: number, on: boolean }} over clicks to a beat; before the music begins there are those of the count-in, also
 * while it is not `on`
 * @param {number} fromUs @param {number} untilUs
 * @returns {{ key: string, dueUs: number, voice: "strong" | "normal" | "soft" }[]}
 */
export function beatClicksDue(timelines, gridOf, over, fromUs, untilUs) {
    const due = [];
    timelines.forEach((timeline, index) => {
        if (!timeline.playing || timeline.click) return;
        const known = gridOf(timeline.source);
        if (!known || known.beats.length < 2) return;
        const grid = { first: 0, ...known };
        const first = Math.max(fromUs, timeline.from);
        const last = Math.min(untilUs, timeline.until ?? Infinity, ...timelines.slice(index + 1).map(({ from }) => from));
        const counts = over.countIn > 0 && mediaTimeS(timeline, timeline.from) < -leastS;
        const end = grid.total ?? grid.first + grid.beats.length;
        const add = (key, atS, voice) => {
            const dueUs = timeline.at + (atS - timeline.position) * 1e6;
            const isMusic = atS > -leastS;
            if (dueUs >= first && dueUs < last && (isMusic ? over.on : counts)) due.push({ key: `${timeline.generation}/${key}`, dueUs, voice });
        };
        phaseAt(grid, mediaTimeS(timeline, first) - leastS, one);
        for (let beat = one.index; beat < end; beat += 1) {
            beatAt(grid, beat, one);
            if (timeline.at + (one.atS - timeline.position) * 1e6 >= last) break;
            beatAt(grid, beat + 1, other);
            const { position, atS } = one;
            if (beat < 0 && atS > -leastS) continue; // between the start of the file and its first beat
            const isCounted = beat < 0 || over.rate !== 0.5;
            if (isCounted || (position > 0 ? position % 2 === 1 : beat % 2 === 0)) add(beat, atS, position === 1 ? "strong" : "normal");
            if (over.rate === 2 && beat >= 0 && beat + 1 < end) add(`${beat}.5`, (atS + other.atS) / 2, "soft");
        }
    });
    return due;
}
