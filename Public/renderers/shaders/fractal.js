export const name = "Fractal";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "spectrogram";

/** A Julia set that turns through its shapes as the song goes on. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time;
    float turn = 0.011 * s + seed;
    vec2 c = 0.7885 * vec2(cos(tau * turn), sin(tau * turn)) * (0.985 + 0.012 * sin(0.31 * s));
    vec2 z = turned(p, 0.006 * s) * (1.02 + 0.12 * sin(0.05 * s) - 0.25 * music.near - 0.02 * music.push);
    float count = 0.0, trap = 9.0, cross = 9.0, stripe = 0.0, before = 0.0;
    for (int i = 0; i < 64; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        float size = dot(z, z);
        if (size > 256.0) break;
        count += 1.0;
        trap = min(trap, abs(size - 0.25));
        cross = min(cross, min(abs(z.x), abs(z.y)));
        before = stripe;
        stripe += 0.5 + 0.5 * sin(3.0 * atan(z.y, z.x));
    }
    float smooth1 = count + 1.0 - log2(max(1.0, log2(max(4.0, dot(z, z))) / 8.0));
    stripe = mix(stripe / max(1.0, count), before / max(1.0, count - 1.0), 1.0 - fract(smooth1));
    float deep = clamp(smooth1 / 40.0, 0.0, 1.0);
    float pitch = clamp(0.12 + 0.9 * sqrt(deep), 0.0, 1.0);
    vec3 tint = blend(0.042 * smooth1 - 0.015 * s + 0.35 * stripe);
    vec3 light = ground(p) * 0.5 + tint * tint * (0.10 + 0.40 * stripe + 0.75 * slow(pitch) * deep + 0.35 * deep);
    light += cover(0.5 + 0.35 * vec2(trap, cross) + 0.02 * s, 2.0) * 0.5 * exp(-5.0 * trap) * (0.5 + stripe);
    light += mix(tint, vec3(1.0), 0.4) * exp(-60.0 * cross) * (0.05 + 0.9 * level(fract(pitch * 2.0)));
    light += palette.accent * exp(-26.0 * trap) * (0.12 + 0.6 * level(0.2));
    if (count > 63.0) light = palette.second * palette.second * 0.25 + palette.main * (0.12 + 0.5 * slow(0.05)) * exp(-3.0 * sqrt(trap));
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float off = (smooth1 - 1.0 - beat.x * 12.0) / (0.7 + 1.2 * beat.x);
        light += (1.0 - calm) * mix(palette.main, palette.accent, beat.z) * 0.28 * beat.y * exp(-off * off - 1.2 * beat.x);
    }
    return film(light * 1.3 * lift());
}
`;
