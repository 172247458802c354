export const name = "Pool";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "wave";

/** A pool in the sun: the cover lies on its floor, and beats are rings on the water. */
export const shader = /* glsl */ `
float water(vec2 at) {
    float s = music.time * 0.35 + seed * 20.0;
    float h = 0.0;
    vec2 q = at;
    for (int i = 0; i < 4; i++) {
        float k = float(i) + 1.0;
        q = turned(q, 0.13) * 1.35 + vec2(s * 0.5, -s * 0.35);
        h += sin(q.x + 1.7 * sin(q.y * 0.8 + s * k * 0.5)) / (1.2 * k);
    }
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float chance = hash(music.beats - i);
        vec2 home = vec2(sin(tau * chance), cos(tau * chance * 3.0)) * 0.45 * picture.size;
        float off = length(at / 2.2 - home) - beat.x * 0.75;
        h += (1.0 - calm) * 0.9 * beat.y * sin(off * 24.0) * exp(-off * off * 40.0 - 1.5 * beat.x);
    }
    return h;
}

float caustic(vec2 at) {
    float s = music.time * 0.30;
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        float k = float(i);
        vec2 q = turned(at, 0.21 * k) * (1.1 + 0.35 * k) + vec2(s * (0.5 + 0.2 * k), s * (0.35 - 0.3 * k));
        q += 0.55 * vec2(noise(q * 1.1 + s), noise(q * 1.1 + 7.0 - s));
        float line = 1.0 - abs(2.0 * noise(q * 1.6 + 11.0 * k) - 1.0);
        sum += pow(line, 11.0);
    }
    return sum;
}

vec3 look(vec2 p) {
    vec2 at = p * (2.2 - 0.35 * music.near);
    float near = 0.03;
    float h = water(at);
    vec2 slope = vec2(water(at + vec2(near, 0.0)) - h, water(at + vec2(0.0, near)) - h) / near;
    vec2 seen = p + slope * 0.022;
    vec2 tiles = seen * 5.5;
    vec2 cell = floor(tiles), part = fract(tiles) - 0.5;
    float joint = smoothstep(0.5, 0.455, max(abs(part.x), abs(part.y)));
    vec3 art = cover(0.5 + (cell + 0.5) / 5.5 * 0.42, 3.0);
    float chance = hash(ivec2(cell));
    vec3 tile = art * art * 0.9 + art * 0.12 + mix(palette.main, palette.second, chance) * mix(palette.main, palette.second, chance) * (0.14 + 0.35 * slow(chance) * slow(chance));
    vec3 floor1 = mix(tile * 0.45 + palette.main * 0.04, tile, joint);
    float bright = caustic(seen * 2.1);
    float bright2 = caustic(seen * 2.1 + slope * 0.05 + 0.02);
    float pitch = clamp(0.5 + 0.5 * seen.x / picture.size.x, 0.0, 1.0);
    vec3 light = floor1 * (0.45 + 0.35 * slow(0.3)) + floor1 * bright * 0.75;
    light += (palette.main * 0.30 + 0.12) * vec3(bright, mix(bright, bright2, 0.5), bright2) * (0.18 + 0.55 * level(pitch));
    light = mix(light, light * (0.35 + palette.main * 0.9), 0.55) + palette.main * palette.second * 0.05;
    vec3 n = normalize(vec3(-slope * 0.16, 1.0));
    float shine = pow(max(0.0, dot(n, normalize(vec3(-0.25, 0.35, 1.0)))), 220.0);
    light += mix(palette.accent, vec3(1.0), 0.6) * shine * (0.5 + 0.4 * music.pulse);
    light += palette.accent * 0.20 * max(0.0, dot(slope, vec2(-0.1, 0.13)));
    return film(light * 1.5 * lift());
}
`;
