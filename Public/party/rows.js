/**
 * Shows items as children of an element, each kept by its key, so that focus and place stay.
 * @template Item
 * @param {HTMLElement} parent
 * @param {Item[]} items
 * @param {(item: Item) => string | number} keyOf
 * @param {(item: Item) => HTMLElement} make makes the element of a new item
 * @param {(element: HTMLElement, item: Item) => void} update
 */
export function showRows(parent, items, keyOf, make, update) {
    const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
    let place = parent.firstElementChild;
    for (const item of items) {
        const key = `${keyOf(item)}`;
        let element = known.get(key);
        known.delete(key);
        if (!element) {
            element = make(item);
            element.dataset.key = key;
        }
        update(element, item);
        if (element === place) place = place.nextElementSibling;
        else parent.insertBefore(element, place);
    }
    for (const gone of known.values()) gone.remove();
}
