/**
 * Makes an element. Strings become text, never markup.
 * @param {string} tag
 * @param {Record<string, unknown>} [traits] `class`, `on…` listeners, `data` and attributes; false and undefined leave one out
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(tag, traits = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(traits)) {
        if (value === undefined || value === false || value === null) continue;
        if (key === "class") element.className = value;
        else if (key === "data") Object.assign(element.dataset, value);
        else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

/** @param {string} name one of the page's symbols */
export function icon(name) {
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${name}`);
    picture.append(use);
    return picture;
}

/** A round button with an icon and an accessible name. */
export function iconButton(name, label, onclick, traits = {}) {
    return make("button", { class: "icon-button", type: "button", "aria-label": label, title: label, onclick, ...traits }, icon(name));
}

/** Adds a style sheet to the page. @param {string} address beside the page @returns {Promise<void>} once it is loaded */
export function withStyle(address) {
    return new Promise((resolve, reject) => {
        const link = make("link", { rel: "stylesheet", href: address, onload: () => resolve(), onerror: () => {
            link.remove();
            reject(new Error(address));
        } });
        document.head.append(link);
    });
}

/** Sets the text only if it differs. */
export function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute only if it differs. */
export function mark(element, name, value) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}
