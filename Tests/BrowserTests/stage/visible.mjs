/**
 * The controls that can be pressed now, and all visible texts, with their positions and colours. Runs in a page.
 * @returns {{ controls: object[], texts: object[] }}
 */
export function visible() {
    const shown = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && element.getClientRects().length > 0;
    const modal = document.querySelector("dialog[open]");
    const within = (element) => !modal || modal.contains(element);
    const words = (element) => {
        const text = element.getAttribute("aria-label") ?? element.textContent.trim();
        return `${element.tagName.toLowerCase()}${element.className && typeof element.className === "string" ? `.${element.className.split(" ")[0]}` : ""} “${text.slice(0, 24)}”`;
    };
    const place = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const known = new Map([[null, []]]);
    /** The colours under an element, from its own on; a documentation has thousands of texts within the same few. */
    const groundsOf = (element) => {
        if (!known.has(element)) {
            const { backgroundColor } = getComputedStyle(element);
            const under = groundsOf(element.parentElement);
            known.set(element, backgroundColor === "rgba(0, 0, 0, 0)" ? under : [backgroundColor, ...under]);
        }
        return known.get(element);
    };
    const controls = [];
    for (const element of document.querySelectorAll("button, input, select, a[href], [role=slider], [role=tab], [tabindex='0']")) {
        if (!shown(element) || !within(element)) continue;
        const pressed = element.closest("label") ?? element; // a press on a label presses its control
        const { scrollWidth, clientWidth } = pressed;
        const scrolls = element.closest(".panel, .list, .look, dialog") !== null;
        controls.push({ words: words(element), ...place(pressed), marker: element.matches(".marker"), scrolls, clipped: scrollWidth > clientWidth + 1 });
    }
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest("script, noscript, [aria-hidden=true]:not(.time-passed, .time-whole), .status") || !shown(element) || !within(element)) continue;
        const style = getComputedStyle(element);
        texts.push({
            words: words(element), text: node.data.trim().slice(0, 24), colour: style.color, grounds: groundsOf(element), ...place(element),
            px: Number.parseFloat(style.fontSize), bold: Number(style.fontWeight) >= 700,
        });
    }
    return { controls, texts };
}
