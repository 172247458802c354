const ownName = /^[\w-]+$/;

/**
 * Fetches styles when they are first shown. Until one has come, the last goes on.
 * @param {readonly { id: string, load: () => Promise<{ draw: Function }> }[]} styles the first is the usual one
 * @param {(sentence: string) => void} notice
 * @param {(name: string) => Promise<{ draw: Function }>} [own] loads a person's own
 * @returns {(id: string) => (context: CanvasRenderingContext2D, picture: object) => void} what draws now
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
            if (typeof module.draw !== "function") throw new TypeError("nothing draws");
            loaded.set(id, known ? module.draw : guarded(id, module.draw));
        } catch (error) {
            notice(known ? `The style “${id}” could not be loaded.` : `The style “${id}” could not be loaded: ${error.message}`, true);
            if (id === styles[0].id) return;
            await fallBack(id);
            lost = known !== undefined;
        }
        if (id === wanted || loaded.size === 1) current = loaded.get(id);
        if (lost) loaded.delete(id); // the way to the server was cut: chosen again, it is fetched again
    }

    async function fallBack(id) {
        if (!loaded.has(styles[0].id)) await load(styles[0].id);
        loaded.set(id, loaded.get(styles[0].id) ?? current);
    }

    /** A person's own style may leave the canvas as it likes, and may fail at any picture. */
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

    return (id) => {
        if (id !== wanted) {
            wanted = id;
            if (loaded.has(id)) current = loaded.get(id);
            else load(id);
        }
        return current;
    };
}
