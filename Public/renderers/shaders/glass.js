export const name = "Glass";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "cover";

/** A window of coloured glass; light wanders behind it, and each pane has its pitch. */
export const shader = /* glsl */ `
vec2 home(ivec2 cell) {
    vec2 chance = vec2(hash(cell), hash(cell + 67));
    return 0.5 + 0.36 * sin(tau * chance + 0.12 * music.time * (0.5 + chance.yx));
}

vec3 look(vec2 p) {
    float cells = 2.7 - 0.7 * music.near;
    vec2 q = p * cells + seed * 50.0 + vec2(0.02, 0.013) * music.time;
    ivec2 base = ivec2(floor(q));
    vec2 part = q - vec2(base), nearest = vec2(0.0);
    ivec2 pane = base;
    float least = 9.0;
    for (int j = 0; j < 9; j++) {
        ivec2 step1 = ivec2(j % 3 - 1, j / 3 - 1);
        vec2 off = vec2(step1) + home(base + step1) - part;
        float far = dot(off, off);
        if (far < least) { least = far; nearest = off; pane = base + step1; }
    }
    float edge = 9.0;
    for (int j = 0; j < 25; j++) {
        ivec2 step1 = pane - base + ivec2(j % 5 - 2, j / 5 - 2);
        vec2 off = vec2(step1) + home(base + step1) - part;
        vec2 way = off - nearest;
        if (dot(way, way) > 0.0001) edge = min(edge, dot(0.5 * (off + nearest), normalize(way)));
    }
    float chance = hash(pane + 13);
    vec2 place = (vec2(base) + part + nearest - seed * 50.0) / cells;
    vec3 art = cover(0.5 + 0.32 * place, 3.0);
    vec3 tint = mix(blend(chance), art * 1.6, 0.45);
    tint = tint * tint * 0.9 + 0.12 * tint;
    float sound = slow(fract(chance * 7.0));
    vec2 sun = vec2(0.9 * sin(music.time * 0.11) * picture.size.x, 0.45 + 0.35 * cos(music.time * 0.083));
    float glow = exp(-0.9 * dot(p - sun, p - sun)) + 0.25 * exp(-0.25 * dot(p, p));
    float wavy = clouds(q * 2.6 + 7.0 * chance, 4);
    float bubble = 0.72 + 0.56 * wavy;
    float wave = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (length(place) - beat.x * 1.0) * 3.5;
        wave += (1.0 - calm) * beat.y * exp(-off * off - 1.4 * beat.x);
    }
    vec3 light = tint * bubble * (0.16 + 0.75 * sound * sound + 0.25 * sound + 0.8 * glow + 0.35 * wave);
    float inner = smoothstep(0.0, 0.16, edge);
    light *= 0.45 + 0.55 * inner;
    float fine = 0.7 * cells * picture.pixel;
    float lead = smoothstep(0.030 + fine, 0.030 - fine, edge);
    vec3 metal = vec3(0.012) + palette.second * 0.03 + mix(palette.main, vec3(1.0), 0.3) * smoothstep(0.012, 0.0, abs(edge - 0.018)) * (0.02 + 0.5 * level(fract(chance * 7.0)) * (0.3 + glow));
    light = mix(light, metal, lead);
    light += mix(palette.main, vec3(1.0), 0.3) * 0.05 * glow;
    return film(light * 1.6 * lift());
}
`;
