const key = "downbeat.token";

/** Storage may be forbidden (private windows, file pages): then a value is kept as long as the page. */
export function makeKept(storage, name) {
    let value;
    try {
        value = storage?.getItem(name) ?? undefined;
    } catch {
        value = undefined; // reading is refused as well: the same as empty
    }
    return {
        get: () => value,
        set(text) {
            value = text;
            try {
                if (text === undefined) storage?.removeItem(name);
                else storage?.setItem(name, text);
            } catch {
                // Kept in this page at least.
            }
        },
    };
}

/**
 * The control token: from the host link's fragment, else as it was kept. The fragment leaves the address, so that it is not shared
 * by accident.
 * @param {string | undefined} given
 */
export function makeToken(given) {
    const kept = makeKept(globalThis.localStorage, key);
    if (given) {
        kept.set(given);
        history.replaceState(history.state, "", location.pathname + location.search);
    }
    return kept;
}

/** A name for this browser that it keeps, so that the room knows it again. */
export function clientName() {
    const kept = makeKept(globalThis.localStorage, "downbeat.client");
    if (!kept.get()) {
        const bytes = crypto.getRandomValues(new Uint8Array(12));
        kept.set(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
    return kept.get();
}
