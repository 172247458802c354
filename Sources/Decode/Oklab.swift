import Glibc
import Music

/// Björn Ottosson's perceptual colour space (2020): lightness and two colour axes, in which distance matches perceived difference.
enum Oklab {
    /// From red, green and blue of sRGB between 0 and 1.
    static func fromScreen(_ colour: SIMD3<Float>) -> SIMD3<Float> {
        let linear = SIMD3(ScreenCurve.light(colour.x), ScreenCurve.light(colour.y), ScreenCurve.light(colour.z))
        let long = cbrtf(0.4122214708 * linear.x + 0.5363325363 * linear.y + 0.0514459929 * linear.z)
        let medium = cbrtf(0.2119034982 * linear.x + 0.6806995451 * linear.y + 0.1073969566 * linear.z)
        let short = cbrtf(0.0883024619 * linear.x + 0.2817188376 * linear.y + 0.6299787005 * linear.z)
        return SIMD3(
            0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short)
    }

    /// The nearest sRGB colour.
    static func toScreen(_ colour: SIMD3<Float>) -> Colour {
        let long = cubed(colour.x + 0.3963377774 * colour.y + 0.2158037573 * colour.z)
        let medium = cubed(colour.x - 0.1055613458 * colour.y - 0.0638541728 * colour.z)
        let short = cubed(colour.x - 0.0894841775 * colour.y - 1.2914855480 * colour.z)
        return Colour(
            red: ScreenCurve.byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            green: ScreenCurve.byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            blue: ScreenCurve.byte(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short))
    }

    private static func cubed(_ value: Float) -> Float { value * value * value }
}
