const restMs = 3000;
const focusRestMs = 15_000; // longer for keyboard users

/**
 * Hides the controls when idle, and shows them at the first pointer move or key press.
 * @param {Document} document
 * @param {() => boolean} needed whether they must stay
 * @returns {{ wake: () => void, rest: () => void, toggle: () => void }} `rest` hides them until then, `toggle` hides them for good, and back
 */
export function makeChrome(document, needed) {
    const { body } = document;
    let timer = 0;
    let wokeMs = 0;
    let hovers = true; // touch leaves hover active after the finger is gone, which does not count as use
    const held = new Set(); // pressed fingers and buttons

    function rest() {
        const used = hovers && document.querySelector(".chrome:hover:not(.masthead)");
        const focused = performance.now() - wokeMs < focusRestMs && document.querySelector(".chrome :focus-visible");
        if (needed() || held.size > 0 || used || focused) timer = setTimeout(rest, restMs);
        else hide();
    }

    const hide = () => body.classList.add("quiet");

    function wake() {
        body.classList.remove("quiet");
        clearTimeout(timer);
        timer = setTimeout(rest, restMs);
        wokeMs = performance.now();
    }

    const hear = (kinds, act) => kinds.forEach((kind) => document.addEventListener(kind, act, { passive: true, capture: true }));
    hear(["pointermove", "pointerdown", "wheel", "keydown", "focusin", "click"], wake);
    hear(["pointermove", "pointerdown"], ({ pointerType, pointerId, buttons }) => {
        hovers = pointerType !== "touch";
        if (buttons > 0) held.add(pointerId);
        else held.delete(pointerId); // it may have been released outside the window
    });
    hear(["pointerup", "pointercancel"], ({ pointerId }) => held.delete(pointerId));
    document.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
        if (pointerType !== "touch" && held.size === 0 && !needed()) body.classList.add("quiet");
    });
    wake();
    return { wake, rest: hide, toggle: () => body.classList.toggle("bare") };
}
