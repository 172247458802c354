/**
 * What is known, which only messages change.
 * @template State, Message
 * @param {(state: State, message: Message) => State} next the same state if the message changes nothing
 * @param {State} first
 */
export function makeStore(next, first) {
    let state = first;
    const told = new Set();
    return {
        get state() {
            return state;
        },
        /** @param {Message} message @returns {boolean} whether it changed something */
        take(message) {
            return this.put(next(state, message));
        },
        /** Replaces the state by one that was computed elsewhere. @param {State} after */
        put(after) {
            if (after === state) return false;
            state = after;
            for (const tell of [...told]) tell(state);
            return true;
        },
        /**
         * Calls `act` whenever what is selected has changed.
         * @param {import("./owner.js").Owner} owner until which
         * @param {(state: State) => unknown} select several things as an array
         * @param {(selected: any) => void} act
         */
        watch(owner, select, act) {
            const tell = whenChanged(select, act, select(state));
            told.add(tell);
            owner.own(() => told.delete(tell));
        },
    };
}

/**
 * A function that takes a state and calls `act` if what is selected of it is not what it was.
 * @template State
 * @param {(state: State) => unknown} select several things as an array
 * @param {(selected: any, state: State) => void} act
 * @param {unknown} [before] what counts as known
 * @returns {(state: State) => boolean} whether it was called
 */
export function whenChanged(select, act, before = Symbol("nothing yet")) {
    return (state) => {
        const selected = select(state);
        if (isSame(selected, before)) return false;
        before = selected;
        act(selected, state);
        return true;
    };
}

function isSame(one, other) {
    if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
    return one.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}
