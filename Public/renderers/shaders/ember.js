export const name = "Ember";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "particles";

/** A fire: the bass feeds it, and the treble throws sparks. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time;
    vec2 q = vec2(p.x, p.y + picture.size.y);
    float tall = 0.95 + 0.75 * music.energy + 0.45 * slow(0.05) + 0.3 * music.hit;
    vec2 at = vec2(q.x * 1.15, q.y * 0.72) * (1.0 - 0.15 * music.near);
    vec2 bend = vec2(clouds(at * 1.6 + vec2(seed * 9.0, -s * 0.55), 4), clouds(at * 1.6 + vec2(5.0, -s * 0.70), 4)) - 0.47;
    vec2 more = vec2(clouds(at * 2.3 + bend * 1.8 + vec2(1.0, -s * 0.95), 4), clouds(at * 2.3 + bend * 1.8 + vec2(8.0, -s * 1.05), 4)) - 0.47;
    float flame = clouds(at * vec2(2.1, 1.3) + more * 1.9 + vec2(0.0, -s * 1.25), 5);
    float pitch = clamp(abs(p.x) / picture.size.x + 0.25 * more.x, 0.0, 1.0);
    float feed = 0.50 + 0.75 * slow(pitch * 0.7);
    float hot = 1.35 * flame * feed + 0.12 - 0.62 * q.y / tall + 0.55 * more.y + 0.25 * exp(-3.0 * q.y);
    hot = clamp(hot, 0.0, 1.3);
    vec3 dusk = ground(p) * (1.0 + 0.6 * smoothstep(1.0, -1.0, p.y));
    float smoke = clouds(p * 1.2 + bend * 2.0 + vec2(0.0, -0.25 * s), 4);
    dusk += palette.second * palette.second * 0.16 * smoothstep(0.35, 0.75, smoke);
    vec3 deep = palette.second * palette.second, warm = palette.accent, bright = mix(palette.main, vec3(1.0), 0.10);
    vec3 light = dusk + deep * smoothstep(0.0, 0.4, hot) * 0.55;
    light += warm * warm * smoothstep(0.22, 0.62, hot) * 0.7;
    light += bright * smoothstep(0.62, 1.30, hot) * (0.6 + 0.1 * music.pulse);
    float tongue = pow(clamp(1.0 - abs(2.0 * flame - 0.98), 0.0, 1.0), 12.0);
    light += bright * tongue * smoothstep(0.2, 0.7, hot) * (0.10 + 0.8 * level(pitch * 0.8));
    for (int i = 0; i < 3; i++) {
        float cells = 3.0 + 2.0 * float(i);
        vec2 fly = vec2(p.x + 0.10 * sin(p.y * 3.0 + s + float(i) * 2.0) + 0.15 * more.x, p.y - s * (0.34 + 0.10 * float(i))) * cells + 11.0 * float(i);
        ivec3 cell = ivec3(floor(fly), i);
        float chance = hash(cell);
        if (chance < 0.62) continue;
        vec2 off = fract(fly) - 0.25 - 0.5 * vec2(hash(cell + 3), hash(cell + 7));
        float twinkle = 0.5 + 0.5 * sin(s * (2.0 + 4.0 * chance) + chance * 90.0);
        float fade = smoothstep(1.25, -0.9, p.y / picture.size.y);
        light += mix(warm, bright, chance) * 0.0022 / (dot(off, off) + 0.0016) * smoothstep(0.25, 0.1, length(off)) * (0.3 + 1.1 * level(0.6 + 0.4 * fract(chance * 9.0))) * twinkle * fade;
    }
    return film(light * lift());
}
`;
