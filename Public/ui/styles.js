const ownName = /^[\w-]+$/;

/**
 * Loads styles when they are first shown. Until one is loaded, the last one continues.
 * @param {readonly { id: string, load: () => Promise<{ draw: Function }> }[]} styles the first is the default
 * @param {(sentence: string) => void} notice
 * @param {(name: string) => Promise<{ draw: Function }>} [own] loads a style from the user's folder
 * @returns {((id: string) => (context: CanvasRenderingContext2D, picture: object) => void) & { isThere: () => boolean }} the current draw
 *     function; `isThere` says whether it is that of the style that was chosen last
 */
export function makeStyles(styles, notice, own) {
    const loaded = new Map();
    let current = () => {};
    let wanted;

    async function load(id) {
        const known = styles.find((style) => style.id === id);
        let lost = false;
        try {
            if (!known && !(own && ownName.test(id))) throw new RangeError("no such style");
            const module = await (known ? known.load() : own(id));
            if (typeof module.draw !== "function") throw new TypeError("the style has no draw function");
            loaded.set(id, known ? module.draw : guarded(id, module.draw));
            if (module.words) notice(module.words);
        } catch (error) {
            notice(known ? `The style “${id}” could not be loaded.` : `The style “${id}” could not be loaded: ${error.message}`, true);
            if (id === styles[0].id) return;
            await fallBack(id);
            lost = known !== undefined;
        }
        if (id === wanted || loaded.size === 1) current = loaded.get(id);
        if (lost) loaded.delete(id); // connection lost: loads again when it is chosen again
    }

    async function fallBack(id) {
        if (!loaded.has(styles[0].id)) await load(styles[0].id);
        loaded.set(id, loaded.get(styles[0].id) ?? current);
    }

    /** Runs an own style, which may leave the canvas in any state and may throw in any frame. */
    function guarded(id, draw) {
        return (context, picture) => {
            context.save();
            try {
                draw(context, picture);
                context.restore();
            } catch (error) {
                context.reset();
                current = () => {};
                notice(`The style “${id}” could not draw: ${error.message}`, true);
                fallBack(id).then(() => { if (id === wanted) current = loaded.get(id); });
            }
        };
    }

    const chosen = (id) => {
        if (id !== wanted) {
            wanted = id;
            if (loaded.has(id)) current = loaded.get(id);
            else load(id);
        }
        return current;
    };
    return Object.assign(chosen, { isThere: () => loaded.has(wanted) });
}
