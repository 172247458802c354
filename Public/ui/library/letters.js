// Where names with a letter begin in a list that is sorted by them.

const plain = { ø: "o", æ: "a", œ: "o", ß: "s", ł: "l", đ: "d", ð: "d", þ: "t", ı: "i" };
/** The letters that a list is divided by: first what begins with no letter, last what has other ones. */
export const letters = ["#", ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", "…"];

/** Among which letter a name is listed, as the server sorts. @param {string} name @returns {number} an index of `letters` */
export function letterOf(name) {
    const [first = ""] = name.normalize("NFKD").toLowerCase().match(/[\p{L}\p{N}]/u) ?? [];
    const small = plain[first] ?? first;
    if (small < "a") return 0;
    return small <= "z" ? small.charCodeAt(0) - 96 : letters.length - 1;
}

/**
 * The first item whose letter is at least the one that is asked for; of a list that is sorted downwards, at most.
 * @param {number} total
 * @param {number} letter
 * @param {(index: number) => Promise<number>} letterAt
 * @param {boolean} [isDown]
 * @returns {Promise<number>} its index; `total` if there is none
 */
export async function firstWith(total, letter, letterAt, isDown = false) {
    let [low, high] = [0, total];
    while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const at = await letterAt(middle);
        if (isDown ? at > letter : at < letter) low = middle + 1;
        else high = middle;
    }
    return low;
}
