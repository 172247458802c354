export const name = "Lava";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "pulse";

/** Warm wax that rises and sinks in lit glass, a drop for each pitch. */
export const shader = /* glsl */ `
vec2 field(vec2 p, out vec3 tint) {
    float sum = 0.0, heat = 0.0;
    tint = vec3(0.0);
    for (int i = 0; i < 13; i++) {
        float chance = hash(i + 3), other = hash(i + 71), third = hash(i + 131);
        float s = music.time * (0.018 + 0.022 * chance) + other + seed;
        vec2 home = vec2((2.0 * third - 1.0) * 0.85, 1.15 * sin(tau * s)) * picture.size;
        home.x += 0.16 * sin(tau * (s * 1.7 + chance)) + 0.04 * music.push * (chance - 0.5);
        float pitch = float(i) / 12.0;
        float size = 0.10 + 0.11 * other + 0.07 * slow(pitch) + 0.05 * music.near;
        vec2 off = (p - home) * vec2(1.0, 0.86);
        float near = size * size / (dot(off, off) + 0.012);
        sum += near;
        tint += near * blend(0.30 * chance + 0.5 * pitch);
        heat += near * slow(pitch);
    }
    tint /= sum;
    return vec2(sum, heat / sum);
}

vec3 look(vec2 p) {
    vec3 tint, unused;
    float near = 0.012;
    vec2 here = field(p, tint);
    vec2 slope = (vec2(field(p + vec2(near, 0.0), unused).x, field(p + vec2(0.0, near), unused).x) - here.x) / near;
    float up = p.y / picture.size.y;
    vec3 glass = ground(p) * 0.7 + mix(palette.accent * palette.accent * 0.30, palette.second * palette.second * 0.16, smoothstep(-1.0, 0.7, up));
    glass += palette.accent * 0.16 * exp(-2.2 * (up + 1.0)) * (0.9 + 0.3 * music.pulse);
    glass += tint * tint * 0.30 * smoothstep(0.25, 1.0, here.x);
    float body = smoothstep(1.0, 1.0 + length(slope) * (picture.pixel + 0.012), here.x);
    float thick = clamp(1.0 - 1.0 / here.x, 0.0, 1.0);
    vec3 n = normalize(vec3(-slope * 0.12 / max(here.x * here.x, 0.4), 0.75));
    float below = 0.5 - 0.5 * n.y;
    vec3 wax = tint * tint * (0.20 + 0.75 * below * exp(-0.6 * (up + 1.0)) + 0.55 * here.y * here.y + 0.22 * thick);
    wax += mix(tint, palette.accent, 0.6) * pow(1.0 - n.z, 2.0) * 0.45;
    wax += vec3(0.9) * pow(max(0.0, dot(n, normalize(vec3(-0.35, 0.5, 1.0)))), 40.0) * 0.6 * smoothstep(0.0, 0.25, thick);
    float rim = exp(-pow((here.x - 1.05) * 9.0, 2.0));
    vec3 light = mix(glass, wax, body) + tint * rim * (0.06 + 0.5 * here.y + 0.2 * level(clamp(0.5 + 0.5 * up, 0.0, 1.0)));
    return film(light * 1.5 * (0.2 + 0.9 * lift()));
}
`;
