const key = "downbeat.token";

/** Storage may be disabled (private windows, file pages): then the value lasts as long as the page. */
export function makeKept(storage, name) {
    let value;
    try {
        value = storage?.getItem(name) ?? undefined;
    } catch {
        value = undefined; // storage is disabled: the same as empty
    }
    return {
        get: () => value,
        set(text) {
            value = text;
            try {
                if (text === undefined) storage?.removeItem(name);
                else storage?.setItem(name, text);
            } catch {
                // It is still kept in this page.
            }
        },
    };
}

/**
 * The token: from the fragment of a link, else as it was stored. The fragment is removed from the address, so that
 * it is not shared by accident.
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

/** A stored id of this browser, so that the room recognizes it. */
export function clientName() {
    const kept = makeKept(globalThis.localStorage, "downbeat.client");
    if (!kept.get()) {
        const bytes = crypto.getRandomValues(new Uint8Array(12));
        kept.set(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
    return kept.get();
}
