/**
 * Owns listeners, timers, observers and other owners, which end together. What is given to an owner that has ended, ends at once.
 */
export class Owner {
    #ends = new Set();
    #isOver = false;

    get isOver() {
        return this.#isOver;
    }

    /** How much it owns, for tests. */
    get count() {
        return this.#ends.size;
    }

    /** @param {() => void} end called once, at the latest when this owner ends @returns {() => void} ends it now */
    own(end) {
        const once = () => {
            if (this.#ends.delete(once)) end();
        };
        this.#ends.add(once);
        if (this.#isOver) once();
        return once;
    }

    /**
     * @param {EventTarget} target
     * @param {string} kinds of events, with spaces between them
     * @param {(event: any) => unknown} hear
     * @param {AddEventListenerOptions} [options]
     */
    listen(target, kinds, hear, options) {
        const each = kinds.split(" ");
        for (const kind of each) target.addEventListener(kind, hear, options);
        return this.own(() => each.forEach((kind) => target.removeEventListener(kind, hear, options)));
    }

    every(ms, act) {
        const timer = setInterval(act, ms);
        return this.own(() => clearInterval(timer));
    }

    after(ms, act) {
        const timer = setTimeout(() => {
            cancel();
            act();
        }, ms);
        const cancel = this.own(() => clearTimeout(timer));
        return cancel;
    }

    /** @param {{ observe: (target: Element) => void, disconnect: () => void }} observer @param {...Element} targets */
    observe(observer, ...targets) {
        for (const target of targets) observer.observe(target);
        return this.own(() => observer.disconnect());
    }

    /** An owner that ends with this one, or before. */
    child() {
        const child = new Owner();
        child.own(this.own(() => child.end()));
        return child;
    }

    /** Ends all that it owns, the last first. */
    end() {
        this.#isOver = true;
        for (const end of [...this.#ends].reverse()) end();
    }
}
