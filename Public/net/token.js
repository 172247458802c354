const key = "downbeat.token";

/** Only watches from now on, also after a reload. */
export function forgetToken(storage = globalThis.localStorage) {
    for (const name of [key, `${key}.role`]) makeKept(storage, name).set(undefined);
}

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

const roles = ["viewer", "guest", "cohost", "host", "owner"];

/**
 * The token: from the fragment of a link, else as it was stored. The fragment is removed from the address, so that it is not shared
 * by accident. A link's token is stored only once it has given a role, and replaces none that gives more.
 * @param {string | undefined} given
 */
export function makeToken(given, storage = globalThis.localStorage) {
    const kept = makeKept(storage, key);
    const keptRole = makeKept(storage, `${key}.role`);
    if (given) history.replaceState(history.state, "", location.pathname + location.search);
    return {
        get: () => given ?? kept.get(),
        /** A token that a person enters. */
        enter(token) {
            given = token;
        },
        /** The server has let the page in. */
        accept(role) {
            const rank = roles.indexOf(role);
            if (rank < 1) return;
            if (given && kept.get() && kept.get() !== given && rank < roles.indexOf(keptRole.get())) return;
            if (given) kept.set(given);
            if (kept.get()) keptRole.set(role);
        },
        /** The token is wrong, or its link is over. @returns {boolean} whether there is another one to try */
        refuse() {
            const another = Boolean(given) && Boolean(kept.get()) && kept.get() !== given;
            if (!another) kept.set(undefined);
            given = undefined;
            return another;
        },
    };
}

/** This window's number in its browser, noted for others that open now; undefined if others may have it. */
export function windowNumber(kind) {
    try {
        const number = sessionStorage[`downbeat.${kind}`] ?? 0;
        const notes = JSON.parse(localStorage[`downbeat.${kind}s`] ?? "{}");
        const began = `downbeat.${kind}.began`; // may be left from a page that was loaded again at once
        if (notes[number] && `${notes[number]}` !== `${sessionStorage[began]}`) return undefined;
        const nowMs = Date.now();
        localStorage[`downbeat.${kind}s`] = JSON.stringify({ ...notes, [number]: nowMs });
        sessionStorage[began] = nowMs;
        return number;
    } catch {
        return 0; // storage is disabled
    }
}

/** A stored id of this browser and its window, so that the room recognizes it. */
export function clientName(kind, number) {
    const kept = makeKept(globalThis.localStorage, "downbeat.client");
    if (!kept.get()) {
        const bytes = crypto.getRandomValues(new Uint8Array(12));
        kept.set(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
    return kept.get() + (kind + number === "window0" ? "" : `-${kind}${number}`);
}
