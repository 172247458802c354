import { styles } from "../renderers/index.js";

const ownName = /^[\w-]+$/;

/**
 * Fetches styles when they are first shown. Until one has come, the last goes on.
 * @param {(sentence: string) => void} notice
 * @returns {(id: string) => ((context: CanvasRenderingContext2D, scene: object) => void)} what draws now
 */
export function makeStyles(notice) {
    const loaded = new Map();
    let current = () => {};
    let wanted;

    async function load(id) {
        const known = styles.find((style) => style.id === id);
        const own = ownName.test(id) ? id : styles[0].id;
        try {
            const module = await (known ? known.load() : import(`../renderers/${own}.js`));
            if (typeof module.draw !== "function") throw new TypeError("no draw");
            loaded.set(id, module.draw);
        } catch {
            notice(`The style “${id}” could not be loaded.`);
            loaded.set(id, loaded.get(styles[0].id) ?? current);
            if (id !== styles[0].id && !loaded.has(styles[0].id)) load(styles[0].id);
        }
        if (id === wanted) current = loaded.get(id);
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
