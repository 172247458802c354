import { styleOf } from "./style.js";

const askMs = 1500;

/**
 * A shader style of the user's folder. On a page that was opened for it, its author's, it is drawn anew when its file changes.
 * @param {string} path of its script, from this one
 * @param {{ name: string, shader: string, instead?: string }} module as it was loaded
 * @param {boolean} isWatched
 * @param {(sentence: string) => void} notice
 */
export async function ownShader(path, module, isWatched, notice) {
    let style = await styleOf(module);
    if (!isWatched) return style;
    let askedMs = performance.now();
    let known;
    let count = 0;
    const look = async () => {
        const text = await fetch(new URL(path, import.meta.url), { cache: "no-store" }).then((answer) => (answer.ok ? answer.text() : known), () => known);
        if (known === text) return;
        const isFirst = known === undefined;
        known = text;
        if (isFirst) return;
        count += 1;
        try {
            style = await styleOf(await import(`${path}?${count}`));
            notice(style.words || `“${style.name}” is as its file is now.`);
        } catch (error) {
            notice(`The file cannot be read: ${error.message}`, true);
        }
    };
    await look();
    return {
        name: style.name, words: style.words,
        draw(context, scene) {
            const nowMs = performance.now();
            if (nowMs - askedMs > askMs) {
                askedMs = nowMs;
                look();
            }
            style.draw(context, scene);
        },
    };
}
