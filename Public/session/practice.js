// What somebody practises, as items of the practice log: one from each start to its stop, or to another song or day.

const leastS = 30; // shorter ones do not count
const mostStepMs = 5000; // a page that slept did not practise
const mostKept = 50;

/** The local day of a date. @returns {string} "2026-11-25" */
export function localDay(date) {
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/**
 * @param {object[]} kept items that were not sent before the page was closed
 */
export function makePractised(kept) {
    let waiting = kept.slice(-mostKept);
    let mine = []; // of this page, also those that the server has
    let now;

    function begin(seen, makeId) {
        now = {
            item: { name: seen.name, item: makeId(), day: localDay(seen.date), song: seen.song?.id ?? null, title: seen.song?.title ?? "Metronome", bpm: seen.bpm, seconds: 0, bars: 0 },
            ms: 0, lastMs: seen.nowMs, bars: 0, bar: seen.bar, toldS: 0,
        };
    }

    function goesOn(seen) {
        return now && now.item.name === seen.name && now.item.song === (seen.song?.id ?? null) && now.item.day === localDay(seen.date) && seen.bar >= now.bar;
    }

    function file() {
        if (!now || now.item.seconds < leastS || now.item.seconds === now.toldS) return;
        mine = [...mine.filter(({ item }) => item !== now.item.item), { ...now.item }].slice(-mostKept);
        now.toldS = now.item.seconds;
        waiting = [...waiting.filter(({ item }) => item !== now.item.item), { ...now.item }].slice(-mostKept);
    }

    return {
        /** Takes in a moment; undefined while nothing runs. @param {object | undefined} seen @param {() => string} makeId */
        add(seen, makeId) {
            if (!seen) {
                file();
                now = undefined;
                return;
            }
            if (!goesOn(seen)) {
                file();
                begin(seen, makeId);
                return;
            }
            const stepMs = seen.nowMs - now.lastMs;
            now.lastMs = seen.nowMs;
            if (stepMs <= mostStepMs) now.ms += stepMs;
            if (seen.bar > now.bar) now.bars += seen.bar - now.bar;
            now.bar = seen.bar;
            Object.assign(now.item, { seconds: Math.floor(now.ms / 1000), bars: now.bars, bpm: seen.bpm });
        },
        hasNews() {
            file();
            return waiting.length > 0;
        },
        unsent: () => waiting,
        /** What this page has seen so far, the running item included. */
        items: () => (now && now.item.seconds >= leastS ? [...mine.filter(({ item }) => item !== now.item.item), { ...now.item }] : mine),
        /** The server has this item, as it was then. */
        sent(item) {
            waiting = waiting.filter((other) => other.item !== item.item || other.seconds > item.seconds);
        },
        /** To keep, in case that the page is closed before all is sent. */
        text: () => (waiting.length ? JSON.stringify(waiting) : undefined),
    };
}

/**
 * What the server told of a month's practice, with what this page has seen since.
 * @param {{ days: Record<string, number>, streak: number, best: number, total: number, items: readonly object[] }} told
 * @param {readonly object[]} seen items of this page
 * @param {string} name whose practice it is @param {string} month "2026-11"
 */
export function practiceWith(told, seen, name, month) {
    let { streak, best, total } = told;
    const days = { ...told.days };
    const items = [...told.items];
    for (const item of seen) {
        if (item.name !== name || !item.day.startsWith(month)) continue;
        const at = items.findIndex((one) => one.item === item.item);
        const more = item.seconds - (items[at]?.seconds ?? 0);
        if (more <= 0) continue;
        if (!days[item.day]) best = Math.max(best, streak += 1);
        days[item.day] = (days[item.day] ?? 0) + more;
        total += more;
        if (at < 0) items.unshift(item);
        else items[at] = item;
    }
    return { days, streak, best, total, items };
}
