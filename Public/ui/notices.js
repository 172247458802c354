const shownMs = 4500;

/**
 * Says a sentence over the stage for a moment, and to screen readers.
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
        clearTimeout(timer);
        timer = setTimeout(() => { toast.hidden = true; }, shownMs);
    };
}
