import { make } from "../elements.js";

let close = () => {};

/**
 * Opens a menu beside an element or at a point. Arrows move, Enter chooses, Escape and Tab close it.
 * @param {{ x: number, y: number } | Element} where
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
    const box = where instanceof Element ? where.getBoundingClientRect() : { left: where.x, right: where.x, top: where.y, bottom: where.y };
    const { offsetWidth: width, offsetHeight: height } = menu;
    const below = box.bottom + height <= innerHeight - 8 || box.top < height;
    menu.style.left = `${Math.max(8, Math.min(box.right - (where instanceof Element ? width : 0), innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(below ? box.bottom : box.top - height, innerHeight - height - 8))}px`;
    if (where instanceof Element) where.setAttribute("aria-expanded", "true");

    const outside = (event) => {
        if (!menu.contains(event.target)) close();
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
        removeEventListener("resize", outside);
        if (where instanceof Element) where.setAttribute("aria-expanded", "false");
        const hadFocus = menu.contains(document.activeElement);
        menu.remove();
        if (hadFocus) back?.focus?.({ preventScroll: true });
    };
    menu.addEventListener("keydown", key);
    document.addEventListener("pointerdown", outside, true);
    addEventListener("resize", outside);
    (buttons.find((button) => button.getAttribute("aria-checked") === "true") ?? buttons[0])?.focus();
}
