const restMs = 3000;

/**
 * Hides the controls when nobody uses them, and shows them at a pointer's or key's first move.
 * @param {Document} document
 * @param {() => boolean} needed whether they must stay
 * @returns {{ wake: () => void, toggle: () => void }} `toggle` hides them for good, and back
 */
export function makeChrome(document, needed) {
    const { body } = document;
    let timer = 0;

    function rest() {
        timer = 0;
        const used = document.querySelector(".chrome:hover:not(.masthead), .chrome :focus-visible");
        if (needed() || used) wake();
        else body.classList.add("quiet");
    }

    function wake() {
        body.classList.remove("quiet");
        clearTimeout(timer);
        timer = setTimeout(rest, restMs);
    }

    for (const kind of ["pointermove", "pointerdown", "wheel", "keydown", "focusin"]) {
        document.addEventListener(kind, wake, { passive: true, capture: true });
    }
    document.documentElement.addEventListener("pointerleave", () => { if (!needed()) body.classList.add("quiet"); });
    wake();
    return { wake, toggle: () => body.classList.toggle("bare") };
}
