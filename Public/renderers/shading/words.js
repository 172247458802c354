// What a shader may read and call: the text that stands before and after its own.

/** Levels of a row of the sound, low to high. */
export const soundPoints = 64;
/** Rows of the sound: this moment, then thirty a second. One more has the mean of the last moments. */
export const soundRows = 240;
/** Cells after which the noise repeats. */
export const noisePeriod = 128;
/** Beats that shaders know of. */
export const beatsKnown = 8;

// Filters of graphics cards differ, so nothing but the cover is read through one: a texel holds the four corners of its cell, and the
// mixing is done here. Their sines differ as well, by up to a two-thousandth, which waves and sums of many turns make large: `sine_` is within a millionth on
// each. Then two drivers draw one picture.
export const head = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D;
struct Picture { vec2 size; float shape; float pixel; };
struct Music {
    float time; float clock; float changed;
    bool grid; int beats; float beat; int bars; float bar; int place; int meter; float bpm; float strength; float pulse; float push;
    float loudness; float onset; float bass; float middle; float treble;
    float energy; float tension; float hit; float breath; float pace; float near; float many; float bright;
    int section; float sectionAge; float sectionLeft;
    float show; float idle; bool playing;
};
struct Palette { vec3 main; vec3 second; vec3 accent; };
uniform Picture picture; uniform Music music; uniform Palette palette;
uniform float seed; uniform float calm;
uniform vec3 beatsBefore[${beatsKnown}];
uniform sampler2D sound_, cover_, ramp_, noise_;
uniform float soundPart_; uniform vec4 view_; uniform vec3 lamp_, dye_; uniform vec2 lift_;
out vec4 result_;
const float tau = 6.28318530718;
vec2 here_ = vec2(0.0);
float swing_(float turns) {
    float k = abs(turns - floor(turns) - 0.5) - 0.25, s = k * k;
    return k * (-6.28316404 + s * (41.3371424 + s * (-81.3407690 + s * 70.9934341)));
}
float sine_(float x) { return swing_(x * 0.159154943 + 0.25); }
vec2 sine_(vec2 x) { return vec2(sine_(x.x), sine_(x.y)); }
vec3 sine_(vec3 x) { return vec3(sine_(x.xy), sine_(x.z)); }
vec4 sine_(vec4 x) { return vec4(sine_(x.xy), sine_(x.zw)); }
float cosine_(float x) { return swing_(x * 0.159154943 + 0.5); }
vec2 cosine_(vec2 x) { return vec2(cosine_(x.x), cosine_(x.y)); }
vec3 cosine_(vec3 x) { return vec3(cosine_(x.xy), cosine_(x.z)); }
vec4 cosine_(vec4 x) { return vec4(cosine_(x.xy), cosine_(x.zw)); }
float heard_(float x, float line) {
    float k = clamp(x, 0.0, 1.0) * ${soundPoints - 1}.0, point = min(floor(k), ${soundPoints - 2}.0), row = floor(line);
    vec4 four = texelFetch(sound_, ivec2(point, row), 0);
    vec2 two = mix(four.xz, four.yw, k - point);
    return mix(two.x, two.y, line - row);
}
float level(float x) { return heard_(x, 0.0); }
float slow(float x) { return heard_(x, ${soundRows}.0); }
float past(float x, float ageS) {
    float row = max(ageS, 0.0) * 30.0;
    float line = row < soundPart_ ? row / max(soundPart_, 1e-3) : row - soundPart_ + 1.0;
    return line >= ${soundRows - 1}.0 ? 0.0 : heard_(x, line);
}
vec3 ramp(float x) {
    float at = clamp(x, 0.0, 1.0) * 255.0, low = min(floor(at), 254.0);
    vec3 c = mix(texelFetch(ramp_, ivec2(low, 0), 0).rgb, texelFetch(ramp_, ivec2(low + 1.0, 0), 0).rgb, at - low);
    return c * c;
}
vec3 blend(float x) {
    float t = fract(x + 0.16 * music.energy + 0.08 * music.hit) * 3.0, part = smoothstep(0.0, 1.0, fract(t));
    return t < 1.0 ? mix(palette.second, palette.main, part) : t < 2.0 ? mix(palette.main, palette.accent, part) : mix(palette.accent, palette.second, part);
}
vec3 cover(vec2 at, float blur) { vec3 c = textureLod(cover_, at, blur).rgb; return c * c * dye_; }
uint hash_(uint x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; return x ^ (x >> 16); }
float hash(int a) { return float(hash_(uint(a)) >> 8) / 16777216.0; }
float hash(ivec2 a) { return float(hash_(uint(a.x) ^ hash_(uint(a.y))) >> 8) / 16777216.0; }
float hash(ivec3 a) { return float(hash_(uint(a.x) ^ hash_(uint(a.y) ^ hash_(uint(a.z)))) >> 8) / 16777216.0; }
float noise(vec2 at) {
    vec2 cell = floor(at), part = at - cell; part *= part * (3.0 - 2.0 * part);
    vec4 corners = texelFetch(noise_, ivec2(cell) & ${noisePeriod - 1}, 0);
    vec2 lines = mix(corners.xz, corners.yw, part.x);
    return mix(lines.x, lines.y, part.y);
}
float noise(vec3 at) {
    float layer = floor(at.z), part = at.z - layer; part *= part * (3.0 - 2.0 * part);
    return mix(noise(at.xy + layer * vec2(37.0, 17.0)), noise(at.xy + (layer + 1.0) * vec2(37.0, 17.0)), part);
}
float clouds(vec2 at, int octaves) {
    float sum = 0.0, share = 0.5;
    for (int i = 0; i < 6; i++) { if (i >= octaves) break; sum += share * noise(at); at = mat2(1.6, 1.2, -1.2, 1.6) * at + 19.0; share *= 0.5; }
    return sum;
}
vec2 turned(vec2 at, float turns) { float c = swing_(turns + 0.5), s = swing_(turns + 0.25); return mat2(c, s, -s, c) * at; }
float lift() {
    vec2 off = here_ - lamp_.xy;
    float lit = 1.0 / (1.0 + lamp_.z * dot(off, off));
    return lift_.x + lift_.y * lit * lit;
}
vec3 ground(vec2 p) { vec3 c = mix(palette.second, palette.main, 0.5 + 0.3 * p.y); return 0.16 * cover(0.5 + 0.22 * p, 5.5) + 0.09 * c * c; }
vec3 film(vec3 light) { vec3 c = sqrt(1.0 - exp(-max(light, 0.0))); return mix(c, c * c * (3.0 - 2.0 * c), 0.45); }
#line 1
`;

// The dither is against steps in dark gradients.
export const tail = `
void main() {
    vec2 pixel = gl_FragCoord.xy;
    here_ = (view_.xy + pixel) * view_.zw - picture.size;
    vec3 colour = look(here_);
    if (any(isnan(colour)) || any(isinf(colour))) colour = vec3(0.0);
    colour = clamp(colour, 0.0, 1.0) * music.show;
    colour += (texelFetch(noise_, ivec2(pixel + view_.xy) & ${noisePeriod - 1}, 0).r - 0.5) / 255.0;
    result_ = vec4(colour, 1.0);
}`;

/** One triangle over the whole canvas. */
export const corners = "#version 300 es\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }";

const waves = /\bconst\b[^;]*;|\b(sin|cos)(?=\s*\()/g;

/**
 * A shader's text with the sines that are alike on every card. Constants keep theirs, which only a compiler may compute.
 * @param {string} source
 */
export function alike(source) {
    return source.replace(waves, (found, wave) => (wave ? { sin: "sine_", cos: "cosine_" }[wave] : found));
}
