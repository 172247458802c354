import { makeKept } from "./token.js";

/** A value of this window. A new window begins with the browser's last one. */
export function makeWindowKept(name) {
    const [own, last] = [globalThis.sessionStorage, globalThis.localStorage].map((storage) => makeKept(storage, name));
    return {
        get: () => own.get() ?? last.get(),
        set(text) {
            own.set(text);
            last.set(text);
        },
    };
}
