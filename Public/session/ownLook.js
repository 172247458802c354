import { settled } from "./settings.js";

/**
 * The visuals of this screen: the room's settings, overridden by this screen's own, overridden by the page's address, overridden by what
 * a host has set for this screen.
 */
export class OwnLook {
    /** @type {import("./settings.js").Settings} the same object as long as nothing changes */
    settings = settled();
    #kept;
    #asked;
    #calm;
    #told;

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
        return Boolean(this.#told?.look) || this.#kept.get() !== undefined;
    }

    /** What was set here. */
    get wishes() {
        const { edition, ...wishes } = this.#wishes();
        return wishes;
    }

    /** @param {Record<string, unknown> | undefined} roomLook @param {import("./room.js").Room} [told] */
    settle(roomLook, told) {
        this.#told = told;
        if (told?.lookEdition && this.#wishes().edition !== told.lookEdition) this.#kept.set(undefined);
        const own = told?.look ? [this.#asked, told.look, this.#wishes()] : [this.#wishes(), this.#asked];
        const settings = settled(roomLook, this.#calm() ? { calm: true } : null, ...own);
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
        if (stays) this.#kept.set(JSON.stringify({ ...this.#wishes(), ...look, edition: this.#told?.lookEdition }));
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
