export const name = "Vinyl";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "cover";

/** The record turns: its grooves are the last seconds, its label is the cover. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    vec2 q = p * (1.12 - 0.22 * music.near) + vec2(0.0, 0.03);
    float far = length(q);
    float spin = music.time / 1.8;
    vec3 table = ground(p) * 1.6;
    float grain = clouds(vec2(p.x * 1.3 + seed * 9.0, p.y * 13.0), 4);
    table *= 0.55 + 0.9 * grain;
    float shade = smoothstep(0.80, 1.25, length(q - vec2(0.05, -0.07)));
    table *= 0.25 + 0.75 * shade;
    for (int i = 0; i < 3; i++) {
        vec3 beat = beatsBefore[i];
        float off = (far - 0.98 - beat.x * 0.6) * 7.0;
        table += (1.0 - calm) * mix(palette.main, palette.accent, beat.z) * 0.4 * beat.y * exp(-off * off - 1.6 * beat.x) * step(0.98, far);
    }
    float soft = 1.5 * picture.pixel + 0.002;
    float turn = atan(q.y, q.x) / tau;
    float back = clamp((0.965 - far) / 0.565, 0.0, 1.0);
    float pitch = abs(2.0 * fract(turn * 2.0 + 0.25) - 1.0);
    float sound = past(pitch, back * 7.0);
    float groove = sound * (0.5 + 0.5 * sin(far * 420.0)) * smoothstep(4.0 * picture.pixel, 0.5 * picture.pixel, 0.0065);
    float gap = smoothstep(0.012, 0.0, abs(fract(far * 6.0 + 0.2) - 0.5) / 6.0);
    vec3 light = palette.second * palette.second * 0.030 + 0.008;
    float glint = 0.0;
    for (int i = 0; i < 2; i++) {
        float away = fract(turn - (0.12 + 0.04 * sin(music.time * 0.21)) + 0.5 * float(i) + 0.03 * (sound - 0.3)) - 0.5;
        glint += exp(-away * away * 190.0) + 0.35 * exp(-away * away * 26.0);
    }
    light += mix(palette.main, vec3(1.0), 0.25) * glint * (0.16 + 0.55 * sound) * (1.0 - 0.6 * gap);
    light += ramp(0.25 + 0.7 * sound) * sound * sound * (0.35 + 0.55 * exp(-3.0 * back)) * (0.55 + 0.45 * sin(far * 260.0));
    light += palette.accent * glint * 0.25 * groove;
    vec2 face = turned(q, -spin);
    vec3 label = cover(0.5 + face / 0.76, 0.0);
    float inside = smoothstep(0.38 + soft, 0.38 - soft, far);
    label *= 0.85 + 0.35 * glint;
    light = mix(light, label, inside);
    float rim = smoothstep(0.006, 0.0, abs(far - 0.383) - 0.004);
    light += palette.main * rim * (0.15 + 0.5 * music.pulse);
    light = mix(light, vec3(0.01), smoothstep(0.022 + soft, 0.022 - soft, far));
    return film(mix(light * 1.5, table * 1.3, smoothstep(0.985 - soft, 0.985 + soft, far)) * (0.45 + 0.75 * lift()));
}
`;
