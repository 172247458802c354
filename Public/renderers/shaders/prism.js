export const name = "Prism";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "circular";

/** The cover in a kaleidoscope, its facets lit by the sound. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time;
    float folds = 4.0 + 2.0 * floor(3.0 * seed);
    float far = length(p), turn = atan(p.y, p.x) / tau + 0.012 * s;
    float part = abs(fract(turn * folds) - 0.5) / folds;
    vec2 q = far * vec2(cos(tau * part), sin(tau * part));
    float edge = 1.0;
    for (int i = 0; i < 3; i++) {
        float k = float(i);
        q = abs(turned(q - vec2(0.34 + 0.10 * sin(s * 0.08 + k) + 0.05 * music.push, 0.16 + 0.06 * k), 0.07 + 0.05 * k + 0.02 * sin(s * 0.07 + 2.0 * k)));
        edge = min(edge, min(q.x, q.y) + 0.004);
    }
    float place = clamp(far * 0.55, 0.0, 1.0);
    vec2 at = q * (0.62 - 0.18 * music.near) + vec2(0.018, 0.010) * s;
    vec3 art = vec3(cover(at, 1.5).r, cover(at + 0.012, 1.5).g, cover(at + 0.024, 1.5).b);
    float facet = hash(ivec2(floor(q * 3.0 + 7.0)));
    vec3 tint = blend(facet * 0.5 + 0.25 * far - 0.02 * s);
    vec3 light = art * art * 1.5 + 0.2 * art + tint * tint * (0.03 + 0.6 * slow(fract(facet * 3.7)) * smoothstep(0.1, 1.0, far + 0.3)) * facet;
    float thin = 0.006 + 0.5 * picture.pixel;
    light += mix(tint, vec3(1.0), 0.5) * thin * thin / (edge * edge + thin * thin) * (0.15 + 1.2 * level(place));
    float star = 0.05 / (far + 0.08);
    light += palette.accent * star * (0.15 + 0.4 * music.pulse);
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (far * (0.94 + 0.12 * cos(tau * part * folds)) - beat.x * 1.2) * 14.0;
        light += (1.0 - calm) * palette.main * 0.5 * beat.y * exp(-off * off - 1.5 * beat.x);
    }
    return film(light * 1.05 * lift());
}
`;
