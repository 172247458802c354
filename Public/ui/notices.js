const shownMs = 4500;

/**
 * Says a sentence over everything for a moment, also over a sheet that is open, and to screen readers.
 * @param {Document} document
 * @returns {(sentence: string, trouble?: boolean) => void}
 */
export function makeNotices(document) {
    const toast = document.querySelector(".toast");
    const status = document.querySelector(".status");
    let timer = 0;
    return (sentence, trouble = false) => {
        toast.textContent = sentence;
        status.textContent = sentence;
        toast.hidden = false;
        toast.classList.toggle("trouble", trouble);
        lift(toast);
        clearTimeout(timer);
        timer = setTimeout(() => { toast.hidden = true; }, shownMs);
    };
}

// What came to the top layer last lies over the rest. A browser without popovers shows it under its sheets.
function lift(toast) {
    if (!toast.showPopover) return;
    if (toast.matches(":popover-open")) toast.hidePopover();
    toast.showPopover();
}
