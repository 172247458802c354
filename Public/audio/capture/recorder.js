// Runs beside the page's script: hands it what a microphone hears, 10 ms at a time.

const blockS = 0.01;

class Recorder extends AudioWorkletProcessor {
    #size = Math.round(sampleRate * blockS);
    #block = new Int16Array(this.#size);
    #filled = 0;

    process([channels]) {
        const [samples] = channels;
        if (!samples) return true; // nothing is connected at the moment
        for (let index = 0; index < samples.length; index += 1) {
            let sum = 0;
            for (const channel of channels) sum += channel[index];
            this.#block[this.#filled] = 32767 * Math.max(-1, Math.min(1, sum / channels.length));
            this.#filled += 1;
            if (this.#filled === this.#size) this.#hand(currentFrame + index + 1);
        }
        return true;
    }

    /** @param {number} end the number of the frame after the block */
    #hand(end) {
        const { buffer } = this.#block;
        this.port.postMessage({ first: end - this.#size, buffer }, [buffer]);
        this.#block = new Int16Array(this.#size);
        this.#filled = 0;
    }
}

registerProcessor("recorder", Recorder);
