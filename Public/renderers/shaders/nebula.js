export const name = "Nebula";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "particles";

/** Clouds of light that breathe with the bars; each beat sends a wave through them. */
export const shader = /* glsl */ `
float starsOf(vec2 p, float cells, int layer) {
    vec2 at = p * cells;
    ivec2 cell = ivec2(floor(at));
    float chance = hash(ivec3(cell, layer));
    if (chance < 0.72) return 0.0;
    vec2 off = at - vec2(cell) - 0.5 - 0.6 * (vec2(hash(ivec3(cell, layer + 7)), hash(ivec3(cell, layer + 13))) - 0.5);
    float twinkle = 0.7 + 0.3 * sin(tau * chance * 9.0 + music.time * (1.0 + 2.0 * chance));
    return (chance - 0.7) * twinkle * 0.02 / (dot(off, off) + 0.004) * smoothstep(0.45, 0.1, length(off));
}

vec3 look(vec2 p) {
    float breath = 0.5 - 0.5 * cos(tau * music.bar);
    float s = music.time * 0.026 + seed * 40.0;
    float far = length(p);
    float wave = 0.0;
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float off = (far - 0.15 - beat.x * 0.85) / (0.10 + 0.12 * beat.x);
        wave += (0.5 + 0.5 * beat.z) * beat.y * exp(-off * off - 1.6 * beat.x);
    }
    wave *= 1.0 - calm;
    vec2 q = turned(p, 0.007 * music.time) * (1.15 - 0.09 * breath - 0.3 * music.near) - p * 0.10 * wave;
    vec2 bend = vec2(clouds(q * 1.3 + vec2(s, 3.1), 4), clouds(q * 1.3 + vec2(7.7, -s), 4)) - 0.47;
    vec2 more = vec2(clouds(q * 1.7 + bend * 3.4 + vec2(1.7, s * 1.4), 4), clouds(q * 1.7 - bend.yx * 3.0 + vec2(-s, 9.2), 3)) - 0.47;
    float mist = clouds(q * 1.5 + more * 3.6, 5);
    float thread = 1.0 - abs(2.0 * clouds(q * 2.1 + more * 4.4 + bend * 2.0, 4) - 0.95);
    thread = pow(clamp(thread, 0.0, 1.0), 9.0);
    float tone = clamp(0.5 + 1.7 * more.x + 0.5 * bend.y, 0.0, 1.0);
    float sound = mix(slow(tone * 0.9), level(tone * 0.9), 0.4);
    float body = smoothstep(0.30, 0.78, mist) * (0.4 + 0.9 * exp(-far * far * 0.6));
    vec3 colour = mix(palette.second, palette.main, smoothstep(0.25, 0.7, tone));
    colour = mix(colour, palette.accent, smoothstep(0.62, 0.98, tone + 0.5 * bend.x + 0.2 * music.tension));
    vec3 light = ground(p + 0.4 * more) * 0.7;
    light += colour * body * body * (0.55 + 0.6 * sound + 0.25 * breath + 0.6 * wave);
    light += mix(colour, vec3(1.0), 0.35) * thread * body * (0.25 + 0.9 * level(tone * 0.9) + 0.25 * music.pulse + 1.2 * wave);
    light *= 1.0 - 0.45 * smoothstep(0.28, 0.60, clouds(q * 2.3 - more * 2.6 + 31.0, 3)) * smoothstep(0.9, 0.2, body);
    float lit = starsOf(q + bend * 0.05, 9.0, 1) + starsOf(q * 1.02, 17.0, 2);
    light += lit * mix(vec3(1.0), colour, 0.4) * (0.6 + 0.7 * music.treble) * (1.0 - 0.7 * body);
    return film(light * 1.7 * lift());
}
`;
