import { makePractised } from "../../session/practice.js";

const everyMs = 10_000;
const lookMs = 500; // often enough for seconds and bars

/**
 * Keeps the practice log of this device's name: seconds and bars while the metronome runs here.
 * @param {object} page
 */
export function makePractice({ api, room, kept }) {
    const nameKept = kept("name");
    const unsentKept = kept("practice");
    let name = nameKept.get() ?? "";
    const practised = makePractised(read(unsentKept.get()));
    let isSending = false;
    let sentMs = 0;
    let lookedMs = 0;
    let wasRunning = false;

    async function send() {
        if (isSending || !name) return;
        isSending = true;
        sentMs = performance.now();
        try {
            for (const item of practised.unsent()) {
                try {
                    await api.send("POST", "practice", item);
                } catch (problem) {
                    if (!(problem.status >= 400 && problem.status < 500) || problem.status === 429) break; // later, it is kept until then
                }
                practised.sent(item);
                await new Promise((next) => setTimeout(next, 1100)); // the server takes one a second
            }
        } finally {
            isSending = false;
            unsentKept.set(practised.text());
        }
    }

    let tell = () => {};

    return {
        get name() {
            return name;
        },
        /** What this page has seen so far. */
        items: practised.items,
        /** Called twice a second while the metronome runs, and when it stops. */
        set told(heard) {
            tell = heard;
        },
        set name(text) {
            name = text;
            nameKept.set(text || undefined);
        },
        /** Call with each picture. @param {object} seen of the metronome */
        tick({ place }) {
            const nowMs = performance.now();
            if (nowMs - lookedMs < lookMs && wasRunning === (place !== undefined)) return;
            lookedMs = nowMs;
            wasRunning = place !== undefined;
            const { song, rhythm } = room().state?.click ?? {};
            if (name) practised.add(place ? { name, nowMs, date: new Date(), bar: place.bar, song, bpm: rhythm?.bpm } : undefined, () => crypto.randomUUID?.() ?? anyUUID());
            tell();
            if (nowMs - sentMs < everyMs && place) return;
            if (practised.hasNews()) {
                unsentKept.set(practised.text());
                send();
            }
        },
    };
}

function read(text) {
    try {
        const items = JSON.parse(text ?? "[]");
        return Array.isArray(items) ? items : [];
    } catch {
        return [];
    }
}

/** Plain http has no randomUUID. */
function anyUUID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return [...bytes].map((byte, at) => ([4, 6, 8, 10].includes(at) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}
