/**
 * A lazily loaded part of the page that the first picture does not need.
 * @template Part
 * @param {() => Promise<Part>} load
 * @param {(sentence: string, trouble: boolean) => void} notice called if loading fails
 * @returns {{ readonly here: Part | undefined, want: () => Promise<Part | undefined> }}
 */
export function later(load, notice) {
    let here;
    let coming;
    return {
        get here() {
            return here;
        },
        want() {
            coming ??= load().then((part) => (here = part), () => {
                coming = undefined; // the next call tries again
                notice("A part of this page did not load. Is the server there?", true);
            });
            return coming;
        },
    };
}
