internal import Glibc

/// Weights that fade a frame in and out, so that its spectrum has no seams.
package enum Window {
    /// Periodic Hann weights that sum to 2, so that a sine of amplitude 1 on a bin reads magnitude 1 there.
    package static func hann(_ count: Int) -> [Float] {
        let scale = 4 / Double(count)
        return (0..<count).map { index in
            Float((0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(count))) * scale)
        }
    }
}
