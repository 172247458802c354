export const name = "Silk";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "ribbons";

/** Cloth in a slow wind; its folds are what the bass did. */
export const shader = /* glsl */ `
vec2 folded(vec2 p) {
    float s = music.time * 0.12 + seed * 20.0;
    vec2 at = turned(p, 0.08) * vec2(0.85, 1.25) * (1.0 - 0.2 * music.near);
    at.x += 0.35 * sin(at.y * 1.1 + s * 0.7);
    at.y += 0.30 * sin(at.x * 1.4 - s) + 0.16 * sin(at.x * 2.7 + s * 0.6 + 2.0);
    at.y += 0.10 * sin(at.x * 4.1 + 1.3 * at.y - s * 1.1);
    return at;
}

float cloth(vec2 at, float bass) {
    float s = music.time * 0.12 + seed * 20.0;
    float swell = 0.5 + 0.5 * music.energy;
    float h = 0.30 * sin(at.y * 4.6 + 1.6 * sin(at.x * 0.9 + s)) + 0.16 * sin(at.y * 9.7 + at.x * 1.7 - s * 1.3) * swell;
    h += 0.05 * sin(at.y * 21.0 + at.x * 3.0 + s);
    return h + 0.10 * bass * sin(at.y * 6.0 + at.x * 2.0);
}

vec3 look(vec2 p) {
    float near = 0.006;
    vec2 at = folded(p);
    float age = clamp(0.5 * (at.x + 1.8), 0.0, 3.8);
    float bass = 0.5 * (past(0.06, age) + past(0.06, age + 0.08)); // the same for the slope, or each stroke would be a seam in the cloth
    float h = cloth(at, bass);
    vec2 slope = vec2(cloth(folded(p + vec2(near, 0.0)), bass) - h, cloth(folded(p + vec2(0.0, near)), bass) - h) / near;
    vec3 n = normalize(vec3(-slope * 0.55, 1.0));
    vec3 lamp = normalize(vec3(-0.45, 0.65, 0.55)), other = normalize(vec3(0.7, -0.2, 0.5));
    vec3 half1 = normalize(lamp + vec3(0.0, 0.0, 1.0)), half2 = normalize(other + vec3(0.0, 0.0, 1.0));
    float broad = 0.5 + 0.5 * sin(at.y * 1.5 + at.x * 0.5 + 0.05 * music.time);
    vec3 dye = mix(palette.second, palette.main, smoothstep(0.25, 0.75, broad));
    dye = mix(dye, palette.accent, smoothstep(0.66, 0.98, 0.5 + 0.5 * sin(at.y * 2.3 - at.x * 0.8 + 2.0)));
    float thread = 0.92 + 0.08 * sin((at.y + 0.15 * h) * 240.0) * smoothstep(0.012, 0.003, picture.pixel);
    float lit = max(0.0, dot(n, lamp));
    vec3 light = dye * dye * (0.06 + 0.75 * lit * lit) * thread * (0.65 + 0.5 * slow(0.06));
    light += mix(dye, vec3(1.0), 0.35) * pow(max(0.0, dot(n, half1)), 22.0) * (0.45 + 0.35 * slow(0.4));
    light += palette.accent * pow(max(0.0, dot(n, half2)), 9.0) * (0.16 + 0.3 * slow(0.7));
    light += 0.25 * cover(0.5 + 0.35 * n.xy + 0.05 * p, 4.0) * (1.0 - lit);
    float seam = abs(fract(at.y * 2.0) - 0.5);
    float pitch = clamp(0.5 + 0.3 * at.x, 0.0, 1.0);
    light += palette.main * 0.00022 / (seam * seam + 0.0004) * level(pitch) * (0.5 + lit);
    light *= 0.5 + 0.5 * smoothstep(-0.45, 0.15, h);
    return film(light * 1.7 * lift());
}
`;
