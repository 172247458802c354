import Glibc

/// The transfer function of sRGB (IEC 61966-2-1), between encoded values and linear light.
enum ScreenCurve {
    /// Linear light between 0 and 1 for an encoded value between 0 and 1.
    static func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    /// The nearest encoded value, 0 to 255, for linear light, clamped to 0...1.
    static func byte(_ light: Float) -> UInt8 {
        let clamped = min(max(light, 0), 1)
        let value = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * powf(clamped, 1 / 2.4) - 0.055
        return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
}
