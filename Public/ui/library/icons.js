/** Symbols that only the library needs, added to those of the page. */
const shapes = {
    heart: '<path d="M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z" class="outline"/>',
    loved: '<path d="M12 20.6s-8.1-4.9-8.1-10.6A4.8 4.8 0 0 1 12 6.5a4.8 4.8 0 0 1 8.1 3.5c0 5.7-8.1 10.6-8.1 10.600z"/>',
    more: '<path d="M12 6.800a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.200zm0 6.800a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.200zm0 6.800a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.200z"/>',
    choose: '<path d="M4.5 7l1.5 1.500L9 5.500M4.5 17l1.5 1.5 3-3M13 7.500h7M13 17.500h7" class="outline"/>',
    lines: '<path d="M4 6.500h16M4 12h16M4 17.500h16" class="outline"/>',
    upward: '<path d="M12 19V5.500m-5.5 5.500L12 5.500l5.5 5.5" class="outline"/>',
    downward: '<path d="M12 5v13.500m-5.5-5.5 5.5 5.5 5.5-5.5" class="outline"/>',
    record: '<circle cx="12" cy="12" r="6.5"/>',
    filter: '<path d="M4 6.500h16M7 12h10M10 17.500h4" class="outline"/>',
};

/** @param {Document} document */
export function addIcons(document) {
    if (document.querySelector("#heart")) return;
    const picture = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${Object.entries(shapes).map(([name, shape]) =>
        `<symbol id="${name}" viewBox="0 0 24 24">${shape}</symbol>`).join("")}</svg>`, "image/svg+xml");
    document.querySelector(".icons").append(...picture.documentElement.childNodes);
}
