export const name = "Lattice";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "bars";

/** A flight through an endless grid of lit blocks. */
export const shader = /* glsl */ `
float block(vec3 at, out float chance) {
    ivec3 cell = ivec3(floor(at));
    chance = hash(cell);
    vec3 q = abs(fract(at) - 0.5);
    float size = step(0.30, hash(cell + 3)) * (0.10 + 0.17 * slow(chance) + 0.02 * music.push) - 0.04;
    vec3 d = q - size;
    float box = length(max(d, 0.0)) + min(max(d.x, max(d.y, d.z)), 0.0) - 0.03;
    return box;
}

vec3 look(vec2 p) {
    float s = music.time * 0.35 + seed * 40.0;
    vec3 eye = vec3(0.5 + 0.22 * sin(s * 0.4), 0.02 + 0.1 * sin(s * 0.3), s * 1.4);
    vec2 q = turned(p, 0.03 * sin(s * 0.23) + 0.01 * s);
    vec3 way = normalize(vec3(q, 1.25 - 0.3 * music.near));
    way.xz = turned(way.xz, 0.09 + 0.05 * sin(s * 0.19));
    way.yz = turned(way.yz, 0.05 * sin(s * 0.27));
    float t = 0.25, chance = 0.0, gap = 1.0, haze = 0.0;
    for (int i = 0; i < 64; i++) {
        gap = block(eye + way * t, chance);
        haze += 0.004 / (0.03 + gap) * slow(chance) * exp(-0.25 * t);
        if (gap < 0.003 * t || t > 11.0) break;
        t += clamp(gap * 0.8, 0.010, 0.24);
    }
    vec3 at = eye + way * t;
    float unused, near = 0.01;
    float here = block(at, unused);
    vec3 n = normalize(vec3(block(at + vec3(near, 0.0, 0.0), unused), block(at + vec3(0.0, near, 0.0), unused), block(at + vec3(0.0, 0.0, near), unused)) - here + 1e-5);
    float fog = exp(-0.22 * t) * smoothstep(11.0, 6.0, t);
    vec3 colour = blend(chance * 0.8 + 0.03 * s);
    float edge = pow(1.0 - abs(dot(n, way)), 2.0);
    vec3 light = colour * (0.03 + 0.45 * pow(max(0.0, dot(n, normalize(vec3(0.4, 0.8, -0.5)))), 2.0) + 0.9 * edge * level(chance) + 1.1 * slow(chance) * slow(chance) * step(0.6, hash(int(chance * 9999.0))));
    light += 0.22 * cover(0.5 + 0.5 * reflect(way, n).xy, 3.0);
    vec3 air = ground(p) + mix(palette.second, palette.accent, 0.3 + 0.3 * q.y) * (0.03 + 0.03 * music.pulse);
    vec3 sum = mix(air, light, fog) + mix(palette.main, palette.accent, 0.5 + 0.5 * sin(s)) * haze * 0.4;
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (t - 0.5 - beat.x * 6.0) * 1.8;
        sum += (1.0 - calm) * palette.accent * 0.45 * beat.y * fog * exp(-off * off - 1.2 * beat.x);
    }
    return film(sum * 1.55 * lift());
}
`;
