export const name = "Sea";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "wave";

/** The open sea at a low sun; the swell is the bass, and the glitter is what is heard. */
export const shader = /* glsl */ `
float swell(vec2 at) {
    float s = music.time;
    float h = 0.0, size = 0.50 + 0.22 * slow(0.05) + 0.25 * music.energy;
    vec2 way = vec2(0.25, 1.0);
    float long1 = 0.95;
    for (int i = 0; i < 7; i++) {
        float k = float(i);
        float phase = dot(at, way) * long1 + s * (0.9 + 0.25 * k) + 3.5 * noise(at * 0.21 * long1 + k * 7.0 + 0.1 * s);
        h += size * exp(1.4 * sin(phase) - 1.4);
        size *= 0.56; long1 *= 1.62;
        way = turned(way, 0.13 + 0.07 * k);
    }
    return h;
}

vec3 sky(vec3 way, vec3 sun) {
    float up = max(way.y, 0.0);
    vec3 light = mix(palette.accent * 0.60 + palette.main * 0.10, palette.main * palette.main * 0.30 + palette.second * 0.10, smoothstep(0.0, 0.22, up));
    light = mix(light, palette.second * palette.second * 0.22, smoothstep(0.12, 0.65, up));
    float near = max(dot(way, sun), 0.0);
    light += mix(palette.accent, vec3(1.0), 0.45) * (1.6 * smoothstep(0.9972, 0.9984, near) + 0.35 * pow(near, 60.0) + 0.22 * pow(near, 8.0)) * (0.85 + 0.3 * music.pulse);
    vec2 at = way.xz / (up + 0.10);
    float veil = clouds(at * vec2(0.35, 0.5) + vec2(0.01, 0.02) * music.time + seed * 30.0, 5);
    float body = smoothstep(0.42, 0.78, veil);
    vec3 cloud = mix(palette.second * 0.16, palette.accent * 0.7 + palette.main * 0.2, pow(near, 3.0));
    return mix(light, cloud * (0.6 + 0.8 * veil), body * smoothstep(0.015, 0.12, up) * 0.8);
}

vec3 look(vec2 p) {
    vec2 q = turned(p, 0.006 * sin(music.time * 0.37));
    vec3 way = normalize(vec3(q.x, q.y - 0.10 + 0.012 * sin(music.time * 0.5), 1.4));
    vec3 sun = normalize(vec3(0.45 * sin(seed * 6.0 + music.time * 0.01), 0.075 + 0.06 * music.energy, 1.0));
    vec3 light = sky(way, sun);
    if (way.y < -0.004) {
        float t = 1.15 / -way.y;
        vec2 at = way.xz * t * 0.8 + vec2(0.0, music.time * (0.5));
        float near = 0.02 + 0.010 * t;
        float h = swell(at);
        vec2 slope = vec2(swell(at + vec2(near, 0.0)) - h, swell(at + vec2(0.0, near)) - h) / near;
        slope *= 0.42 / (1.0 + 0.05 * t);
        vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y));
        vec3 mirrored = reflect(way, n);
        mirrored.y = abs(mirrored.y);
        float edge = 0.04 + 0.96 * pow(1.0 - max(0.0, dot(n, -way)), 4.0);
        vec3 water = palette.second * palette.second * 0.10 + palette.main * palette.second * (0.06 + 0.22 * smoothstep(0.35, 1.25, h)) * (0.6 + 0.6 * slow(0.3));
        vec3 sea = mix(water, sky(mirrored, sun), clamp(edge, 0.0, 1.0));
        float glint = pow(max(dot(mirrored, sun), 0.0), 90.0);
        float pitch = fract(at.x * 0.11 + 0.5);
        sea += mix(palette.accent, vec3(1.0), 0.5) * glint * (0.35 + 1.7 * level(abs(2.0 * pitch - 1.0)));
        float foam = smoothstep(0.92, 1.35, h + 0.35 * noise(at * 3.1)) * smoothstep(18.0, 3.0, t);
        sea += mix(palette.main, vec3(1.0), 0.4) * foam * 0.25;
        for (int i = 0; i < 4; i++) {
            vec3 beat = beatsBefore[i];
            float off = (t - 1.0 - beat.x * 5.0) / (0.3 + 0.1 * t);
            sea += (1.0 - calm) * palette.main * 0.32 * beat.y * smoothstep(0.3, 1.2, h) * exp(-off * off - 1.1 * beat.x);
        }
        light = mix(sea, light, smoothstep(26.0, 200.0, t));
    }
    return film(light * 1.5 * lift());
}
`;
