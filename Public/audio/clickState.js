/**
 * What the clicks of this device are doing.
 * @typedef {"idle" | "preparing" | "playing" | "interrupted" | "failed"} ClickState
 *
 * | event | |
 * |---|---|
 * | `begin`, `end` | there is something to click, or nothing more |
 * | `heard` | the sound engine runs: its clock goes on, and the sounds are there |
 * | `lost` | the sound engine has stopped, or this page was suspended |
 * | `stuck` | the sound engine runs by its own account, but its clock does not begin |
 * | `tap` | a person wants to hear it |
 * | `fail` | this browser gives no sound |
 *
 * After an interruption only a tap starts it again, whatever the room does meanwhile.
 */
const steps = {
    idle: { begin: "preparing", fail: "failed" },
    preparing: { heard: "playing", stuck: "interrupted", end: "idle", fail: "failed" },
    playing: { lost: "interrupted", end: "idle", fail: "failed" },
    interrupted: { tap: "preparing", fail: "failed" },
    failed: { tap: "preparing" },
};

/** @param {ClickState} state @param {string} event @returns {ClickState} */
export function nextClickState(state, event) {
    return steps[state][event] ?? state;
}
