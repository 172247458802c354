export const name = "Voyage";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "particles";

/** A flight among stars, faster and nearer where the music is. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time * 0.16;
    vec2 aim = 0.16 * vec2(sin(music.time * 0.09), cos(music.time * 0.07));
    vec2 q = turned(p - aim, 0.006 * music.time);
    float far = length(q);
    vec2 warp = q + 0.25 * vec2(clouds(q * 0.9 + s * 0.4, 3), clouds(q * 0.9 + 17.0 - s * 0.3, 3));
    float mist = clouds(warp * 1.3 + vec2(0.0, s * 0.5) + seed * 33.0, 5);
    float lane = clouds(warp * 1.9 + 8.0, 4);
    vec3 tint = blend(0.35 * mist + 0.25 * lane + 0.1 * far);
    vec3 light = ground(p) * 0.6 + tint * tint * smoothstep(0.30, 0.75, mist) * (0.25 + 0.5 * slow(0.3)) * (1.0 - 0.75 * smoothstep(0.45, 0.65, lane));
    light += mix(palette.main, palette.accent, 0.4) * 0.035 / (far * far + 0.09) * (0.6 + 0.5 * music.pulse);
    for (int i = 0; i < 14; i++) {
        float k = float(i) / 14.0;
        float z = fract(k + s);
        int turn = int(floor(k + s));
        float size = mix(9.0, 0.65, z * (2.0 - z));
        vec2 at = turned(q, 0.17 * k * 14.0) * size;
        ivec2 cell = ivec2(floor(at));
        ivec3 name = ivec3(cell, i + 61 * turn);
        float chance = hash(name);
        if (chance < 0.5 - 0.12 * music.many) continue;
        vec2 home = vec2(hash(name + 5), hash(name + 9)) * 0.5 + 0.25;
        vec2 off = at - vec2(cell) - home;
        vec2 out1 = normalize(vec2(cell) + home + 1e-4);
        float along = dot(off, out1), across = dot(off, vec2(-out1.y, out1.x));
        float trail = 0.014 + 0.05 * z * (0.35 + music.energy + 0.6 * music.hit);
        float dot1 = exp(-across * across * 3800.0 / (0.35 + z) - along * along / (trail * trail));
        float halo = 0.0016 / (dot(off, off) + 0.006);
        float fade = smoothstep(0.0, 0.25, z) * smoothstep(1.0, 0.85, z) * smoothstep(0.25, 0.15, max(abs(off.x), abs(off.y)) - 0.1);
        vec3 colour = mix(vec3(1.0), blend(chance * 7.0), 0.55);
        float pitch = fract(chance * 31.0);
        light += colour * fade * (dot1 * (0.7 + 1.6 * level(pitch)) + halo * (0.3 + 1.4 * level(pitch)));
    }
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float off = (far - 0.05 - beat.x * beat.x * 0.9) / (0.03 + 0.22 * beat.x);
        light += (1.0 - calm) * palette.accent * 0.30 * beat.y * exp(-off * off - 1.4 * beat.x);
    }
    return film(light * 1.6 * lift());
}
`;
