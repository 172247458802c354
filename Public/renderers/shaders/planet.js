export const name = "Planet";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "circular";

/** A planet whose cloud bands are its pitches, with rings that are the last seconds. */
export const shader = /* glsl */ `
vec3 space(vec2 p) {
    float mist = clouds(p * 1.1 + vec2(0.012, 0.007) * music.time + seed * 40.0, 5);
    float lane = clouds(p * 1.7 + 2.2 * mist + 9.0, 4);
    vec3 tint = blend(0.3 * lane + 0.4 * mist);
    vec3 light = ground(p) * 0.7 + tint * tint * 0.55 * smoothstep(0.35, 0.8, mist) * (0.4 + lane);
    for (int i = 0; i < 2; i++) {
        float cells = 12.0 + 11.0 * float(i);
        ivec3 cell = ivec3(floor(p * cells), i);
        vec2 off = fract(p * cells) - 0.3 - 0.4 * vec2(hash(cell), hash(cell + 91));
        float chance = hash(cell + 7);
        light += step(0.80, chance) * (0.3 + 1.4 * level(fract(chance * 77.0))) * exp(-dot(off, off) * 240.0);
    }
    return light;
}

vec3 look(vec2 p) {
    float s = music.time;
    vec2 home = vec2(-0.22 + 0.05 * sin(s * 0.05), -0.08 + 0.03 * cos(s * 0.043));
    float size = 0.62 + 0.10 * music.near + 0.012 * music.push;
    vec2 q = turned(p - home, 0.055) / size;
    float far = length(q);
    vec3 sun = normalize(vec3(0.75 * cos(s * 0.021), 0.28, 0.62));
    vec3 light = space(p);
    float fine = 1.5 * picture.pixel / size;
    vec3 air = mix(palette.main, palette.second, 0.3);
    light += air * 0.06 / (abs(far - 1.0) * 9.0 + 0.25) * step(1.0, far) * (0.35 + 0.65 * clamp(0.5 + dot(vec3(q, 0.0), sun), 0.0, 1.0)) * (1.0 + 0.5 * music.pulse);
    float flatten = 0.30;
    vec2 disc = vec2(q.x, q.y / flatten);
    float out1 = length(disc);
    float ring = smoothstep(1.28, 1.30, out1) * smoothstep(2.16, 2.10, out1) * (1.0 - 0.85 * exp(-pow((out1 - 1.86) * 26.0, 2.0)));
    float age = (out1 - 1.28) * 6.5;
    float around = abs(2.0 * fract(atan(disc.y, disc.x) / tau + 0.02 * s) - 1.0);
    float sound = past(around, age);
    float grain = 0.55 + 0.45 * noise(vec2(out1 * 90.0, 3.0));
    vec3 band = mix(palette.second, palette.accent, smoothstep(1.3, 2.1, out1));
    vec3 ringLight = (band * (0.14 * grain + 1.1 * sound * sound) + mix(band, vec3(1.0), 0.5) * 0.5 * sound * sound * sound) * (0.6 + 0.4 * grain);
    float inShade = smoothstep(0.85, 1.05, length(q - dot(q, normalize(sun.xy)) * normalize(sun.xy))) + smoothstep(-0.3, 0.3, dot(q, sun.xy));
    ringLight *= 0.25 + 0.75 * clamp(inShade, 0.0, 1.0);
    if (far < 1.0 + fine) {
        vec3 n = vec3(q, sqrt(max(0.0, 1.0 - far * far)));
        float tall = n.y * 0.5 + 0.5;
        float turn = atan(n.x, n.z) / tau + 0.014 * s;
        vec2 at = vec2(turn * 14.0, n.y * 3.2);
        vec2 curl = vec2(clouds(at * vec2(0.7, 1.6) + 3.0, 4), clouds(at * vec2(0.7, 1.6) + vec2(9.0, 0.03 * s), 4)) - 0.47;
        float lane = n.y * 5.2 + 1.5 * curl.y + 0.35 * curl.x;
        float pattern = 0.5 + 0.5 * sin(lane * 2.4 + 1.3 * sin(lane * 0.9));
        float pitch = clamp(tall + 0.18 * curl.y, 0.0, 1.0);
        vec3 soil = mix(palette.second, palette.main, pattern);
        soil = mix(soil, palette.accent, smoothstep(0.55, 0.95, 0.5 + 0.5 * sin(lane * 1.3 + 2.0)));
        soil = soil * soil * (0.55 + 0.5 * clouds(at * 2.2 + curl * 5.0, 4)) + 0.5 * cover(vec2(turn * 2.0, tall) + 0.15 * curl, 3.5) * soil;
        float lit = clamp(dot(n, sun) * 1.15 + 0.12, 0.0, 1.0);
        vec3 body = soil * (0.05 + 1.25 * lit) * (0.55 + 0.75 * slow(pitch));
        body += mix(soil, vec3(1.0), 0.3) * 0.35 * level(pitch) * level(pitch) * smoothstep(0.85, 1.0, pattern) * (0.35 + lit);
        body += air * pow(1.0 - n.z, 3.0) * (0.12 + 0.75 * lit);
        body *= 1.0 - 0.55 * exp(-pow((q.y + 0.10 * sun.y + 0.05) * 9.0, 2.0)) * lit;
        light = mix(light, body, smoothstep(1.0 + fine, 1.0 - fine, far));
        ring *= step(q.y, 0.0);
    }
    return film((light * (1.0 - 0.55 * ring) + ringLight * ring) * 1.75 * lift());
}
`;
