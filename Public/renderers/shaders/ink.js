export const name = "Ink";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "ribbons";

/** Ink that sinks and curls in lit water. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time * 0.028 + seed * 50.0;
    vec2 q = p * (1.05 - 0.2 * music.near);
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (length(q) - beat.x * 0.7) * 4.0;
        q += (1.0 - calm) * normalize(q + 1e-4) * 0.035 * beat.y * exp(-off * off - 1.8 * beat.x);
    }
    vec2 bend = vec2(clouds(q * 0.9 + vec2(s, s * 2.0), 4), clouds(q * 0.9 + vec2(5.2 - s, 1.3 + s * 1.5), 4)) - 0.47;
    vec2 more = vec2(clouds(q * 1.2 + bend * 3.2 + vec2(0.0, s * 2.4), 4), clouds(q * 1.2 + bend.yx * 3.2 + 8.3, 4)) - 0.47;
    vec2 last = q * 1.1 + more * 3.6 + vec2(0.0, s * 1.2);
    float thick = clouds(last, 5);
    float other = clouds(last * 0.9 + bend * 2.0 + 27.0, 5);
    float from = mix(0.56, 0.40, music.energy) + 0.06 * music.breath;
    float deep = smoothstep(from, from + 0.34, thick + 0.05 * slow(0.06));
    float deep2 = smoothstep(from + 0.02, from + 0.30, other + 0.05 * slow(0.5));
    float vein = pow(clamp(1.0 - abs(2.0 * thick - 0.95) * 2.2, 0.0, 1.0), 6.0);
    vec3 water = mix(vec3(0.60), 0.2 + 0.8 * palette.main, 0.4) * (0.62 + 0.30 * exp(-0.9 * dot(p - vec2(0.3, 0.5), p - vec2(0.3, 0.5))));
    water *= 0.17 + 0.86 * lift();
    vec3 one = 1.05 - 0.95 * palette.second * palette.second, two = 1.05 - palette.accent * palette.accent;
    vec3 light = water * exp(-4.2 * deep * one - 3.0 * deep2 * two);
    light += vein * palette.main * (0.05 + 0.45 * level(clamp(0.5 + more.x, 0.0, 1.0)));
    light += palette.second * 0.06 * deep;
    return sqrt(clamp(light, 0.0, 1.0));
}
`;
