export const name = "Cavern";
/** The Canvas style that is drawn where this one cannot be. */
export const instead = "tunnel";

/** A flight through the last seconds of sound: they are the walls, and each beat is a ring of light that comes by. */
export const shader = /* glsl */ `
const float speed = 4.0;
const float deep = 13.0;
const float edges = 6.0;

vec2 middle(float z) { return vec2(sin(z * 0.21), cos(z * 0.17)) * vec2(0.75, 0.5); }

float ageAt(float depth) { return max(0.0, (deep - depth) / speed); }

float corner(vec2 at, out float turn) {
    turn = atan(at.y, at.x) / tau + 0.5;
    return length(at) * cos((fract(turn * edges) - 0.5) * tau / edges);
}

vec3 look(vec2 p) {
    float z0 = music.time * speed;
    vec2 here = middle(z0);
    vec2 ahead = middle(z0 + 3.0) - here;
    vec3 way = normalize(vec3(turned(p, 0.02 * sin(music.time * 0.3) + 0.004 * music.time + seed) + 0.33 * ahead, 1.15));
    float t = 0.35, turn = 0.0, haze = 0.0, sound = 0.0;
    for (int i = 0; i < 34; i++) {
        vec3 at = way * t;
        vec2 q = at.xy - (middle(z0 + at.z) - here);
        float wide = corner(q, turn);
        float fold = abs(2.0 * fract(turn * 3.0 + 0.02 * at.z) - 1.0);
        sound = past(fold * 0.85, ageAt(at.z));
        float gap = 1.0 + 0.10 * cos(z0 + at.z) - 0.34 * sound * smoothstep(0.0, 2.0, at.z) - wide;
        haze += sound * sound * exp(-6.0 * max(gap, 0.0)) * 0.02 * exp(-at.z * 0.12);
        if (gap < 0.006 * t || at.z > deep) break;
        t += clamp(gap * 0.62, 0.02, 1.2);
    }
    vec3 at = way * t;
    float depth = min(at.z, deep);
    float fog = exp(-depth * 0.15) * smoothstep(deep, deep * 0.6, at.z);
    vec2 q = at.xy - (middle(z0 + at.z) - here);
    corner(q, turn);
    float z = z0 + at.z;
    float seam = abs(fract(turn * edges + 0.5) - 0.5) * tau / edges * length(q);
    float rib = abs(fract(z + 0.5) - 0.5);
    float wide = 0.006 + 0.004 * t;
    float rock = clouds(vec2(turn * 16.0, z * 1.1), 4);
    vec3 wall = mix(palette.second, palette.main, smoothstep(0.2, 0.8, rock)) * (0.05 + 0.35 * rock * rock);
    vec3 light = wall * (0.25 + 0.55 * fog);
    light += palette.second * fog * (0.7 + 0.4 * sound) * 1.3 * wide * wide / (seam * seam + wide * wide);
    light += palette.second * fog * 0.16 * wide * wide / (rib * rib + wide * wide);
    light += ramp(0.10 + 0.85 * sound) * fog * (0.02 + 1.5 * sound * sound * sound) * mix(0.30, 1.0, smoothstep(1.5, 6.0, at.z));
    light += mix(palette.second, palette.main, 0.6) * haze * 2.2;
    for (int i = 0; i < 8; i++) {
        vec3 beat = beatsBefore[i];
        float ringZ = deep - beat.x * speed;
        if (ringZ < 0.2) continue;
        vec2 q2 = way.xy * (ringZ / way.z) - (middle(z0 + ringZ) - here);
        float unused;
        float off = abs(corner(q2, unused) - 0.86);
        float thin = 0.012 + 0.002 * ringZ;
        float shine = thin / (off + thin);
        vec3 colour = mix(palette.main, palette.accent, beat.z);
        light += (colour * shine * shine * 2.6 + vec3(0.8) * pow(shine, 8.0)) * (0.35 + 0.65 * beat.y) * exp(-ringZ * 0.13) * smoothstep(0.2, 1.2, ringZ) * smoothstep(-1.6, -0.5, at.z - ringZ) * (1.0 - 0.6 * calm);
    }
    float end = length(way.xy / way.z - (middle(z0 + deep) - here) / deep);
    light += mix(palette.main, vec3(1.0), 0.25) * (0.016 + 0.014 * music.pulse + 0.010 * slow(0.05)) / (end * end * 3.0 + 0.022);
    return film(light * 1.65 * lift());
}
`;
