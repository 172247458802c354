// A drawing context that writes SVG: the part of the canvas's interface that the waveform styles use. Soft light, which is made of images, is left out.

const places = 100; // positions are rounded to 1 / places

/** Takes the calls of a drawing and returns them as an SVG document. */
export class SvgContext {
    fillStyle = "#000";
    strokeStyle = "#000";
    globalAlpha = 1;
    globalCompositeOperation = "source-over";
    lineWidth = 1;
    lineCap = "butt";
    lineJoin = "miter";

    #matrix = [1, 0, 0, 1, 0, 0];
    #saved = [];
    #path = "";
    #shapes = [];
    #gradients = [];

    save() {
        const { fillStyle, strokeStyle, globalAlpha, globalCompositeOperation, lineWidth, lineCap, lineJoin } = this;
        this.#saved.push([{ fillStyle, strokeStyle, globalAlpha, globalCompositeOperation, lineWidth, lineCap, lineJoin }, this.#matrix]);
    }

    restore() {
        if (this.#saved.length === 0) return;
        const [state, matrix] = this.#saved.pop();
        Object.assign(this, state);
        this.#matrix = matrix;
    }

    transform(a, b, c, d, e, f) {
        const [ma, mb, mc, md, me, mf] = this.#matrix;
        this.#matrix = [ma * a + mc * b, mb * a + md * b, ma * c + mc * d, mb * c + md * d, ma * e + mc * f + me, mb * e + md * f + mf];
    }

    scale(x, y) {
        this.transform(x, 0, 0, y, 0, 0);
    }

    translate(x, y) {
        this.transform(1, 0, 0, 1, x, y);
    }

    beginPath() {
        this.#path = "";
    }

    closePath() {
        this.#path += "Z";
    }

    moveTo(x, y) {
        this.#path += `M${this.#point(x, y)}`;
    }

    lineTo(x, y) {
        this.#path += `${this.#path === "" ? "M" : "L"}${this.#point(x, y)}`;
    }

    bezierCurveTo(x1, y1, x2, y2, x, y) {
        this.#path += `C${this.#point(x1, y1)} ${this.#point(x2, y2)} ${this.#point(x, y)}`;
    }

    rect(x, y, width, height) {
        this.moveTo(x, y);
        this.lineTo(x + width, y);
        this.lineTo(x + width, y + height);
        this.lineTo(x, y + height);
        this.closePath();
    }

    roundRect(x, y, width, height, radius) {
        const r = Math.min(radius, width / 2, height / 2);
        const round = rounded(r * this.#size);
        const corner = (toX, toY) => { this.#path += `A${round} ${round} 0 0 1 ${this.#point(toX, toY)}`; };
        this.moveTo(x + r, y);
        this.lineTo(x + width - r, y);
        corner(x + width, y + r);
        this.lineTo(x + width, y + height - r);
        corner(x + width - r, y + height);
        this.lineTo(x + r, y + height);
        corner(x, y + height - r);
        this.lineTo(x, y + r);
        corner(x + r, y);
        this.closePath();
    }

    /** Clockwise. */
    arc(x, y, radius, from, to) {
        const at = (angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        const round = rounded(radius * this.#size);
        this.lineTo(...at(from));
        // In halves: SVG draws nothing from a point to itself.
        for (const angle of [(from + to) / 2, to]) this.#path += `A${round} ${round} 0 0 1 ${this.#point(...at(angle))}`;
    }

    fill() {
        this.#add(`fill="${this.#paint(this.fillStyle)}" fill-opacity="${rounded(this.globalAlpha)}"`);
    }

    stroke() {
        this.#add(`fill="none" stroke="${this.#paint(this.strokeStyle)}" stroke-opacity="${rounded(this.globalAlpha)}"`
            + ` stroke-width="${rounded(this.lineWidth * this.#size)}" stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"`);
    }

    fillRect(x, y, width, height) {
        const path = this.#path;
        this.beginPath();
        this.rect(x, y, width, height);
        this.fill();
        this.#path = path;
    }

    drawImage() {}

    createLinearGradient(x1, y1, x2, y2) {
        const stops = [];
        const addColorStop = (place, words) => {
            const { colour, opacity } = plain(words);
            stops.push(`<stop offset="${place}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
        };
        return { ends: `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops, addColorStop };
    }

    /**
     * @param {number} width
     * @param {number} height
     * @param {string} title
     * @param {string} background
     * @returns {string} the document
     */
    document(width, height, title, background) {
        return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n`
            + `<title>${escaped(title)}</title>\n<defs>${this.#gradients.join("")}</defs>\n`
            + `<rect width="${width}" height="${height}" fill="${background}"/>\n${this.#shapes.join("\n")}\n</svg>\n`;
    }

    #add(traits) {
        if (this.#path !== "") this.#shapes.push(`<path d="${this.#path}" ${traits}/>`);
    }

    /** A colour, or a gradient in the coordinates of this moment. */
    #paint(style) {
        if (typeof style === "string") return plain(style).colour;
        const id = `g${this.#gradients.length}`;
        this.#gradients.push(`<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${style.ends}`
            + ` gradientTransform="matrix(${this.#matrix.map(rounded).join(" ")})">${style.stops.join("")}</linearGradient>`);
        return `url(#${id})`;
    }

    #point(x, y) {
        const [a, b, c, d, e, f] = this.#matrix;
        return `${rounded(a * x + c * y + e)} ${rounded(b * x + d * y + f)}`;
    }

    /** How long a unit is. */
    get #size() {
        const [a, b, c, d] = this.#matrix;
        return Math.sqrt(Math.abs(a * d - b * c));
    }
}

function rounded(number) {
    return Math.round(number * places) / places;
}

/** A colour and its opacity apart, as older programs want them. */
function plain(words) {
    const [, levels, opacity] = /^rgb\(([\d. ]+?)(?: \/ ([\d.]+))?\)$/.exec(words) ?? [];
    return levels ? { colour: `rgb(${levels.split(" ").join(",")})`, opacity: opacity ?? "1" } : { colour: words, opacity: "1" };
}

function escaped(text) {
    return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/\p{Cc}/gu, " ");
}
