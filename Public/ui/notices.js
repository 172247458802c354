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

/**
 * Asks for the control token.
 * @param {Document} document
 * @returns {(wrong: boolean) => Promise<string | undefined>} nothing where it was refused
 */
export function makeTokenSheet(document) {
    const sheet = document.querySelector(".token-sheet");
    const input = sheet.querySelector(".token-input");
    const line = sheet.querySelector(".token-line");
    const usual = line.textContent;
    let waiting;
    return (wrong) => {
        line.textContent = wrong ? "That was not this server's control token. The server printed the right one at its start." : usual;
        waiting ??= new Promise((resolve) => {
            sheet.addEventListener("close", () => {
                waiting = undefined;
                resolve(sheet.returnValue === "ok" && input.value.trim() ? input.value.trim() : undefined);
            }, { once: true });
        });
        if (!sheet.open) {
            input.value = "";
            sheet.returnValue = "";
            sheet.showModal();
            input.focus();
        }
        return waiting;
    };
}
