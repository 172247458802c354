import { Capture, cannot, refusalWords } from "../../audio/capture/capture.js";
import { SoundSender } from "../../audio/capture/soundSender.js";
import { socketAddress } from "../../net/address.js";
import { deviceName } from "../../net/deviceName.js";
import { makeKept } from "../../net/token.js";

const sources = { microphone: "Microphone", tab: "Tab" };

/** What this device hears, sent to the server as a live input; it goes on while the library is closed. */
export class OwnSound {
    /** @type {"microphone" | "tab" | undefined} what is sent, or about to be */
    from;
    /** The input's name at the server; undefined until it has one. @type {string | undefined} */
    name;
    /** Called after each change. */
    changed = () => {};
    #page;
    #capture;
    #sender;
    #wasTaken = false;
    #client = makeKept(globalThis.sessionStorage, "downbeat.soundClient");

    constructor(page) {
        this.#page = page;
    }

    /** Why it cannot be sent from here; undefined if it can. @param {"microphone" | "tab"} from */
    static obstacle(from) {
        return cannot(from);
    }

    /** Asks the person for it, sends it, and lets the room play it. @param {"microphone" | "tab"} from */
    async start(from) {
        this.stop();
        this.from = from;
        this.changed();
        let capture;
        const heard = (samples, capturedMs) => {
            const us = this.#page.socket.serverUs(capturedMs);
            if (us !== undefined && capture === this.#capture) this.#sender?.send(samples, us);
        };
        const ended = () => {
            if (capture !== this.#capture) return;
            this.stop();
            this.#page.notice(from === "tab" ? "The tab is no longer shared." : "The microphone is gone.", true);
        };
        try {
            capture = await Capture.start(from, heard, ended);
        } catch (error) {
            if (this.from === from && !this.#capture) this.stop();
            return this.#page.notice(refusalWords(error, from), true);
        }
        if (this.from !== from || this.#capture) return capture.stop(); // somebody has thought better of it meanwhile
        this.#capture = capture;
        this.#wasTaken = false;
        if (!this.#client.get()) this.#client.set(`sound-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`);
        const label = `${sources[from]} of ${deviceName(navigator)}`;
        const hello = () => ({ name: label, room: this.#page.roomName, client: this.#client.get(), token: this.#page.token() });
        this.#sender = new SoundSender(socketAddress(document.baseURI), hello, { label, rate: capture.rate }, (news) => this.#take(news));
    }

    stop() {
        this.#sender?.end();
        this.#capture?.stop();
        this.#sender = this.#capture = this.from = this.name = undefined;
        this.changed();
    }

    #take({ name, source, refused }) {
        if (refused) {
            this.stop();
            return this.#page.notice(refused, true);
        }
        const plays = this.#page.room().state?.timeline.source ?? "";
        // A server that has started again has another source under the same name.
        if (name && (!this.#wasTaken || (plays !== source && plays.startsWith(`live:${name}@`)))) this.#page.command({ do: "live.start", input: name });
        this.#wasTaken ||= name !== undefined;
        this.name = name;
        this.changed();
    }
}
