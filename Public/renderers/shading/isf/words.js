// The words of ISF, made of what the host's shaders may read.

/** Pixels of the smaller side of a picture, however many are drawn: so sizes in pixels look alike on all screens. */
const sidePixels = 720;

/** What ISF's words and those of older GLSL are here. */
export const replacements = new Map(Object.entries({
    TIME: "music.time", TIMEDELTA: "(1.0 / 60.0)", FRAMEINDEX: "int(music.time * 60.0)", DATE: "vec4(2000.0, 1.0, 1.0, music.time)", PASSINDEX: "0", RENDERSIZE: "size_",
    isf_FragNormCoord: "place_", vv_FragNormCoord: "place_", gl_FragCoord: "coord_", gl_FragColor: "colour_", main: "main_", discard: "gone_ = true",
    sampler2D: "Image_", sampler2DRect: "Image_",
    IMG_NORM_PIXEL: "norm_", texture2D: "norm_", texture: "norm_", texture2DLod: "norm_", textureLod: "norm_", IMG_PIXEL: "pixel_", texture2DRect: "pixel_", texelFetch: "fetch_",
    IMG_THIS_PIXEL: "this_", IMG_THIS_NORM_PIXEL: "this_", IMG_NORM_THIS_PIXEL: "this_", IMG_SIZE: "extent_", textureSize: "texels_",
}));

/** Words that read a picture or the sound. */
export const imageWords = new Set(["IMG_NORM_PIXEL", "IMG_PIXEL", "IMG_THIS_PIXEL", "IMG_THIS_NORM_PIXEL", "IMG_NORM_THIS_PIXEL", "texture2D", "texture", "texture2DLod", "textureLod", "texture2DRect", "texelFetch"]);

/** Words that a file may use, and the host or its language has already. */
const taken = new Set([
    ..."Picture Music Palette picture music palette seed calm beatsBefore tau level slow past ramp blend cover hash noise clouds turned lift ground film look".split(" "),
    ..."active coherent common filter half fixed input layout output partition patch resource restrict readonly sample smooth flat centroid subroutine superp writeonly".split(" "),
]);

/** The functions of GLSL. Older languages let a file define them again. */
export const builtIn = new Set(("radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs sign floor trunc round roundEven ceil fract mod modf"
    + " min max clamp mix step smoothstep isnan isinf length distance dot cross normalize faceforward reflect refract matrixCompMult outerProduct transpose determinant inverse lessThan lessThanEqual"
    + " greaterThan greaterThanEqual equal notEqual any all not dFdx dFdy fwidth").split(" "));

/** A name of a file as it is compiled. @param {string} name */
export const nameOf = (name) => (taken.has(name) || /_$/.test(name) ? `isf_${name}` : name);

/** Before the file's text. Its pictures are the cover, whole in the middle and mirrored beside; its sound is a picture of one row. */
export const before = `
struct Image_ { int kind; float points; };
vec2 place_, size_; vec4 coord_, colour_ = vec4(0.0); bool gone_ = false;
float wave_(float x) {
    float sum = 0.0;
    for (int k = 0; k < 6; k++) { float n = float(k); sum += level(n / 8.0) * sin(tau * (x * (1.0 + 1.7 * n) + fract(music.time * (1.0 + 0.37 * n))) + n) / (1.0 + 0.35 * n); }
    return clamp(0.5 + 0.25 * sum, 0.0, 1.0);
}
vec4 norm_(Image_ image, vec2 at) {
    if (image.kind == 1) return vec4(vec3(level(at.x)), 1.0);
    if (image.kind == 2) return vec4(vec3(wave_(at.x)), 1.0);
    vec2 texels = vec2(textureSize(cover_, 0));
    float shape = picture.shape * texels.y / texels.x;
    vec2 part = shape > 1.0 ? vec2(shape, 1.0) : vec2(1.0, 1.0 / shape);
    return vec4(textureLod(cover_, 0.5 + (at - 0.5) * part, max(0.0, log2(texels.y / ${sidePixels}.0))).rgb, 1.0);
}
vec4 norm_(Image_ image, vec2 at, float lod) { return norm_(image, at); }
vec2 extent_(Image_ image) { return image.kind == 0 ? size_ : vec2(image.points, 1.0); }
vec4 pixel_(Image_ image, vec2 at) { return norm_(image, at / extent_(image)); }
vec4 fetch_(Image_ image, ivec2 at, int lod) { return pixel_(image, vec2(at) + 0.5); }
vec4 this_(Image_ image) { return norm_(image, place_); }
ivec2 texels_(Image_ image, int lod) { return ivec2(extent_(image)); }
`;

/** After it. */
export const after = `
vec3 look(vec2 p) {
    size_ = picture.size * ${sidePixels / 2}.0;
    place_ = 0.5 + 0.5 * p / picture.size;
    coord_ = vec4((p + picture.size) * ${sidePixels / 2}.0, 0.0, 1.0);
    begin_();
    main_();
    return gone_ ? vec3(0.0) : colour_.rgb * clamp(colour_.a, 0.0, 1.0);
}`;
