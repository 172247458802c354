export const name = "Mercury";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "ribbons";

/** Molten metal that mirrors the cover; beats fall into it like drops. */
export const shader = /* glsl */ `
float height(vec2 p) {
    float s = music.time * 0.11;
    vec2 q = p * (1.15 - 0.25 * music.near) + seed * 9.0;
    for (int i = 1; i < 5; i++) {
        float k = float(i);
        q += vec2(0.62, 0.55) / k * sin(k * 1.25 * q.yx + vec2(s * 1.3, -s) + k * vec2(1.7, 4.1));
    }
    float h = 0.42 * sin(q.x * 1.4 + 0.6 * sin(q.y)) + 0.30 * sin(q.y * 1.7 + q.x * 0.6);
    float far = length(p);
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = far - beat.x * 1.15;
        h += (1.0 - calm) * (0.024 + 0.020 * beat.z) * beat.y * sin(off * 17.0) * exp(-off * off * 14.0 - beat.x * 1.5);
    }
    return h * (0.80 + 0.2 * slow(0.05) + 0.25 * music.energy);
}

vec3 look(vec2 p) {
    float near = 0.012;
    float h = height(p);
    vec2 slope = vec2(height(p + vec2(near, 0.0)) - h, height(p + vec2(0.0, near)) - h) / near;
    vec3 n = normalize(vec3(-slope * 0.85, 1.0));
    vec3 r = reflect(normalize(vec3(p * 0.42, -1.0)), n);
    float up = r.y * 0.5 + 0.5;
    float side = atan(r.x, r.z + 0.3) / tau + 0.5;
    vec3 art = cover(0.5 + r.xy * 0.40 + 0.06 * h, 2.0);
    vec3 room = cover(vec2(side * 2.0, up), 4.5);
    float above = smoothstep(0.62, 0.66, up) * smoothstep(0.86, 0.70, up);
    float below = smoothstep(0.18, 0.21, up) * smoothstep(0.33, 0.27, up);
    float edge = pow(1.0 - max(n.z, 0.0), 1.4);
    vec3 light = (0.85 * art * art + 0.25 * art + 0.35 * room) * mix(vec3(1.0), palette.main + 0.3, 0.35);
    light += mix(vec3(0.9), palette.main, 0.35) * above * (0.40 + 0.8 * slow(abs(2.0 * side - 1.0)));
    light += mix(vec3(0.4), palette.second, 0.8) * below * (0.55 + 0.7 * slow(fract(side * 3.0)));
    light += palette.second * edge * (0.30 + 0.9 * slow(0.05));
    light += palette.accent * pow(max(0.0, dot(r, normalize(vec3(-0.62, 0.22, 0.5)))), 12.0) * (0.5 + 0.8 * slow(0.4));
    light += vec3(1.6) * pow(max(0.0, dot(r, normalize(vec3(0.42, 0.60, 0.62)))), 70.0);
    light *= 1.0 - 0.6 * smoothstep(0.38, 0.54, up) * smoothstep(0.62, 0.55, up);
    light = light * (0.15 + 0.85 * smoothstep(-0.95, 0.35, h)) + palette.second * palette.second * 0.03;
    return film(light * 1.15 * lift());
}
`;
