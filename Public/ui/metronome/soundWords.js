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

/**
 * What to do for sound where no controls are seen: nothing while all is well.
 * @param {number} sounding the screens of the room that are heard
 */
export function silenceWords(sound, clicks, isRunning, sounding) {
    const words = soundWords(sound, clicks, isRunning);
    if (clicks === "failed" || clicks === "interrupted" || sound === "waiting") return words;
    return sound === "off" && isRunning && sounding === 0 ? "Tap for sound" : "";
}
