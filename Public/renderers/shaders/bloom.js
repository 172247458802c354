export const name = "Bloom";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "circular";

/** A flower of light: its petals are the sound, and they open with the bars. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float s = music.time;
    vec2 q = turned(p, 0.01 * s) * (1.05 - 0.2 * music.near);
    float far = length(q), turn = atan(q.y, q.x) / tau;
    vec3 light = ground(p) * 1.1 + palette.second * palette.second * 0.10 * smoothstep(0.2, 1.8, far);
    float open = 0.5 - 0.5 * cos(tau * music.bar);
    for (int i = 0; i < 9; i++) {
        float k = float(i) / 8.0;
        float leaves = 4.0 + floor(3.0 * seed) + 2.0 * float(i / 2) + 2.0 * float(i % 2);
        float reach = mix(1.55, 0.22, k) * (0.86 + 0.06 * open + 0.05 * music.push * (1.0 - k));
        float shift = 0.5 * hash(i + 3) + 0.004 * s * (hash(i) - 0.5) * 8.0;
        float part = fract((turn + shift) * leaves) - 0.5;
        float fold = 1.0 - abs(part) * 2.0;
        float pitch = clamp(k * 0.75 + 0.25 * abs(part) * 2.0, 0.0, 1.0);
        float edge = reach * (0.62 + 0.16 * slow(k * 0.8)) * (0.55 + 0.45 * pow(fold, 0.55));
        float inside = edge - far;
        float vein = pow(fold, 14.0) * 0.5 + 0.16 * pow(0.5 + 0.5 * cos(part * leaves * 5.0 + far * 5.0), 4.0);
        float fine = 1.2 * picture.pixel + 0.003;
        float leaf = smoothstep(-fine, fine, inside);
        vec3 tint = blend(0.30 + 0.62 * k - 0.012 * s);
        vec3 art = cover(0.5 + 0.3 * q + 0.05 * k, 3.5);
        float shade = smoothstep(0.0, 0.65 * reach, inside) ;
        vec3 petal = (tint * tint * 0.75 + 0.35 * art * tint) * (0.12 + 0.42 * (1.0 - shade) + 0.55 * slow(k * 0.8) * slow(k * 0.8) + 0.5 * vein * (0.35 + level(pitch)));
        light = mix(light * (1.0 - 0.55 * smoothstep(-0.10, 0.0, inside)), petal, leaf * 0.93);
        light += mix(tint, vec3(1.0), 0.35) * 0.00007 / (inside * inside + 0.00012) * (0.12 + 0.9 * level(pitch));
    }
    float heart = 0.012 / (far * far + 0.016);
    light += mix(palette.accent, vec3(1.0), 0.3) * heart * (0.45 + 0.6 * music.pulse);
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (far - 0.1 - beat.x * 1.1) * 7.0;
        light += (1.0 - calm) * palette.main * 0.20 * beat.y * exp(-off * off - 1.3 * beat.x);
    }
    return film(light * 1.7 * lift());
}
`;
