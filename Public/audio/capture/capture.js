import { CaptureClock } from "./captureClock.js";

/** Nothing may be made of the sound: a browser that removes echo or noise moves and mutes beats. */
const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

/** Why a browser gives no sound, for people. @param {{ name?: string }} error @param {"microphone" | "tab"} from */
export function refusalWords({ name }, from) {
    const what = from === "tab" ? "the sound of a tab" : "the microphone";
    if (name === "NotAllowedError") return from === "tab" ? "Nothing was shared." : "The browser may not use the microphone. Its settings for this page allow it.";
    if (name === "NotFoundError") return "This device has no microphone.";
    if (name === "NotReadableError") return "Another program uses the microphone.";
    if (name === "NoSound") return "That was shared without its sound. Choose a tab, and tick its sound.";
    return `The browser does not give ${what}.`;
}

/** Why this page can hear nothing at all; undefined if it can. @param {"microphone" | "tab"} from */
export function cannot(from, browser = globalThis) {
    if (!browser.isSecureContext) return "Browsers let only pages with https use a microphone. Open this page by its https address.";
    const has = from === "tab" ? browser.navigator.mediaDevices?.getDisplayMedia : browser.navigator.mediaDevices?.getUserMedia;
    return has && browser.AudioWorkletNode ? undefined : `This browser does not give ${from === "tab" ? "the sound of a tab" : "the microphone"}.`;
}

function ask(from, device) {
    if (from === "tab") return navigator.mediaDevices.getDisplayMedia({ video: true, audio: plain });
    return navigator.mediaDevices.getUserMedia({ audio: { ...plain, latency: 0, ...(device && { deviceId: { exact: device } }) } });
}

/** Records this device's microphone, or a tab. */
export class Capture {
    #context;
    #stream;

    /**
     * Asks the person, and starts.
     * @param {"microphone" | "tab"} from
     * @param {(samples: Int16Array, capturedMs: number) => void} heard blocks of one channel, and when their first samples were captured
     * @param {() => void} ended the device is gone, or the person has stopped it
     * @param {string} [device]
     * @returns {Promise<Capture>}
     * @throws if the browser refuses
     */
    static async start(from, heard, ended, device) {
        const capture = new Capture();
        try {
            await capture.#start(from, heard, ended, device);
        } catch (error) {
            capture.stop();
            throw error;
        }
        return capture;
    }

    async #start(from, heard, ended, device) {
        this.#stream = await ask(from, device);
        const [track] = this.#stream.getAudioTracks();
        if (!track) throw Object.assign(new Error("no sound"), { name: "NoSound" });
        track.onended = ended;
        const context = new AudioContext({ latencyHint: 0 });
        this.#context = context;
        await context.audioWorklet.addModule(new URL("recorder.js", import.meta.url));
        const recorder = new AudioWorkletNode(context, "recorder", { numberOfInputs: 1, numberOfOutputs: 0 });
        const clock = new CaptureClock(context.sampleRate);
        recorder.port.onmessage = ({ data: { first, buffer } }) => {
            const samples = new Int16Array(buffer);
            heard(samples, clock.captured(first, samples.length, performance.now()));
        };
        context.createMediaStreamSource(new MediaStream([track])).connect(recorder);
        await context.resume();
    }

    /** Samples a second. */
    get rate() {
        return this.#context.sampleRate;
    }

    /** The device's name, as the browser gives it. */
    get label() {
        return this.#stream.getAudioTracks()[0]?.label ?? "";
    }

    stop() {
        for (const track of this.#stream?.getTracks() ?? []) {
            track.onended = null;
            track.stop();
        }
        this.#context?.close();
    }
}
