import { iconButton, make } from "../elements.js";
import { boxOnPage, putOnPage } from "../turned.js";

const edgePx = 8; // from the edges of the page

let close = () => {};
const opened = new WeakMap(); // what opens the menu of a button

/**
 * The button with three dots that opens a menu.
 * @param {string} name of what the menu is for
 * @param {() => Parameters<typeof openMenu>[1]} items
 */
export function menuButton(name, items, traits = {}) {
    const open = () => openMenu(button, items(), name, button);
    const button = iconButton("more", `More for ${name}`, open, { class: "icon-button more", "aria-haspopup": "menu", "aria-expanded": "false", data: { part: "more" }, title: "More", ...traits });
    opened.set(button, open);
    return button;
}

/** Opens the menu of a row with such a button. @returns {boolean} whether it has one */
export function openMenuOf(row) {
    const open = opened.get(row?.querySelector(".more"));
    open?.();
    return open !== undefined;
}

/**
 * Opens a menu beside an element. Arrows move, Enter chooses, Escape and Tab close it.
 * @param {Element} where
 * @param {({ words: string, act: () => unknown, checked?: boolean } | null | undefined | false)[]} items
 * @param {string} label
 * @param {HTMLElement} [back] takes the focus afterwards
 */
export function openMenu(where, items, label, back = document.activeElement) {
    close();
    const choose = (act) => {
        close();
        act();
    };
    const buttons = items.filter(Boolean).map(({ words, act, checked }) => make("button", {
        class: "menu-item", type: "button", role: checked === undefined ? "menuitem" : "menuitemradio", "aria-checked": checked === undefined ? undefined : String(checked),
        tabindex: -1, onclick: () => choose(act),
    }, words));
    const menu = make("div", { class: "menu glass", role: "menu", "aria-label": label, popover: "manual" }, ...buttons);
    document.body.append(menu);
    menu.showPopover?.(); // over the drawer and an open dialog
    const box = boxOnPage(where);
    const { offsetWidth: width, offsetHeight: height } = menu;
    const below = box.bottom + height <= document.body.clientHeight - edgePx || box.top < height;
    putMenu(menu, { left: box.right - width, top: below ? box.bottom : box.top - height });
    where.setAttribute("aria-expanded", "true");

    const outside = (event) => {
        if (!menu.contains(event.target)) close();
    };
    const gone = () => close(); // what it belongs to may be gone or elsewhere
    const escape = (event) => {
        if (event.key !== "Escape" || menu.contains(event.target)) return;
        event.stopPropagation();
        event.preventDefault();
        close();
    };
    const key = (event) => {
        const at = buttons.indexOf(document.activeElement);
        const to = { ArrowDown: (at + 1) % buttons.length, ArrowUp: (at - 1 + buttons.length) % buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
        const typed = event.key.length === 1 && event.key !== " " ? buttons.findIndex((button, index) => index > at && button.textContent.toLowerCase().startsWith(event.key.toLowerCase())) : -1;
        event.stopPropagation(); // the page's shortcuts
        if (to !== undefined) buttons[to].focus();
        else if (typed >= 0) buttons[typed].focus();
        else if (event.key === "Escape" || event.key === "Tab") close();
        else return;
        event.preventDefault();
    };
    close = () => {
        close = () => {};
        document.removeEventListener("pointerdown", outside, true);
        document.removeEventListener("keydown", escape, true);
        for (const kind of ["resize", "popstate"]) removeEventListener(kind, gone);
        where.setAttribute("aria-expanded", "false");
        const hadFocus = menu.contains(document.activeElement);
        menu.remove();
        if (hadFocus) back?.focus?.({ preventScroll: true });
    };
    menu.addEventListener("keydown", key);
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("keydown", escape, true);
    for (const kind of ["resize", "popstate"]) addEventListener(kind, gone);
    (buttons.find((button) => button.getAttribute("aria-checked") === "true") ?? buttons[0])?.focus();
}

/** Puts a menu to a place on the page, or as near as it is whole. */
export function putMenu(menu, { left, top }) {
    const { clientWidth, clientHeight } = document.body;
    const within = (at, size, whole) => Math.max(edgePx, Math.min(at, whole - size - edgePx));
    putOnPage(menu, { left: within(left, menu.offsetWidth, clientWidth), top: within(top, menu.offsetHeight, clientHeight) });
}
