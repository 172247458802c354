export const name = "Rain";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "particles";

/** Rain on a window, and the lights of a town behind it. */
export const shader = /* glsl */ `
vec3 town(vec2 p, float soft) {
    vec3 light = ground(p) * 0.9 + palette.second * palette.second * 0.10 * smoothstep(-0.4, 1.2, p.y) + palette.accent * palette.accent * 0.10 * smoothstep(0.5, -1.0, p.y);
    for (int i = 0; i < 3; i++) {
        float k = float(i);
        float cells = 0.95 + 0.55 * k;
        vec2 at = p * vec2(cells, cells * 0.6) + vec2(0.02 * music.time * (1.0 + k), 3.3 * k) + seed * 30.0;
        ivec3 cell = ivec3(floor(at), i);
        float chance = hash(cell);
        vec2 part = fract(at) - 0.5;
        vec2 off = part - 0.22 * (vec2(hash(cell + 3), hash(cell + 5)) - 0.5) * 2.0;
        float size = 0.14 + 0.14 * chance;
        float far = length(off * vec2(1.0 + 1.2 * soft, 1.8 - 0.9 * soft)) / size;
        float disc = mix(smoothstep(1.2, 0.8, far), exp(-1.6 * far * far) * smoothstep(0.5, 0.3, max(abs(part.x), abs(part.y))), smoothstep(0.3, 0.9, soft));
        float pitch = fract(chance * 17.0);
        light += blend(chance * 3.0) * disc * step(0.12, chance) * (0.10 + 0.75 * slow(pitch) * slow(pitch));
    }
    return light;
}

vec3 drops(vec2 p, float cells, int layer) {
    vec2 at = p * vec2(cells, cells * 0.5);
    float column = floor(at.x);
    float speed = 0.05 + 0.06 * hash(ivec2(int(column), layer));
    at.y += music.time * speed * cells * 0.35 + 7.0 * hash(ivec2(int(column), layer + 5));
    ivec3 cell = ivec3(int(column), int(floor(at.y)), layer);
    float chance = hash(cell);
    if (chance < 0.35) return vec3(0.0);
    vec2 part = fract(at) - 0.5;
    float slip = fract(music.time * speed * 0.9 + chance);
    vec2 home = vec2(0.5 * (hash(cell + 1) - 0.5), 0.28 * (0.5 - smoothstep(0.0, 1.0, slip)));
    home.x += 0.06 * sin(part.y * 9.0 + chance * 40.0);
    vec2 off = (part - home) * vec2(1.0, 2.0);
    float size = 0.12 + 0.17 * hash(cell + 2);
    float far = length(off) / size;
    float bead = smoothstep(1.0, 0.75, far);
    float trail = smoothstep(0.55 * size, 0.2 * size, abs(off.x)) * smoothstep(-0.05, 0.1, off.y) * smoothstep(0.75, 0.2, off.y) * 0.35;
    return vec3(off / size * bead, max(bead, trail));
}

vec3 look(vec2 p) {
    vec2 bend = vec2(0.0);
    float wet = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 drop = drops(turned(p, 0.003) + 0.37 * float(i), 2.6 + 3.2 * float(i), i * 13);
        bend += drop.xy * (0.75 - 0.15 * float(i));
        wet = max(wet, drop.z);
    }
    vec2 grid = p * 26.0;
    ivec2 cell = ivec2(floor(grid));
    vec2 off = fract(grid) - 0.5 - 0.3 * (vec2(hash(cell), hash(cell + 9)) - 0.5) * 2.0;
    float dot1 = smoothstep(0.20, 0.10, length(off)) * step(0.55, hash(cell + 3)) * (1.0 - wet);
    bend += off * 3.0 * dot1;
    wet = max(wet, dot1 * 0.8);
    float mist = 0.75 + 0.4 * clouds(p * 2.2 + 3.0, 4);
    vec3 dull = mix(town(p, 0.95), vec3(dot(town(p, 0.99), vec3(0.33))) * (0.6 + 0.6 * palette.second), 0.18) * mist;
    vec3 clear = town(p - bend * 0.9, 0.25) * 1.5;
    vec3 light = mix(dull, clear, wet);
    light += wet * vec3(0.6) * pow(clamp(dot(normalize(vec3(bend, 0.6)), normalize(vec3(-0.5, 0.7, 0.45))), 0.0, 1.0), 16.0);
    light *= 1.0 - 0.6 * wet * smoothstep(0.30, 0.75, length(bend));
    light += palette.accent * 0.10 * level(0.9) * dot1;
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        light += (1.0 - calm) * palette.main * 0.05 * beat.y * exp(-1.8 * beat.x) * smoothstep(1.3, -0.6, p.y) * (1.0 - exp(-9.0 * beat.x));
    }
    return film(light * 1.8 * (0.25 + 0.9 * lift()));
}
`;
