export const name = "Aurora";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "waterfall";

/** Curtains of light over a lake, with a ray for each pitch. */
export const shader = /* glsl */ `
vec3 curtains(vec2 at) {
    vec3 light = vec3(0.0);
    float s = music.time * 0.05 + seed * 30.0;
    for (int i = 0; i < 4; i++) {
        float k = float(i);
        float sway = clouds(vec2(at.x * 0.55 + s * (0.6 + 0.2 * k), 3.7 * k + s * 0.5), 3) - 0.45;
        float foot = -0.12 + 0.22 * k + 1.5 * sway;
        float up = at.y - foot;
        float along = at.x * (0.9 + 0.2 * k) + sway * 3.2 + 5.0 * k;
        float place = abs(fract(along * 0.22 + 0.13 * k) * 2.0 - 1.0);
        float ray = 0.25 + 1.1 * (0.3 + sway) * (0.3 + sway) + 0.75 * noise(vec2(along * 7.0 + s * 1.5, k * 9.0)) * (0.4 + 1.2 * noise(vec2(along * 21.0 - s * 2.0, k)));
        float tall = 0.28 + 0.34 * slow(place) + 0.16 * music.energy + 0.1 * music.tension;
        float shine = smoothstep(-0.05, 0.03, up) * exp(-max(up, 0.0) / tall);
        vec3 colour = mix(mix(palette.main, palette.second, smoothstep(0.0, 0.5, up)), palette.accent, smoothstep(0.25, 0.9, up));
        light += colour * shine * ray * (0.25 + 0.75 * slow(place)) * (1.0 - 0.16 * k);
        light += mix(colour, vec3(1.0), 0.3) * exp(-up * up * 900.0) * (0.08 + 0.5 * level(place));
    }
    return light;
}

vec3 sky(vec2 at) {
    vec3 light = mix(palette.second * palette.second * 0.16 + palette.main * 0.02, palette.second * palette.second * 0.05 + 0.004, smoothstep(-0.3, 1.2, at.y));
    light += 0.35 * ground(at) * smoothstep(0.9, -0.4, at.y);
    ivec2 cell = ivec2(floor(at * 26.0));
    vec2 off = fract(at * 26.0) - 0.3 - 0.4 * vec2(hash(cell), hash(cell + 91));
    light += step(0.82, hash(cell + 7)) * 0.9 * exp(-dot(off, off) * 260.0);
    return light + curtains(at) * lift() * (1.0 + 0.25 * music.pulse);
}

vec3 look(vec2 p) {
    float shore = -0.42 * picture.size.y;
    float hills = shore + 0.05 + 0.16 * clouds(vec2(p.x * 0.9 + seed * 60.0, 2.0), 4) * smoothstep(-0.2, 1.4, abs(p.x));
    if (p.y > hills) return film(sky(p) * 1.5);
    if (p.y > shore) return film(palette.second * 0.05 + 0.3 * ground(p) * smoothstep(hills - 0.3, hills, p.y));
    float deep = shore - p.y;
    float ripple = noise(vec2(p.x * 3.0, deep * 30.0 / (0.2 + deep) + music.time * 0.7)) - 0.5;
    vec2 seen = vec2(p.x + ripple * 0.10 * (0.3 + deep), shore + deep * 1.15 + 0.09 + ripple * 0.06);
    float edge = shore + 0.02 + 0.05 * clouds(vec2(p.x * 0.9 + seed * 60.0, 2.0), 2);
    return film((sky(seen) * (0.75 - 0.35 * deep) + palette.main * 0.02) * 1.4 * smoothstep(-0.05, 0.05, seen.y - edge + 0.06) + palette.second * 0.03);
}
`;
