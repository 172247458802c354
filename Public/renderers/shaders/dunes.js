export const name = "Dunes";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "waterfall";

/** A flight over a land at dusk, whose contours glow with what is heard. */
export const shader = /* glsl */ `
float land(vec2 at, int octaves) {
    float h = clouds(at * 0.32 + seed * 70.0, octaves);
    float ridge = 1.0 - abs(2.0 * noise(at * 0.23 + 11.0) - 1.0);
    return 1.7 * h * h + 0.65 * ridge * ridge * ridge;
}

vec3 sky(vec3 way, vec3 sun) {
    float up = max(way.y, 0.0);
    vec3 light = mix(palette.accent * 0.5 + palette.main * 0.15, palette.second * palette.second * 0.30, smoothstep(0.0, 0.30, up));
    light = mix(light, palette.second * palette.second * 0.07, smoothstep(0.25, 0.9, up));
    float near = max(dot(way, sun), 0.0);
    float disc = smoothstep(0.9735, 0.9745, near);
    vec2 face = (way - sun).xy * 2.15;
    light += disc * (0.35 * mix(palette.main, palette.accent, 0.5) + 0.9 * cover(0.5 + face, 1.5));
    light += mix(palette.main, palette.accent, 0.4) * (0.32 * pow(near, 24.0) + 0.14 * pow(near, 5.0)) * (0.8 + 0.35 * music.pulse);
    float veil = clouds(vec2(way.x / (0.25 + up) * 1.4 + music.time * 0.02, up * 9.0), 4);
    return light + palette.main * 0.35 * smoothstep(0.45, 0.8, veil) * smoothstep(0.02, 0.2, up) * smoothstep(0.7, 0.2, up);
}

vec3 look(vec2 p) {
    float z0 = music.time * 1.1;
    float side = 2.2 * sin(music.time * 0.045);
    vec3 eye = vec3(side, 0.0, z0);
    eye.y = 1.25 + 0.45 * land(eye.xz + vec2(0.0, 2.0), 2) - 0.35 * music.near;
    vec2 q = turned(p, 0.012 * sin(music.time * 0.11));
    vec3 way = normalize(vec3(q.x, q.y - 0.12, 1.35));
    vec3 sun = normalize(vec3(0.25 * sin(music.time * 0.02), 0.13 + 0.05 * music.energy, 1.0));
    float t = 0.3, h = 0.0;
    bool isLand = false;
    for (int i = 0; i < 56; i++) {
        vec3 at = eye + way * t;
        h = at.y - land(at.xz, 3);
        if (h < 0.004 * t) { isLand = true; break; }
        if (t > 26.0 || at.y > 2.6) break;
        t += max(0.02 * t, h * 0.55);
    }
    vec3 seen = sky(way, sun);
    if (!isLand) return film(seen * 1.5 * lift());
    vec3 at = eye + way * t;
    float near = 0.02 + 0.004 * t;
    float here = land(at.xz, 5);
    vec3 n = normalize(vec3(here - land(at.xz + vec2(near, 0.0), 5), near, here - land(at.xz + vec2(0.0, near), 5)));
    float lit = max(0.0, dot(n, sun)), above = 0.5 + 0.5 * n.y;
    vec3 light = mix(palette.second * palette.second, palette.main, smoothstep(0.3, 1.3, here)) * (0.045 * above + 0.7 * lit) + palette.accent * 0.35 * lit * lit;
    float line = abs(fract(here * 7.0) - 0.5) / (7.0 * length(n.xz) / max(n.y, 0.1) + 0.3);
    float thin = 0.012 + 0.006 * t;
    light += mix(palette.main, palette.accent, clamp(here, 0.0, 1.0)) * thin * thin / (line * line + thin * thin) * (0.05 + 1.3 * level(clamp(here * 0.6, 0.0, 1.0))) * exp(-0.09 * t);
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float off = (t - 1.5 - beat.x * 7.0) / (0.12 + 0.05 * t);
        light += (1.0 - calm) * palette.accent * 0.7 * beat.y * exp(-off * off - 1.1 * beat.x);
    }
    return film(mix(light, seen * 0.9, 1.0 - exp(-0.0045 * t * t)) * 1.5 * lift());
}
`;
