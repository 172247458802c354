/**
 * Sends changes, which may need a token: asks for one until it is right or the person cancels.
 * @param {object} parts
 * @param {import("../net/roomLink.js").RoomLink} parts.socket
 * @param {{ enter: (token: string) => void }} parts.token
 * @param {{ want: () => Promise<{ askToken: (wrong: boolean) => Promise<string | undefined> } | undefined> }} parts.sheets
 * @param {(sentence: string, trouble: boolean) => void} parts.notice
 * @param {(wish: { do: string }) => void} [parts.pressed] hears of each command before it is sent, and again when it needed a token
 */
export function makeControl({ socket, token, sheets, notice, pressed = () => {} }) {
    async function askToken(wrong) {
        const given = await (await sheets.want())?.askToken(wrong);
        if (!given) return false;
        token.enter(given);
        socket.greet();
        return true;
    }

    return {
        /** Sends a command to the room. @returns {Promise<Record<string, any>>} the answer */
        async command(wish) {
            pressed(wish);
            let answer = await socket.command(wish);
            let wrong = answer.code === "token-wrong";
            while (/^token-/.test(answer.code)) {
                if (!await askToken(wrong)) return answer;
                pressed(wish);
                answer = await socket.command(wish);
                wrong = true;
            }
            if (answer.type === "error") notice(answer.message, true);
            return answer;
        },
        /** Calls the library's API. */
        async allowed(act) {
            for (let wrong = false; ; wrong = true) {
                try {
                    return await act();
                } catch (problem) {
                    if (problem.status !== 401 || !await askToken(wrong)) throw problem;
                }
            }
        },
    };
}
