/** Stands in for the browser's WebSocket: keeps what is sent, and says what a test has the server say. */
export class FakeSocket {
    static OPEN = 1;
    /** @type {FakeSocket[]} in the order they were made */
    static made = [];
    readyState = 0;
    /** Messages, questions for the time left out. @type {object[]} */
    sent = [];
    /** @type {{ t1: number }[]} */
    asked = [];

    constructor(address) {
        this.address = address;
        FakeSocket.made.push(this);
    }

    static get last() {
        return FakeSocket.made.at(-1);
    }

    send(text) {
        const message = JSON.parse(text);
        if (message.type === "time") this.asked.push(message);
        else this.sent.push(message);
    }

    /** The server takes the connection. */
    open() {
        this.readyState = 1;
        this.onopen();
    }

    /** The server says something. */
    say(message) {
        this.onmessage({ data: message instanceof ArrayBuffer ? message : JSON.stringify(message) });
    }

    close(code = 1006) {
        if (this.readyState === 3) return;
        this.readyState = 3;
        this.onclose({ code });
    }
}
