export const name = "Mosaic";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "bars";

/** The cover laid in tiles that rise with their pitch and glint as the beats run through. */
export const shader = /* glsl */ `
vec2 six(vec2 at, out vec2 cell) {
    vec2 step1 = vec2(1.0, 1.7320508);
    vec2 one = mod(at, step1) - step1 * 0.5, two = mod(at - step1 * 0.5, step1) - step1 * 0.5;
    vec2 off = dot(one, one) < dot(two, two) ? one : two;
    cell = at - off;
    return off;
}

vec3 look(vec2 p) {
    float cells = 7.5 - 2.0 * music.near;
    vec2 lean = vec2(sin(music.time * 0.13), cos(music.time * 0.10)) * 0.06;
    vec2 q = turned(p, 0.02 * sin(music.time * 0.07)) * (1.0 + dot(p, lean)) + lean;
    vec2 cell;
    vec2 off = six(q * cells, cell);
    ivec2 name = ivec2(round(cell * 2.0));
    float chance = fract(hash(name) + seed);
    vec2 place = cell / cells;
    vec2 a = abs(off);
    float edge = 0.5 - max(a.x * 0.5 + a.y * 0.8660254, a.x);
    float sound = level(chance), calmer = slow(chance);
    float wave = 0.0;
    for (int i = 0; i < 4; i++) {
        vec3 beat = beatsBefore[i];
        float away = (length(place) - beat.x * 1.1) * 4.5;
        wave += (1.0 - calm) * beat.y * exp(-away * away - 1.3 * beat.x);
    }
    vec2 drift = 0.10 * vec2(sin(music.time * 0.05), cos(music.time * 0.043));
    vec3 art = cover(0.5 + place * 0.30 + drift + off * 0.008 * (1.0 + 2.0 * calmer), 2.5);
    float tilt = tau * hash(name + 31) + 0.5 * music.time * (hash(name + 57) - 0.5);
    vec2 lamp = vec2(cos(tilt), sin(tilt));
    float bevel = smoothstep(0.0, 0.10, edge);
    vec2 face = normalize(off + 1e-4) * (1.0 - bevel) + 0.35 * lamp * calmer;
    float shine = max(0.0, dot(face, normalize(vec2(-0.5, 0.8))));
    vec3 tint = blend(chance + 0.02 * music.time);
    vec3 light = art * (0.45 + 0.9 * calmer) + tint * tint * (0.03 + 0.5 * calmer * calmer) * step(0.45, hash(name + 83));
    light *= 0.55 + 0.45 * bevel;
    light += mix(art, vec3(1.0), 0.35) * shine * (0.10 + 0.45 * sound) ;
    light += mix(tint, palette.accent, 0.5) * wave * (0.20 + 0.55 * shine + 0.25 * (1.0 - bevel));
    float fine = 0.5 * cells * picture.pixel;
    float joint = smoothstep(0.022 - fine, 0.022 + fine, edge);
    light = mix(palette.second * palette.second * 0.10 + tint * 0.20 * wave, light, joint);
    return film(light * 1.7 * lift());
}
`;
