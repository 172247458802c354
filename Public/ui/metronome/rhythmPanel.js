import { barOf } from "../../session/click.js";
import { fastestBpm, metreWords, mostPulses, oddGroups, rampEvery, rampSteps, slowestBpm, subdivisionWords, typedBpm, typedGroups } from "../../session/rhythm.js";
import { make, write } from "../elements.js";
import { check, choices, selection, slider, stepper } from "./fields.js";

const common = [[2, 4], [3, 4], [4, 4], [5, 4], [6, 4], [7, 4], [3, 8], [6, 8], [9, 8], [12, 8]];
const usualRamp = { step: 2, every: 8 };
const usualGap = { on: 2, off: 2, picture: true };
const tripletSwing = 66;

/** Everything that can be set of the rhythm. @param {HTMLElement} box @param {object} page */
export function makeRhythmPanel(box, page) {
    let rhythm;
    const set = (wish) => page.command({ do: "click.set", ...wish });
    /** In eighths, three and its multiples are counted in threes. */
    const groupsOf = (count, unit) => (unit === 8 && count > 3 && count % 3 === 0 ? Array(count / 3).fill(3) : [count]);

    const metre = choices("Time signature", common.map(([count, unit]) => ({ value: `${count}/${unit}`, word: `${count}/${unit}` })), (value) => {
        const [count, unit] = value.split("/").map(Number);
        set({ groups: groupsOf(count, unit), unit, polyrhythm: null });
    }, { data: { field: "metre" } });
    const pulses = stepper("Beats in the bar", { min: 1, max: 16 }, (count) => set({ groups: [count], unit: rhythm.unit, polyrhythm: null }));
    const unit = choices("A beat is", [{ value: 4, word: "a quarter" }, { value: 8, word: "an eighth" }], (value) => set({ unit: value, groups: rhythm.groups, polyrhythm: null }));
    const odd = selection("Odd groupings, in eighths", [{ value: "", word: "–" }, ...oddGroups.map((groups) => ({ value: groups.join("+"), word: `${groups.join("+")} (${groups.reduce((sum, group) => sum + group)}/8)` }))],
        (value) => value && set({ groups: value.split("+").map(Number), unit: 8, polyrhythm: null }));
    const grouping = make("input", { type: "text", inputmode: "text", maxlength: 80, placeholder: "2+2+3", autocomplete: "off" });
    const groupingForm = make("form", { class: "field-line", onsubmit: (event) => {
        event.preventDefault();
        const groups = typedGroups(grouping.value);
        if (groups) set({ groups, unit: rhythm.unit, polyrhythm: null });
        else page.notice(`Groups are whole numbers with plus signs between them, such as 2+2+3, and at most ${mostPulses} beats in all.`, true);
    } }, make("label", { class: "field" }, "Any grouping", grouping), make("button", { class: "tool", type: "submit" }, "Set"));

    const subdivision = choices("Subdivision", [1, 2, 3, 4].map((count) => ({ value: count, word: subdivisionWords(count, 4) })), (value) => set({ subdivision: value }), { data: { field: "subdivision" } });
    const swing = slider("Swing", { min: 50, max: 75, words: (value) => (value === 50 ? "straight" : `${value} %`) }, (value) => set({ swing: value }));
    const triplet = make("button", { class: "text-button", type: "button", onclick: () => set({ swing: tripletSwing }) }, "Triplet swing");
    const alternate = check("Alternate sixteenths: a second sound on every other one", (isOn) => set({ alternate: isOn }));

    const poly = check("Polyrhythm", (isOn) => set({ polyrhythm: isOn ? [3, 4] : null }));
    const over = stepper("This many", { min: 1, max: 15 }, (count) => set({ polyrhythm: [count, rhythm.polyrhythm[1]] }));
    const under = stepper("over this many beats", { min: 1, max: 15 }, (count) => set({ polyrhythm: [rhythm.polyrhythm[0], count] }));
    const polyFields = make("div", { class: "sub-fields" }, over.element, under.element);

    const ramp = check("Speed trainer: the tempo changes by itself", (isOn) => set({ ramp: isOn ? { ...usualRamp, to: Math.min(fastestBpm, Math.round(rhythm.bpm) + 40) } : null }));
    const rampSet = (wish) => set({ ramp: { ...rhythm.ramp, ...wish } });
    const rampStep = selection("Step", [...rampSteps, ...rampSteps.map((step) => -step)].map((step) => ({ value: step, word: `${step > 0 ? "+" : "−"}${Math.abs(step)} BPM` })), (value) => rampSet({ step: Number(value) }));
    const rampEach = selection("Every", rampEvery.map((count) => ({ value: count, word: `${count} beats` })), (value) => rampSet({ every: Number(value) }));
    const rampTo = make("input", { type: "text", inputmode: "decimal", maxlength: 6, onchange: () => {
        const to = typedBpm(rampTo.value);
        if (to === undefined) page.notice(`A tempo is from ${slowestBpm} to ${fastestBpm} quarters a minute.`, true);
        else rampSet({ to });
    } });
    const rampFields = make("div", { class: "sub-fields field-grid" }, rampStep.element, rampEach.element, make("label", { class: "field" }, "Up to (or down to)", rampTo));

    const gap = check("Mute bars: keep the time by yourself", (isOn) => set({ gap: isOn ? usualGap : null }));
    const gapSet = (wish) => set({ gap: { ...rhythm.gap, ...wish } });
    const on = stepper("Bars heard", { min: 1, max: 16 }, (count) => gapSet({ on: count }));
    const off = stepper("Bars muted", { min: 1, max: 16 }, (count) => gapSet({ off: count }));
    const picture = check("The picture goes on in muted bars", (isOn) => gapSet({ picture: isOn }));
    const gapFields = make("div", { class: "sub-fields" }, on.element, off.element, picture.element);
    const now = make("p", { class: "note" });

    box.append(make("div", { class: "look" }, metre.element, pulses.element, unit.element, odd.element, groupingForm, now,
        subdivision.element, swing.element, triplet, alternate.element,
        section("Polyrhythm", "polyrhythm", poly.element, polyFields), section("Speed trainer", "ramp", ramp.element, rampFields), section("Mute bars", "gap", gap.element, gapFields)));

    return {
        /** @param {import("../../session/room.js").Room} room */
        show({ state }) {
            rhythm = state?.click?.rhythm;
            if (!rhythm) return;
            const bar = barOf(rhythm);
            const isPoly = rhythm.polyrhythm !== null;
            metre.show(isPoly || bar.groups.join() !== groupsOf(bar.length, bar.unit).join() ? "" : `${bar.length}/${bar.unit}`);
            pulses.show(bar.length);
            unit.show(bar.unit);
            odd.show(bar.unit === 8 ? odd.select.querySelector(`[value="${bar.groups.join("+")}"]`)?.value ?? "" : "");
            if (document.activeElement !== grouping) grouping.value = bar.groups.join("+");
            write(now, `Now ${metreWords(rhythm)}. Tap the dots of the bar to set accents.`);
            subdivision.show(rhythm.subdivision);
            for (const [at, word] of subdivision.box.querySelectorAll("span").entries()) write(word, subdivisionWords(at + 1, bar.unit));
            swing.show(rhythm.swing);
            const canSwing = rhythm.subdivision % 2 === 0;
            swing.input.disabled = triplet.disabled = !canSwing;
            alternate.show(rhythm.alternate);
            alternate.element.hidden = rhythm.subdivision !== 4;
            poly.show(isPoly);
            polyFields.hidden = !isPoly;
            if (isPoly) [over, under].forEach((field, at) => field.show(rhythm.polyrhythm[at]));
            ramp.show(rhythm.ramp !== null);
            rampFields.hidden = !rhythm.ramp;
            if (rhythm.ramp) {
                rampStep.show(rhythm.ramp.step);
                rampEach.show(rhythm.ramp.every);
                if (document.activeElement !== rampTo) rampTo.value = String(rhythm.ramp.to);
            }
            gap.show(rhythm.gap !== null);
            gapFields.hidden = !rhythm.gap;
            if (rhythm.gap) {
                on.show(rhythm.gap.on);
                off.show(rhythm.gap.off);
                picture.show(rhythm.gap.picture);
            }
        },
    };
}

function section(name, field, ...parts) {
    return make("section", { class: "panel-part", "aria-label": name, data: { field } }, ...parts);
}
