import { clockFit } from "./clockFit.js";
import { DelayEnvelope } from "./delayEnvelope.js";

const toleranceUs = 500; // samples may contradict each other by this much, since drift varies within the window
const coarsestTickUs = 100_000; // the coarsest timer of any browser
const roughness = 0.02; // differences are multiples of the timer's step, up to this share of a step

/**
 * Estimates the server's clock from the timestamps of pings and of everything the server sends, in whole microseconds; the
 * client's are from `performance.now()`. Each connection has its own filter, which starts empty.
 */
export class ClockFilter {
    /** @type {import("./clockEstimate.js").ClockEstimate | undefined} undefined until a ping has been answered */
    estimate;
    /** How often the filter restarted because the client's clock jumped; then pings must be frequent again. */
    jumps = 0;

    #up = new DelayEnvelope();
    #down = new DelayEnvelope();
    #origin;
    #heardAtUs;
    #tickUs = coarsestTickUs;

    /** An answered ping: times sent and received by the client's clock, read and answered by the server's. */
    ping(askedUs, readUs, answeredUs, heardUs) {
        if (![askedUs, readUs, answeredUs, heardUs].every(isStamp) || heardUs < askedUs || answeredUs < readUs) return;
        this.#notice(heardUs - askedUs);
        this.#hear(heardUs);
        this.#take(heardUs, () => {
            const rose = this.#addUp(askedUs, readUs);
            const fell = this.#addDown(answeredUs, heardUs);
            return rose || fell;
        });
    }

    /** Any other message: time sent by the server's clock, and time received. */
    message(sentUs, heardUs) {
        if (!isStamp(sentUs) || !isStamp(heardUs)) return;
        this.#hear(heardUs);
        this.#take(heardUs, () => this.#addDown(sentUs, heardUs));
    }

    #hear(heardUs) {
        if (heardUs < this.#heardAtUs) this.#startAnew();
        else if (this.#heardAtUs !== undefined) this.#notice(heardUs - this.#heardAtUs);
        this.#heardAtUs = heardUs;
    }

    #notice(differenceUs) {
        const rest = Math.abs(differenceUs - Math.round(differenceUs / this.#tickUs) * this.#tickUs);
        if (rest > this.#tickUs * roughness) this.#tickUs = rest;
    }

    #take(heardUs, add) {
        if (!add() || this.#fit(heardUs)) return;
        this.#startAnew();
        add();
        this.#fit(heardUs);
    }

    #startAnew() {
        this.#up.removeAll();
        this.#down.removeAll();
        this.#origin = undefined;
        this.estimate = undefined;
        this.jumps += 1;
    }

    #addUp(sentUs, readUs) {
        const { client, server } = this.#sinceOrigin(sentUs, readUs);
        return this.#up.add(client, server - client);
    }

    #addDown(sentUs, heardUs) {
        const { client, server } = this.#sinceOrigin(heardUs, sentUs);
        return this.#down.add(client, client - server);
    }

    #sinceOrigin(client, server) {
        this.#origin ??= { client, server };
        return { client: client - this.#origin.client, server: server - this.#origin.server };
    }

    // False if the envelopes contradict each other, as when a clock has jumped by more than the shortest round trip.
    #fit(heardUs) {
        if (this.#up.points.length === 0 || this.#down.points.length === 0) return true;
        const fit = clockFit(this.#up, this.#down, {
            now: heardUs - this.#origin.client,
            guess: this.estimate?.skew ?? 0,
            tickUs: this.#tickUs,
        });
        if (!(fit.roundTripUs >= -(this.#tickUs + toleranceUs))) return false;
        this.estimate = {
            madeAtUs: heardUs,
            offsetUs: fit.offsetUs + (this.#origin.server - this.#origin.client),
            skew: fit.skew,
            roundTripUs: fit.roundTripUs,
            boundUs: fit.boundUs,
            boundGrowth: fit.skewDoubt,
        };
        return true;
    }
}

function isStamp(us) {
    return Number.isSafeInteger(us) && us >= 0;
}
