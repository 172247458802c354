import { write } from "./elements.js";
import { milliseconds } from "./words.js";

/**
 * What is known of the server's time, below the sync label.
 * @param {(name: string) => HTMLElement} find by its class
 * @returns {(clock: object | undefined, probes: { asked: number, answered: number }) => void}
 */
export function makeSyncFacts(find) {
    const [clockFact, tripFact, probesFact] = [find("fact-clock"), find("fact-trip"), find("fact-probes")];
    return (clock, probes) => {
        write(clockFact, clock ? `${(clock.offsetUs / 1e6).toFixed(3)} s ± ${milliseconds(clock.boundUs)} ms` : "–");
        write(tripFact, clock ? `${milliseconds(Math.max(0, clock.roundTripUs))} ms` : "–"); // coarse timers may show less than nothing
        write(probesFact, `${probes.answered} of ${probes.asked}`);
    };
}
