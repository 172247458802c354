export const name = "Lanterns";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "particles";

/** Soft lights far out of focus: a picture for dinner. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time * 0.02;
    vec3 light = ground(p) * 0.7 + palette.accent * palette.accent * 0.06 * smoothstep(1.2, -1.2, p.y);
    light += palette.second * palette.second * 0.10 * smoothstep(-0.6, 1.3, p.y);
    for (int i = 0; i < 5; i++) {
        float k = 0.75 * float(i);
        float cells = mix(0.75, 2.3, k / 3.0) * (1.0 - 0.15 * music.near);
        vec2 at = turned(p, 0.11 + 0.07 * k) * cells + vec2(s * (1.3 - 0.3 * k), -s * (2.2 - 0.4 * k)) * 3.0 + 7.7 * k + seed * 20.0;
        ivec2 cell = ivec2(floor(at - 0.5));
        for (int j = 0; j < 4; j++) {
            ivec2 name = cell + ivec2(j % 2, j / 2);
            float chance = hash(ivec3(name, i));
            if (chance < 0.42 - 0.2 * music.many) continue;
            vec2 home = vec2(name) + 0.5 + 0.17 * (vec2(hash(ivec3(name, i + 11)), hash(ivec3(name, i + 23))) - 0.5) * 2.0;
            home += 0.05 * vec2(sin(music.time * 0.21 + chance * 40.0), cos(music.time * 0.17 + chance * 70.0));
            float pitch = fract(chance * 13.0);
            float size = 0.12 + 0.17 * fract(chance * 57.0) + 0.02 * slow(pitch);
            float off = length(at - home) / size;
            float blur = mix(0.35, 0.06, k / 3.0) + cells * picture.pixel;
            if (off > 1.0 + blur) continue;
            float disc = smoothstep(1.0 + blur, 1.0 - blur, off) * (0.62 + 0.38 * smoothstep(0.5, 1.0, off));
            vec3 colour = mix(blend(fract(chance * 91.0)), cover(fract(vec2(chance * 17.0, chance * 29.0)), 4.0) * 1.5, 0.35);
            light += colour * disc * (0.07 + 0.70 * slow(pitch) * slow(pitch) + 0.16 * slow(pitch)) * mix(0.7, 1.2, k / 3.0);
        }
    }
    return film(light * 1.5 * (0.25 + 0.95 * lift()));
}
`;
