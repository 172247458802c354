import { settled } from "./settings.js";

/** The visuals of this screen: the room's settings, overridden by this screen's own, overridden by the page's address. */
export class OwnLook {
    /** @type {import("./settings.js").Settings} the same object as long as nothing changes */
    settings = settled();
    #kept;
    #asked;
    #calm;

    /**
     * @param {{ get: () => string | undefined, set: (text: string | undefined) => void }} kept storage for this screen's settings
     * @param {Record<string, unknown>} asked by the page's address
     * @param {() => boolean} calm whether the system asks for less motion
     */
    constructor(kept, asked, calm) {
        this.#kept = kept;
        this.#asked = { ...asked };
        this.#calm = calm;
    }

    /** Whether this screen has settings of its own. */
    get isOwn() {
        return this.#kept.get() !== undefined;
    }

    /** @param {Record<string, unknown> | undefined} roomLook */
    settle(roomLook) {
        const settings = settled(roomLook, this.#calm() ? { calm: true } : null, this.#wishes(), this.#asked);
        if (Object.keys(settings).some((key) => settings[key] !== this.settings[key])) this.settings = settings;
        return this.settings;
    }

    /**
     * @param {Record<string, unknown> | null} look the changes; null returns to the room's settings
     * @param {boolean} onlyHere
     * @returns {boolean} whether the change stays here; otherwise it is for the room
     */
    change(look, onlyHere) {
        for (const key of Object.keys(look ?? {})) delete this.#asked[key];
        if (look === null) {
            this.#kept.set(undefined);
            return true;
        }
        // If the system asks for reduced motion, only this screen's own setting overrides it.
        const stays = onlyHere || this.isOwn || (this.#calm() && "calm" in look);
        if (stays) this.#kept.set(JSON.stringify({ ...this.#wishes(), ...look }));
        return stays;
    }

    #wishes() {
        try {
            return JSON.parse(this.#kept.get() ?? "{}");
        } catch {
            return {}; // not written by this page
        }
    }
}
