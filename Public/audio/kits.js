const clickS = 0.03;
/** Pitch and loudness of the sounds that this page makes itself. */
const made = { strong: [1600, 1], normal: [1000, 0.7], soft: [1000, 0.35], alternate: [760, 0.35], second: [1250, 0.7] };
const instead = { alternate: "soft", second: "soft", soft: "normal", normal: "strong", strong: "normal" };
export const voices = Object.keys(made);

/** Sounds made here: for the beat editor, and until those of a kit are here. @param {BaseAudioContext} context @returns {Record<string, AudioBuffer>} */
export function madeKit(context) {
    return Object.fromEntries(Object.entries(made).map(([voice, [hz, level]]) => [voice, clickOf(context, hz, level)]));
}

/** The name of a kit in addresses, where a slash would begin another part: "own-mine" is the kit "own/mine". @param {string} name */
export const kitInAddress = (name) => name.replace("own/", "own-");

/**
 * Loads the sounds of a kit.
 * @param {import("../net/api.js").makeApi} api @param {BaseAudioContext} context
 * @param {string} kit as the room names it: "wood", or "own/NAME"
 * @returns {Promise<Record<string, AudioBuffer>>} by voice
 */
export async function loadedKit(api, context, kit) {
    const address = kitInAddress(kit);
    const { kits } = await api.send("GET", "clicks");
    const there = kits.find(({ name }) => kitInAddress(name) === address)?.voices ?? [];
    const loaded = Object.fromEntries(await Promise.all(there.filter((voice) => voices.includes(voice)).map(async (voice) => {
        const answer = await api.file(`clicks/${encodeURIComponent(address)}/${voice}`);
        return [voice, await context.decodeAudioData(await answer.arrayBuffer())];
    })));
    for (const voice of voices) {
        let other = voice;
        for (let step = 0; step < voices.length && !loaded[other]; step += 1) other = instead[other];
        if (!loaded[other]) throw new Error(`the kit ${kit} has no sounds`);
        loaded[voice] ??= loaded[other];
    }
    return loaded;
}

function clickOf(context, hz, level) {
    const buffer = context.createBuffer(1, Math.round(clickS * context.sampleRate), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) {
        samples[at] = level * Math.cos((2 * Math.PI * hz * at) / context.sampleRate) * Math.exp((-8 * at) / samples.length);
    }
    return buffer;
}
