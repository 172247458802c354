import Glibc

/// The transfer function of sRGB (IEC 61966-2-1): how a screen's numbers and the light it gives belong together.
enum ScreenCurve {
    /// Light between 0 and 1 for a screen's value between 0 and 1.
    static func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    /// The screen's nearest number, 0 to 255, for light between 0 and 1; what is beyond is limited.
    static func byte(_ light: Float) -> UInt8 {
        let clamped = min(max(light, 0), 1)
        let value = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * powf(clamped, 1 / 2.4) - 0.055
        return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
}
