/**
 * What the metronome does on this device, in words.
 * @param {"on" | "off" | "waiting"} sound of this device
 * @param {import("../../audio/clickState.js").ClickState} clicks
 * @param {boolean} isRunning whether the room's metronome runs
 */
export function soundWords(sound, clicks, isRunning) {
    if (clicks === "failed") return "No sound in this browser";
    if (sound === "off") return "Silent here";
    if (clicks === "interrupted") return "Interrupted: tap to hear it again";
    if (sound === "waiting") return "Tap for sound";
    if (!isRunning) return "Sound on";
    return clicks === "playing" ? "Playing" : "Preparing…";
}
