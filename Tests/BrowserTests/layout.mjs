import { opened } from "./stage/opened.mjs";
import { visible } from "./stage/visible.mjs";

const sizes = [[390, 844], [844, 390], [1440, 900], [3840, 2160]];
const states = ["the player", "the library", "the look"];

/** At every size from a phone to a wall, nothing overlaps and nothing is cut off. */
export default async function layout({ browser, server, tracks, law }) {
    await server.command({ do: "play", track: tracks.get("Song at 100").id, position: 5 });
    for (const [width, height] of sizes) {
        const page = await browser.open({ url: server.pageAddress(), width, height });
        await page.until("globalThis.downbeat?.scene.playing && document.body.dataset.track === 'some'");
        for (const state of states) {
            await opened(page, state);
            const { controls } = await page.evaluate(`(${visible})()`);
            const drawer = await page.evaluate("(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(document.querySelector('.drawer').getBoundingClientRect())");
            const wrong = misplaced(controls, { width, height }, (one) => state === "the player" || !covers(drawer, one));
            law(`${width}×${height}, ${state}: nothing overlaps or is cut off`, wrong.length === 0 && controls.length > 0, wrong.slice(0, 4).join(", ") || `${controls.length} controls`);
        }
        await space({ page, law, size: `${width}×${height}` });
        await awayScreens({ page, law, size: `${width}×${height}` });
        const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        law(`${width}×${height}: the page does not scroll sideways`, !wide);
        await page.close();
    }
}

/** The library has space for its music, and all kinds of lists are seen. */
async function space({ page, law, size }) {
    await page.click("#tab-library");
    const [list, drawer] = await page.evaluate("['#panel-library .list', '.drawer'].map((one) => document.querySelector(one).getBoundingClientRect().height)");
    law(`${size}: most of the library is its list`, list > 0.5 * drawer, `${list.toFixed(0)} of ${drawer.toFixed(0)} px`);
    const kinds = await page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#panel-library .kinds'))");
    law(`${size}: all its kinds are seen`, kinds <= 0 || size === "844×390", `${kinds} px too wide`);
    if (size === "844×390") return; // there the drawer needs the whole height
    let said = "";
    for (const plays of [false, true]) {
        await page.click(".transport [data-act=toggle]");
        const trouble = "document.querySelector('.toast.trouble')?.matches(':popover-open')";
        await page.until(`downbeat.scene.playing === ${plays} || ${trouble}`); // a press that is refused is told
        said ||= await page.evaluate(`${trouble} ? document.querySelector('.toast.trouble').textContent : ''`);
    }
    law(`${size}: music can be paused while the library is open`, said === "", said);
}

/** However many screens are away, those that are here can be reached. */
async function awayScreens({ page, law, size }) {
    await page.click("#tab-screens");
    await page.until("document.querySelector('#panel-screens .screen-speaker')?.checkVisibility() && getComputedStyle(document.querySelector('#panel-screens')).overflowY === 'auto'");
    const seen = await page.evaluate(`(() => {
        const away = document.querySelector('.screens-away');
        away.hidden = false;
        away.querySelector('ul').append(...Array.from({ length: 30 }, () => Object.assign(document.createElement('li'), { className: 'screen screen-head', textContent: 'Away' })));
        const { top, bottom } = document.querySelector('.screen-speaker').getBoundingClientRect();
        const panel = document.querySelector('#panel-screens').getBoundingClientRect();
        return top >= panel.top && bottom <= panel.bottom && document.elementFromPoint(document.querySelector('.screen-speaker').getBoundingClientRect().x + 20, (top + bottom) / 2)?.closest('.screen-speaker') !== null;
    })()`);
    law(`${size}: screens that are away leave those that are here in sight`, seen);
}

/** What is wrong with the places of controls, in words. @param {(control: object) => boolean} isFree whether it must not be covered */
export function misplaced(controls, { width, height }, isFree = () => true) {
    const wrong = [];
    const fixed = controls.filter(({ scrolls, marker }) => !scrolls && !marker);
    for (const one of fixed) {
        if (one.left < -0.5 || one.top < -0.5 || one.right > width + 0.5 || one.bottom > height + 0.5) wrong.push(`${one.words} is cut off`);
        if (one.clipped) wrong.push(`${one.words} is too small for its words`);
    }
    const free = fixed.filter(isFree);
    free.forEach((one, at) => {
        for (const other of free.slice(at + 1)) if (overlap(one, other) > 1) wrong.push(`${one.words} lies over ${other.words}`);
    });
    return wrong;
}

/** The overlap of two boxes in pixels. */
function overlap(one, other) {
    return Math.min(Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
}

// On a phone on its side the drawer covers the bar, whose controls then cannot be pressed by mistake.
function covers(box, one) {
    return overlap(box, one) > 1 && !(one.left >= box.left && one.top >= box.top && /Library|Queue|Visuals|Screens|Close the panel/.test(one.words));
}
