import { KeyedList } from "../../kernel/list.js";
import { Selection } from "./selection.js";

const before = 100; // tracks queued before the chosen one
const after = 399; // and after it

/**
 * A list of tracks, where people play one among its neighbours or choose several.
 * @param {object} lib
 * @param {object} parts
 * @param {string} parts.label
 * @param {(offset: number, limit: number) => Promise<{ items: object[], total: number }>} [parts.fetch] for `load`
 * @param {import("../../kernel/owner.js").Owner} [parts.owner] if not that of the view
 * @param {boolean} [parts.number] shows track numbers in place of covers
 * @param {{ selection: Selection, first: number, range: (from: number, to: number) => Promise<object[]>, total: () => number }} [parts.whole] what the list is a part of
 */
export function makeTrackList(lib, { label, fetch, number, whole, owner = lib.owner }) {
    const { deeds, rows, page } = lib;
    const first = whole?.first ?? 0;
    const range = whole?.range ?? ((from, to) => list.range(from, to));
    const selection = whole?.selection ?? new Selection({ deeds, range, changed: () => list.renewAll(), notice: page.notice });
    const play = async (index) => {
        const from = Math.max(0, index - before);
        const total = whole?.total() ?? list.total;
        try {
            const tracks = await range(from, Math.min(total - 1, index + after));
            await deeds.play({ tracks: tracks.map(({ id }) => id), start: index - from });
        } catch (problem) {
            page.notice(problem.message, true);
        }
    };
    const list = new KeyedList({
        owner, scroller: lib.scroller, label, fetch, key: ({ id }) => id,
        row: (track, at) => rows.track(track, { index: first + at, play: () => play(first + at), selection, number }),
        moved: (from, to, event) => selection.moved(first + from, first + to, event),
    });
    return { list, selection };
}
