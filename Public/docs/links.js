/**
 * Replaces every `$ref` by what it refers to. Recursive schemas become cycles, so callers must bound their recursion.
 * @param {Record<string, object>} documents by the file names that references use
 * @returns {Map<object, string>} the names of all referenced objects
 */
export function link(documents) {
    const names = new Map();
    const done = new Set();
    const walk = (node, file) => {
        if (typeof node !== "object" || node === null || done.has(node)) return;
        done.add(node);
        for (const [key, child] of Object.entries(node)) {
            if (typeof child?.$ref === "string") {
                const { target, name } = find(documents, file, child.$ref);
                names.set(target, name);
                node[key] = target;
            } else {
                walk(child, file);
            }
        }
    };
    for (const [file, document] of Object.entries(documents)) walk(document, file);
    return names;
}

function find(documents, file, reference, seen = new Set()) {
    const [place, pointer = ""] = reference.split("#");
    const home = place === "" ? file : place;
    if (seen.has(`${home}#${pointer}`)) throw new Error(`${reference} leads to itself`);
    seen.add(`${home}#${pointer}`);
    const steps = pointer.split("/").slice(1).map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
    let target = documents[home];
    for (const step of steps) {
        target = target?.[step];
        if (typeof target?.$ref === "string") ({ target } = find(documents, home, target.$ref, new Set(seen)));
    }
    if (typeof target !== "object" || target === null) throw new Error(`${reference} in ${file} leads nowhere`);
    return { target, name: steps.at(-1) ?? home };
}
