import { EnvelopeSide } from "./envelopeSide.js";

// Tests/Yardstick/Clock/ClockFit.swift derives these; both implementations must agree to the microsecond.
const unseen = 0.125;
const usualSkew = 50e-6;
const greatestSkew = 250e-6;
const steps = 32;
const halvings = 10;
const drop = 2;

/**
 * Fits a line between two lower envelopes: the most likely offset and skew of the clocks, and the error bound.
 * @param {import("./delayEnvelope.js").DelayEnvelope} up at least one point, as `down`
 * @param {import("./delayEnvelope.js").DelayEnvelope} down
 * @param {object} at
 * @param {number} at.now client time in microseconds from the filter's origin
 * @param {number} at.guess the skew known so far, 0 at first
 * @param {number} at.tickUs the step of the client's timer
 * @returns {{ offsetUs: number, skew: number, skewDoubt: number, roundTripUs: number, boundUs: number }}
 */
export function clockFit(up, down, { now, guess, tickUs }) {
    const rising = new EnvelopeSide(up, -1, guess);
    const falling = new EnvelopeSide(down, 1, guess);
    const likelihood = (skew) =>
        rising.intercept(skew) / rising.heightUs + falling.intercept(skew) / falling.heightUs
        - (skew * skew) / (2 * usualSkew * usualSkew);
    const offset = (skew) => (rising.line(skew, now) - falling.line(skew, now)) / 2;

    const skew = peak(likelihood);
    const enough = likelihood(skew) - drop;
    const least = edge(likelihood, skew, -greatestSkew, enough);
    const most = edge(likelihood, skew, greatestSkew, enough);
    const offsetUs = offset(skew);
    const tilt = Math.max(Math.abs(offset(least) - offsetUs), Math.abs(offset(most) - offsetUs));
    const roundTripUs = rising.line(skew, now) + falling.line(skew, now);
    const whole = Math.max(0, roundTripUs + tickUs); // a coarse timer can shorten either direction by a step
    const height = Math.max(rising.doubtUs, falling.doubtUs) / 2;
    return {
        offsetUs,
        skew,
        skewDoubt: Math.max(most - skew, skew - least),
        roundTripUs,
        boundUs: tilt + tickUs / 2 + Math.min(whole / 2, height + whole * unseen),
    };
}

function peak(likelihood) {
    let low = -greatestSkew;
    let high = greatestSkew;
    for (let step = 0; step < steps; step += 1) {
        const third = (high - low) / 3;
        if (likelihood(low + third) < likelihood(high - third)) low += third;
        else high -= third;
    }
    return (low + high) / 2;
}

function edge(likelihood, best, limit, enough) {
    let inside = best;
    let outside = limit;
    for (let halving = 0; halving < halvings; halving += 1) {
        const middle = (inside + outside) / 2;
        if (likelihood(middle) > enough) inside = middle;
        else outside = middle;
    }
    return outside;
}
