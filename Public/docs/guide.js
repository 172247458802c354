// The guide: the Markdown pages beside this file, written so that a repository's reader and this page can show them.

/** The pages for newcomers: who reads what, and one task each. */
export const steps = ["start", "blink", "react", "drive", "obs", "time"];

/** All pages, in the order in which they are shown. */
export const pages = [...steps, "page", "party", "shaders", "metronome", "library", "companion", "access", "running", "https", "proxies", "options", "scripts", "sync", "limits", "numbers", "development"];

/**
 * Splits a page into sections. Links to other pages lead to their place here; files that are only in the repository become their path.
 * @param {string} name of the page
 * @param {string} text its title, an introduction and sections
 * @returns {{ id: string, title: string, about: string, sections: { id: string, title: string, text: string }[] }}
 */
export function guidePage(name, text) {
    const linked = text.replace(/\]\(([a-z]+)\.md\)/g, "](#guide-$1)").replace(/\[[^\]]+\]\(\.\.\/\.\.\/([^)]+)\)/g, "`$1`");
    const [head, ...rest] = linked.split(/^## /m);
    const [, title, about] = /^# (.+)\n([^]*)$/.exec(head);
    const id = `guide-${name}`;
    return {
        id, title, about,
        sections: rest.map((section) => {
            const [, heading, body] = /^(.+)\n([^]*)$/.exec(section);
            return { id: `${id}-${heading.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`, title: heading, text: body };
        }),
    };
}
