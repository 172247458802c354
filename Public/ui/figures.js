import { finest } from "./stage.js";
import { milliseconds } from "./words.js";

/**
 * The debug overlay's text.
 * @param {object} figures
 * @returns {string}
 */
export function figuresText({ fps, scriptMs, clock, bufferS, drops, scene, room, size, quality, isGoverned, awake }) {
    const { index, position, meter, fraction, bpm } = scene.beat;
    const place = `${position || "–"}/${meter || "–"}`;
    const beat = scene.hasGrid ? `${bpm.toFixed(2)} bpm  beat ${index}  ${place}  ${fraction.toFixed(2)}` : "no grid";
    return [
        `frames   ${fps.toFixed(1)} a second, ${scriptMs.toFixed(2)} ms of script`,
        `drawn    ${size}, quality ${quality} of ${finest}${isGoverned ? "" : ", fixed"}`,
        `clock    ${clock ? `${(clock.offsetUs / 1000).toFixed(2)} ms ± ${milliseconds(clock.boundUs)} ms` : "–"}`,
        `trip     ${clock ? `${milliseconds(clock.roundTripUs)} ms, skew ${(clock.skew * 1e6).toFixed(1)} ppm` : "–"}`,
        `buffer   ${bufferS.toFixed(2)} s ahead, ${drops} void`,
        `music    ${scene.mediaS.toFixed(3)} s  ${beat}`,
        `awake    ${awake ?? "–"}`,
        `room     ${room.link}, ${room.role}, generation ${room.timelines.at(-1)?.generation ?? "–"}`,
    ].join("\n");
}
