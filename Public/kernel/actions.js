/**
 * What people can do, by name: functions that keys, buttons, menus and media keys call alike. They come when the first is asked for.
 * @param {() => Promise<Record<string, (...details: any[]) => unknown> | undefined>} load undefined if they cannot come now
 * @param {(name: string, waitedMs: number) => boolean} isWanted whether it still is, so long after the press
 * @param {() => number} [now] in milliseconds
 * @returns {(name: string, ...details: any[]) => Promise<unknown>}
 */
export function makeActions(load, isWanted, now = () => performance.now()) {
    return async (name, ...details) => {
        const askedMs = now();
        const acts = await load();
        if (acts && Object.hasOwn(acts, name) && isWanted(name, now() - askedMs)) return acts[name](...details);
    };
}

/**
 * Lets every button that names an action do it.
 * @param {import("./owner.js").Owner} owner
 * @param {Document | Element} root
 * @param {(name: string, event: Event) => unknown} act
 */
export function actOnPress(owner, root, act) {
    owner.listen(root, "click", (event) => {
        const button = event.target.closest("[data-act]");
        if (button) act(button.dataset.act, event);
    });
}
