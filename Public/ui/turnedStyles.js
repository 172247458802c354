// Style sheets know the window alone. On a page turned by a quarter its width is the page's height, so all of them are read that way round.

const swapped = new WeakSet();
const other = { vw: "vh", vh: "vw", dvw: "dvh", dvh: "dvw", width: "height", height: "width" };
let isQuarter = false;
let isWatching = false;

/** Lets the style sheets of the page, and those that come later, see it as high as the window is wide, or as the window is. @param {boolean} quarter */
export function turnStyles(quarter) {
    isQuarter = quarter;
    if (!isWatching) document.head.addEventListener("load", turnSheets, true); // a link's load does not bubble
    isWatching = true;
    turnSheets();
}

function turnSheets() {
    for (const sheet of document.styleSheets) {
        if (swapped.has(sheet) === isQuarter) continue;
        if (isQuarter) swapped.add(sheet);
        else swapped.delete(sheet);
        turnRules(sheet.cssRules);
    }
}

function turnRules(rules) {
    for (const rule of rules) {
        if (rule.selectorText?.includes("[data-turn")) continue; // it turns the page
        if (rule.media) rule.media.mediaText = turnedMedia(rule.media.mediaText);
        if (rule.style && /\d(d?v[wh])\b/.test(rule.style.cssText)) rule.style.cssText = turnedLengths(rule.style.cssText);
        if (rule.cssRules) turnRules(rule.cssRules);
    }
}

/** @param {string} media @returns {string} with widths for heights */
export function turnedMedia(media) {
    return media.replace(/\b(min|max)-(width|height)\b/g, (_, bound, side) => `${bound}-${other[side]}`);
}

/** @param {string} style declarations @returns {string} with shares of the window's width for those of its height */
export function turnedLengths(style) {
    return style.replace(/(\d)(d?v[wh])\b/g, (_, digit, unit) => digit + other[unit]);
}
