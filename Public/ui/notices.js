const shownMs = 4500;

/**
 * Shows a message for a moment, also over an open dialog, and announces it to screen readers.
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

// The last element in the top layer is in front. A browser without popovers shows it behind dialogs.
function lift(toast) {
    if (!toast.showPopover) return;
    if (toast.matches(":popover-open")) toast.hidePopover();
    toast.showPopover();
}
