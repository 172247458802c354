/**
 * Reads server-sent events of a stream that `EventSource` cannot open, because it cannot send a token.
 * @param {(event: { name: string, id: string, data: string }) => void} hear
 * @returns {(text: string) => void} takes the text in any pieces
 */
export function makeEventReader(hear) {
    let rest = "";
    return (text) => {
        rest += text;
        const events = rest.split("\n\n");
        rest = events.pop();
        for (const event of events) {
            const fields = { event: "message", id: "", data: "" };
            for (const line of event.split("\n")) {
                const [, name, value] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
                if (name) fields[name] = value;
            }
            if (fields.data) hear({ name: fields.event, id: fields.id, data: fields.data });
        }
    };
}
