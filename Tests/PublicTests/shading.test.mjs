import assert from "node:assert/strict";
import { test } from "node:test";
import { seedOf } from "../../Public/renderers/shading/inputs.js";
import { before } from "../../Public/renderers/shading/isf/words.js";
import { noiseTexels } from "../../Public/renderers/shading/noise.js";
import { Sound } from "../../Public/renderers/shading/sound.js";
import { alike, head, noisePeriod, soundPoints, soundRows, tail } from "../../Public/renderers/shading/words.js";

/** A scene whose level at a point and an age is a function of both. */
function heard(levelAt, { points = soundPoints, fraction = 0.25 } = {}) {
    const rowAt = (ageRows) => Float32Array.from({ length: points }, (_, point) => levelAt(point / points, ageRows));
    return { levels: rowAt(0), history: { fraction, at: (row) => rowAt(row + fraction) } };
}
const texel = (sound, point, line) => [...sound.texels.slice(4 * (line * soundPoints + point), 4 * (line * soundPoints + point) + 4)];

test("a texel of the sound has a level, the next point's, and both of the row before", () => {
    const sound = new Sound();
    const scene = heard((x, age) => 0.5 * x + age / 600);
    sound.fill(scene);
    const byte = (row, point) => Math.floor(255 * row[point] + 0.5);
    const [now, first, second] = [scene.levels, scene.history.at(0), scene.history.at(1)];
    assert.deepEqual(texel(sound, 10, 0), [byte(now, 10), byte(now, 11), byte(first, 10), byte(first, 11)]);
    assert.deepEqual(texel(sound, 62, 1), [byte(first, 62), byte(first, 63), byte(second, 62), byte(second, 63)]);
});

test("fewer points are spread over all of the sound", () => {
    const sound = new Sound();
    sound.fill(heard((x) => (x < 0.5 ? 0 : 1), { points: 8 }));
    assert.deepEqual([0, 31, 32, 63].map((point) => texel(sound, point, 5)[0]), [0, 0, 255, 255]);
});

test("the last line is a mean that steps nowhere as rows come and go", () => {
    const jagged = (x, age) => (Math.floor(age) % 5 === 0 ? 1 : 0.1);
    const means = [];
    for (let step = 0; step < 200; step += 1) {
        const sound = new Sound();
        const newest = Math.floor(step / 20);
        const fraction = (step % 20) / 20;
        sound.fill({ levels: new Float32Array(64), history: { fraction, at: (row) => new Float32Array(64).fill(jagged(0, newest - row + 1000)) } });
        means.push(texel(sound, 7, soundRows)[0]);
    }
    for (let step = 1; step < means.length; step += 1) assert.ok(Math.abs(means[step] - means[step - 1]) <= 3, `${means[step - 1]} → ${means[step]}`);
});

test("energy is how much is heard, from nothing to loud music", () => {
    const energies = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 1].map((level) => {
        const sound = new Sound();
        sound.fill(heard(() => level));
        return sound.energy;
    });
    assert.equal(energies[0], 0);
    assert.equal(energies.at(-1), 1);
    for (let at = 1; at < energies.length; at += 1) assert.ok(energies[at] >= energies[at - 1], energies.join());
});

test("the noise repeats: each texel's neighbours are what the neighbours have", () => {
    const texels = noiseTexels();
    const at = (x, y, part) => texels[4 * ((y % noisePeriod) * noisePeriod + (x % noisePeriod)) + part];
    for (let y = 0; y < noisePeriod; y += 7) {
        for (let x = 0; x < noisePeriod; x += 1) {
            assert.equal(at(x, y, 1), at(x + 1, y, 0));
            assert.equal(at(x, y, 2), at(x, y + 1, 0));
            assert.equal(at(x, y, 3), at(x + 1, y + 1, 0));
        }
    }
    const mean = texels.reduce((sum, value) => sum + value, 0) / texels.length;
    assert.ok(Math.abs(mean - 127.5) < 3, `${mean}`);
});

test("each piece has a seed of its own", () => {
    const seeds = Array.from({ length: 500 }, (_, k) => seedOf(`recording:${k}`));
    assert.ok(seeds.every((seed) => seed >= 0 && seed < 1));
    assert.equal(new Set(seeds).size, 500);
    const tenths = new Set(seeds.map((seed) => Math.floor(10 * seed)));
    assert.equal(tenths.size, 10);
});

test("sines are those that all cards have alike, but for constants", () => {
    assert.equal(alike("float a = sin(b) + cos (c);"), "float a = sine_(b) + cosine_ (c);");
    assert.equal(alike("const float a = sin(0.5);\nfloat b = asin(sinh(cosine(sin)));"), "const float a = sin(0.5);\nfloat b = asin(sinh(cosine(sin)));");
    assert.equal(alike(head + tail), head + tail, "the host's own words have them already");
});

test("the sine of all cards is within a millionth", () => {
    const [, , numbers] = head.match(/swing_\(float turns\) \{([^}]*return k \* \(([^;]*)\);)/);
    const [first, third, fifth, seventh] = numbers.match(/-?\d+\.\d+/g).map(Number);
    for (let step = -500; step <= 500; step += 1) {
        const turns = step / 100 + 0.25;
        const k = Math.abs(turns - Math.floor(turns) - 0.5) - 0.25;
        const wave = k * (first + k * k * (third + k * k * (fifth + k * k * seventh)));
        assert.ok(Math.abs(wave - Math.sin((2 * Math.PI * step) / 100)) < 1e-6, `${step}`);
    }
});

test("ISF's words and the host's have no name of a function in common", () => {
    const namesOf = (text) => new Set([...text.matchAll(/^\w+ (\w+_)\(/gm)].map(([, name]) => name));
    const hosts = namesOf(head);
    assert.ok(hosts.has("sine_"));
    assert.deepEqual([...namesOf(before)].filter((name) => hosts.has(name)), []);
});
