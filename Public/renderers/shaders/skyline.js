export const name = "Skyline";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "bars";

/** A city by the water at night: the towers are as high as their pitches, and their windows are lit. */
export const shader = /* glsl */ `
vec3 sky(vec2 p) {
    float up = clamp(p.y / picture.size.y * 0.5 + 0.5, 0.0, 1.0);
    vec3 light = mix(palette.accent * 0.55 + palette.main * 0.1, palette.second * palette.second * 0.38, smoothstep(0.32, 0.75, up));
    light = mix(light, palette.second * palette.second * 0.10, smoothstep(0.65, 1.0, up));
    vec2 home = vec2(0.35 * picture.size.x * sin(music.time * 0.013 + seed * 6.0), 0.30);
    vec2 q = (p - home) / (0.34 + 0.05 * music.near + 0.008 * music.push);
    float far = length(q);
    vec3 face = cover(0.5 + 0.5 * q, 0.5);
    light += mix(palette.accent, palette.main, 0.5) * 0.10 / (far * far * 0.7 + 0.35) * (0.8 + 0.4 * music.pulse);
    light = mix(light, face * 0.9 + 0.12 * palette.accent, smoothstep(1.0, 0.985, far));
    float veil = clouds(vec2(p.x * 0.9 - 0.02 * music.time, p.y * 3.2) + 5.0, 5);
    return light + palette.main * 0.22 * smoothstep(0.48, 0.8, veil) * smoothstep(-0.3, 0.3, p.y);
}

vec3 city(vec2 p, float horizon) {
    vec3 light = sky(p);
    for (int i = 0; i < 4; i++) {
        float k = float(i);
        float cells = 11.0 - 2.3 * k;
        float x = p.x * cells + music.time * (0.05 + 0.05 * k) + 31.0 * k + seed * 90.0;
        float cell = floor(x), part = x - cell;
        ivec2 name = ivec2(int(cell), i);
        float chance = hash(name);
        float pitch = abs(2.0 * fract(0.5 * (cell - music.time * (0.05 + 0.05 * k) - 31.0 * k - seed * 90.0) / cells / picture.size.x * 0.9 + 0.25) - 1.0);
        float tall = (0.10 + 0.34 * chance * chance + 0.40 * slow(pitch) * (0.4 + 0.6 * hash(name + 17))) * (1.0 - 0.13 * k);
        float edge = 0.06 + 0.13 * hash(name + 5);
        float step1 = tall - 0.07 * step(0.62, abs(part - 0.5) * 2.0) * step(0.5, hash(name + 9));
        float roof = horizon + step1;
        float fine = cells * picture.pixel;
        float wall = smoothstep(edge - fine, edge + fine, part) * smoothstep(1.0 - edge + fine, 1.0 - edge - fine, part) * smoothstep(roof + picture.pixel, roof - picture.pixel, p.y);
        vec3 haze = mix(palette.accent * 0.30, palette.second * palette.second * 0.10, 0.25 + 0.25 * k);
        vec3 front = mix(haze, palette.second * palette.second * 0.03 + 0.004, 0.30 + 0.2 * k);
        front += haze * 0.5 * smoothstep(0.35, 0.0, p.y - horizon);
        vec2 grid = vec2(part * (5.0 + floor(4.0 * chance)), (p.y - horizon) * (58.0 - 9.0 * k));
        ivec3 pane = ivec3(floor(grid), int(cell) * 5 + i);
        vec2 off = abs(fract(grid) - 0.5);
        float shine = smoothstep(0.36, 0.26, off.x) * smoothstep(0.34, 0.24, off.y) * step(p.y, roof - 0.02);
        float on = hash(pane);
        float lit = smoothstep(0.62, 0.42, on - 0.45 * slow(pitch) - 0.1 * music.many);
        vec3 lamp = mix(mix(palette.main, palette.accent, hash(pane + 3)), vec3(1.0), 0.35);
        front += lamp * shine * lit * (0.18 + 0.65 * level(pitch) * step(0.5, hash(pane + 11)) + 0.25 * slow(pitch));
        front += palette.main * 0.5 * level(pitch) * smoothstep(0.008, 0.0, abs(p.y - roof + 0.006));
        light = mix(light, front, wall);
    }
    return light;
}

vec3 look(vec2 p) {
    float horizon = -0.38 * picture.size.y;
    if (p.y > horizon) return film(city(p, horizon) * 1.6 * lift());
    float deep = horizon - p.y;
    float wave = noise(vec2(p.x * 5.0, 46.0 * deep / (0.25 + deep) - music.time * 0.9)) - 0.5;
    float slower = noise(vec2(p.x * 1.4 + 4.0, 16.0 * deep / (0.3 + deep) - music.time * 0.5)) - 0.5;
    vec2 seen = vec2(p.x + (0.10 * wave + 0.07 * slower) * (0.25 + deep), horizon + deep * 1.05 + 0.07 * abs(wave) * deep);
    vec3 light = city(seen, horizon) * (0.85 - 0.5 * deep) + palette.second * palette.second * 0.05;
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (deep - 0.02 - beat.x * 0.45) * 16.0;
        light += (1.0 - calm) * palette.main * 0.22 * beat.y * (0.6 + wave) * exp(-off * off - 1.5 * beat.x);
    }
    return film(light * 1.6 * lift());
}
`;
