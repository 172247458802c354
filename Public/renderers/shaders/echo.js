export const name = "Echo";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "circular";

/** Each ring is an earlier moment, zoomed and turned by its age. */
export const shader = /* glsl */ `
vec3 look(vec2 p) {
    float far = length(p), angle = atan(p.y, p.x) / tau;
    float spin = 0.02 * music.time + seed;
    float zoom = 1.055 + 0.02 * music.near;
    vec3 light = ground(p) * 0.8;
    float smoke = clouds(turned(p, 0.25 * far + spin * 0.5) * 1.6 / (0.3 + far) + vec2(0.0, 0.12 * music.time), 4);
    vec3 haze = blend(0.4 * smoke + 0.25 * far - 0.02 * music.time);
    light += haze * haze * smoothstep(0.25, 0.75, smoke) * (0.12 + 0.4 * slow(clamp(far * 0.6, 0.0, 1.0)));
    float scale = 1.0, share = 1.0;
    for (int k = 0; k < 44; k++) {
        float age = float(k) * 0.0333;
        float a = angle + spin + 0.008 * float(k) + 0.01 * sin(music.time * 0.5 - age * 2.0);
        float fold = abs(2.0 * fract(a * 3.0) - 1.0);
        float sound = past(0.04 + 0.8 * fold, age);
        float ring = 0.16 + 0.24 * sound;
        float off = abs(far * scale - ring);
        float thin = 0.005 + 0.0006 * float(k);
        float shine = thin / (off + thin);
        light += share * shine * shine * ramp(0.92 - 0.014 * float(k) + 0.2 * sound) * (0.4 + sound) * 1.2;
        scale /= zoom;
        share *= 0.955;
    }
    light += palette.main * (0.02 + 0.03 * music.pulse) / (far * far * 6.0 + 0.12);
    return film(light * 1.35 * lift());
}
`;
